import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { afterAll, beforeAll, test } from 'vitest';
import type { Contract } from '#domain/contracts/schema.ts';
import type { Customer } from '#domain/customers/schema.ts';
import { leaveBrowser, openBrowser } from '#tests/support/browser.ts';
import { serverUrl } from '#tests/support/server.ts';
import { openAlive, read } from './quote-page.ts';
import { aBuyer, at, made, post, unfolded } from './sale-page.ts';

let browser: Awaited<ReturnType<typeof openBrowser>>;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => leaveBrowser(browser));

type Desk = Awaited<ReturnType<typeof at>>;

/** Whom and what, the course, the next step, the dues: whole on the first screen, none over the other. */
async function measure(page: Page) {
  const height = page.viewportSize()!.height;
  for (const part of ['#record-head .btn.primary', '.contract-top', '.missing', '.dues', '.completeness']) {
    const box = (await page.locator(part).boundingBox())!;
    expect(box.y + box.height, part).toBeLessThanOrEqual(height);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1366);
}

/** The first screen of a desk: its measure, and the section that stands first and open on it. */
async function firstScreen({ page }: Desk, id: number): Promise<string | null> {
  await openAlive(page, `/dealer/contracts/${id}`);
  await measure(page);
  const first = page.locator('.sections > details').first();
  await expect(first).toHaveAttribute('open');
  // Enough of it to work in.
  expect((await first.boundingBox())!.y).toBeLessThan(page.viewportSize()!.height / 2);
  // The rest is folded to lines that say what matters.
  for (const line of await page.locator('.sections > details.sec:not([open]) > summary').all())
    expect((await line.boundingBox())!.height).toBeLessThan(60);
  return first.getAttribute('id');
}

/** The page at 360 px and at 200 %: as wide as the screen, no word of its lines cut. */
async function narrow({ page }: Desk) {
  const wide = page.viewportSize()!;
  for (const width of [360, 683]) {
    await page.setViewportSize({ width, height: 740 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  await page.setViewportSize(wide);
}

test('the first screen of each role: head, course, next step, dues and where one works; a refusal says who and why on top', async () => {
  const seller = await at(browser, 'seller');
  const { id, customerId } = await made(seller.context, aBuyer('Ottavia', 'Bellandi'));
  const { version, ...customer } = await read<Customer>(seller.context, `/customers/${customerId}`);
  const kept = await seller.context.request.put(`/api/customers/${customerId}`, {
    headers: { origin: serverUrl(), 'if-match': `"v${version}"` },
    data: { ...customer, address: 'Via Nuova 9' },
  });
  expect(kept.status(), await kept.text()).toBe(200);
  const now = () => read<Contract>(seller.context, `/contracts/${id}`);
  expect(await firstScreen(seller, id)).toBe('contability');
  // The plan is a table: what is planned, what came, how it stands.
  const plan = seller.page.locator('#contability .plan');
  await expect(plan.getByRole('columnheader')).toHaveText(['Voce', 'Metodo', 'Scadenza', 'Previsto', 'Incassato', 'Stato']); // prettier-ignore
  await expect(plan.locator('.sum')).toContainText('pari al dovuto');
  // The index jumps and opens; what is folded says what matters.
  const general = seller.page.locator('#general');
  await expect(general.getByLabel('Note stampate')).toBeHidden();
  await seller.page.getByRole('navigation', { name: 'Sezioni' }).getByRole('link', { name: 'Dati generali' }).click();
  await expect(general.getByLabel('Note stampate')).toBeVisible();
  await expect(general).toBeInViewport();
  // What stands beside stays in view.
  await seller.page.keyboard.press('End');
  await expect(seller.page.locator('.dues')).toBeInViewport();
  await expect(seller.page.locator('#attachments > summary')).toContainText('presenti 0');
  await narrow(seller);
  // What the record of the customer says otherwise goes both ways for whose customer it is.
  await expect(seller.page.locator('#customer > summary')).toContainText('diverso dalla sua scheda');
  await unfolded(seller.page, 'customer');
  await seller.page.getByRole('button', { name: 'Aggiorna il contratto' }).waitFor();
  await seller.page.getByRole('button', { name: 'Porta nella scheda' }).waitFor();
  // On paper it is its document.
  const paper = seller.page.context().waitForEvent('page');
  await seller.page.keyboard.press('Control+p');
  await (await paper).close();

  await post(seller.context, `/contracts/${id}/submit`, {}, (await now()).version);
  const director = await at(browser, 'director');
  expect(await firstScreen(director, id)).toBe('review');
  // How far it is saved is read whole beside two answers and their menu.
  const saved = director.page.locator('#record-head .saved .saved > .badge');
  expect(await saved.evaluate((badge) => badge.scrollWidth <= badge.clientWidth)).toBe(true);
  // At 200 % the name of the state, too.
  await director.page.setViewportSize({ width: 683, height: 384 });
  const state = director.page.locator('#record-head .saved > .badge').first();
  expect(await state.evaluate((badge) => badge.scrollWidth <= badge.clientWidth)).toBe(true);
  await director.page.setViewportSize({ width: 1366, height: 768 });
  // Two presses on the page: what was read of the cars taken in, and the step.
  await director.page
    .getByRole('row', { name: /Fiat Panda/ })
    .getByText('6.500,00 €')
    .first()
    .waitFor();
  await director.page.getByRole('button', { name: 'Usato ricontrollato' }).click();
  await expect(director.page.getByRole('button', { name: 'Usato ricontrollato' })).toHaveCount(0);
  await director.page.getByRole('button', { name: 'Valida', exact: true }).click();
  await director.page.getByText('Contratto validato').waitFor();

  // Its row in the queue is one press more.
  const presses = { n: 1 };
  const office = await at(browser, 'backOffice', presses);
  expect(await firstScreen(office, id)).toBe('review');
  await expect(office.page.getByRole('button', { name: 'Respingi', exact: true })).toBeVisible();
  await office.page.getByRole('button', { name: 'Tutto verificato' }).click();
  await expect.poll(async () => (await read<Contract>(office.context, `/contracts/${id}`)).checklist).toContain('trade_in'); // prettier-ignore
  const accounts = await at(browser, 'accounting');
  expect(await firstScreen(accounts, id)).toBe('contability');
  await expect(accounts.page.locator('#contability').getByRole('row', { name: /^Caparra/ })).toContainText('oggi');

  const reasons = await read<{ id: number; move: string; label: string }[]>(office.context, '/contracts/reasons');
  const { id: why, label } = reasons.find(({ move }) => move === 'reject')!;
  await office.press('Respingi');
  const dialog = office.page.locator('dialog[open]');
  await office.choose(dialog.getByLabel('Motivo'), String(why));
  await office.press(dialog.getByRole('button', { name: 'Respingi al venditore' }));
  await expect(dialog).toBeHidden();
  expect(presses.n).toBeLessThanOrEqual(4);
  // The seller's page is open all the while, and looks what others have done every ten seconds, or when somebody comes back to it.
  await seller.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await seller.page.keyboard.press('Home');
  const refused = seller.page.getByRole('status').filter({ hasText: 'Respinto da Sara Villa' });
  await expect(refused).toContainText(label);
  await expect(refused).toBeInViewport();
  for (const { context } of [seller, director, office, accounts]) await context.close();
});
