import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { afterAll, beforeAll, test } from 'vitest';
import type { Contract } from '#domain/contracts/schema.ts';
import { leaveBrowser, openBrowser } from '#tests/support/browser.ts';
import { openAlive, read } from './quote-page.ts';
import { aBuyer, at, made, mailed, post, signed, unfolded } from './sale-page.ts';

let browser: Awaited<ReturnType<typeof openBrowser>>;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => leaveBrowser(browser));

const dialogOf = (page: Page) => page.locator('dialog[open]');

test('a customer withdraws on the page of the signature in two steps; the seller closes it in one, and the receipt says when', async () => {
  const seller = await at(browser, 'seller');
  const { page } = seller;
  const buyer = aBuyer('Ottavia', 'Bellandi');
  const { id } = await made(seller.context, buyer, { tradeIns: [], financing: null });
  const now = () => read<Contract>(seller.context, `/contracts/${id}`);
  await openAlive(page, `/dealer/contracts/${id}`);
  await unfolded(page, 'general');
  await page.getByLabel('Concluso').selectOption('distance');
  await expect.poll(async () => (await now()).concluded).toBe('distance');
  await page.getByRole('button', { name: 'Invia da firmare', exact: true }).click();
  await dialogOf(page).getByLabel('Documento d’identità visto').check();
  await dialogOf(page).getByRole('button', { name: 'Invia', exact: true }).click();

  const { phone } = await signed(browser, buyer.email);
  await phone.reload();
  await phone.getByText('Recedi dal contratto').click();
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await phone.getByRole('button', { name: 'Conferma recesso' }).click();
  await phone.getByText(/^Recesso comunicato: oggi/).waitFor();
  await phone.getByText('Recesso comunicato', { exact: true }).waitFor();
  await expect(phone.getByText('Saldo alla consegna')).toHaveCount(0);
  expect(await mailed(buyer.email, /(recedere dal contratto C-\d{4}-\d+)/)).toBeTruthy();

  await openAlive(page, `/dealer/contracts/${id}`);
  await page.getByText('Ottavia Bellandi ha comunicato il recesso').waitFor();
  await page.getByRole('button', { name: 'Altre azioni' }).click();
  await expect(page.getByRole('button', { name: 'Annulla il contratto' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Chiudi il recesso', exact: true }).click();
  await dialogOf(page).getByText('si annulla il contratto').waitFor();
  await dialogOf(page).getByRole('button', { name: 'Chiudi il recesso', exact: true }).click();
  await page.getByText('Recesso chiuso: il contratto è annullato.').waitFor();
  expect((await now()).canceledAt).not.toBeNull();
  // The customer reads it on the same page.
  await phone.reload();
  await phone.getByText(/^Recesso comunicato: oggi/).waitFor();
  await phone.getByText('Contratto annullato', { exact: true }).waitFor();
  await phone.context().close();
  await seller.context.close();
});

/** What the first screen of a desk shows whole, and the section that stands first. */
async function firstScreen({ page }: Awaited<ReturnType<typeof at>>, id: number): Promise<string | null> {
  await openAlive(page, `/dealer/contracts/${id}`);
  const height = page.viewportSize()!.height;
  for (const part of ['#record-head .btn.primary', '.contract-top', '.missing', '.dues']) {
    const box = (await page.locator(part).boundingBox())!;
    expect(box.y + box.height, part).toBeLessThanOrEqual(height);
  }
  const first = page.locator('.sections > details').first();
  await expect(first).toHaveAttribute('open');
  // Enough of it to work in.
  expect((await first.boundingBox())!.y).toBeLessThan(height / 2);
  return first.getAttribute('id');
}

test('the first screen of each role: head, course, next step, dues and where one works; a refusal says who and why on top', async () => {
  const seller = await at(browser, 'seller');
  const { id } = await made(seller.context, aBuyer('Ottavia', 'Bellandi'));
  const now = () => read<Contract>(seller.context, `/contracts/${id}`);
  expect(await firstScreen(seller, id)).toBe('contability');
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

  await post(seller.context, `/contracts/${id}/submit`, {}, (await now()).version);
  const director = await at(browser, 'director');
  expect(await firstScreen(director, id)).toBe('review');
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
  const refused = seller.page.getByRole('status').filter({ hasText: 'Rimandato da Sara Villa' });
  await expect(refused).toContainText(label);
  await expect(refused).toBeInViewport();
  for (const { context } of [seller, director, office, accounts]) await context.close();
});
