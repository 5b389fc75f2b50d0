import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BrowserContext, Page } from 'playwright';
import { leaveBrowser, openBrowser } from '#tests/support/browser.ts';
import { EXAMPLE } from './quote-page.ts';
import { at, digits } from './sale-page.ts';

const CAMPAIGNS = '/dealer/preferences/quoteParams?part=campaigns';
let browser: Awaited<ReturnType<typeof openBrowser>>;
let context: BrowserContext;
let page: Page;
beforeAll(async () => {
  browser = await openBrowser();
  ({ context, page } = await at(browser, 'admin'));
});
afterAll(() => leaveBrowser(browser));

const ready = (on = page) => on.locator('astro-island[ssr]').first().waitFor({ state: 'detached' });
const trial = () => page.getByRole('region', { name: 'Prova su un preventivo' });
const tryOut = async () => {
  await trial()
    .getByRole('button', { name: /^Prova/ })
    .click();
  await trial().getByRole('table').waitFor();
};
const amount = () => page.getByRole('group', { name: 'Incentivo 1' }).getByRole('textbox', { name: 'Importo' });
const save = () => page.getByRole('button', { name: 'Salva' }).click();

test('a campaign is made, tried, activated, seen in a quote, changed; the draft says what changed', async () => {
  const name = `Settimana ${digits(4)}`;
  await page.goto(`${CAMPAIGNS}&new`);
  await ready();
  await page.locator('form [name=name]').first().fill(name);
  await page.locator('form [name=validFrom]').first().fill('01/01/2026');
  await page.getByRole('button', { name: /Aggiungi.*Incentivo/ }).click();
  await amount().fill('800');
  await save();
  await page.waitForURL(/id=\d+/);
  await ready();
  const address = page.url();
  const activate = page.getByRole('button', { name: 'Attiva' });
  expect(await activate.isDisabled()).toBe(true);

  const car = trial().getByRole('combobox', { name: 'Versione' });
  await car.fill('rea');
  await trial().getByRole('option', { name: /Rea/ }).first().click();
  await tryOut();
  expect(await trial().innerText()).toContain(`${name}: −800,00`);
  // What is written reads as a document, card by card; the trial says old and new beside the car in its paint.
  const lines = page.getByRole('region', { name: 'Incentivi', exact: true });
  expect(await lines.innerText()).toContain('800,00');
  expect(await lines.getByRole('textbox').count()).toBe(0);
  expect(await page.getByRole('region', { name: 'Per quali auto' }).innerText()).toContain('Tutte le auto.');
  expect(await trial().locator('.silhouette').count()).toBe(1);
  expect(
    await trial()
      .getByRole('row', { name: /Chiavi in mano/ })
      .locator('s')
      .count(),
  ).toBe(1);
  await activate.click();
  await page.getByText('In corso', { exact: true }).waitFor();

  const seller = await context.newPage();
  await seller.goto(EXAMPLE);
  await ready(seller);
  await seller.getByRole('checkbox', { name: new RegExp(name) }).check();
  await seller.keyboard.press('Control+s');
  await seller.waitForURL(/quote=\d+/);
  await seller.getByText('Bozza salvata').waitFor();
  const draft = seller.url();
  await seller.close();

  await page.goto(address);
  await ready();
  await page.getByRole('button', { name: 'Modifica: Incentivi' }).click();
  await amount().fill('650');
  await save();
  await page.getByText(/non sono ancora stati provati/).waitFor();
  await car.fill('rea');
  await trial().getByRole('option', { name: /Rea/ }).first().click();
  await tryOut();
  expect(await trial().innerText()).toContain('Bozze che l’hanno scelta: 1');
  await save();
  await page
    .getByText(/salvato/)
    .first()
    .waitFor();

  await page.goto(draft);
  await ready();
  const told = page.getByRole('region', { name: 'Prezzi cambiati' });
  await told.waitFor();
  expect(await told.innerText()).toMatch(new RegExp(`${name}: −800,00\\s€ → −650,00\\s€`));
});
