import { expect } from 'playwright/test';
import { afterAll, beforeAll, test } from 'vitest';
import { DEMO_PASSWORD } from '#domain/auth/rules.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { DEMO_USERS, serverUrl } from '#tests/support/server.ts';
import { alive, EXAMPLE, section } from './quote-page.ts';

let browser: Awaited<ReturnType<typeof openBrowser>>;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test('the first quote of a newcomer, from the login to its number: at most 14 clicks and 70 keys', async () => {
  const context = await browser.newContext({ baseURL: serverUrl(), viewport: { width: 1366, height: 768 } });
  const page = await context.newPage();
  const count = { clicks: 0, keys: 0 };
  const click = async (what: { click(): Promise<void> }) => {
    count.clicks++;
    await what.click();
  };
  const type = async (text: string) => {
    count.keys += text.length;
    await page.keyboard.type(text);
  };
  const press = async (key: string) => {
    count.keys++;
    await page.keyboard.press(key);
  };
  const link = (name: string | RegExp) => page.getByRole('link', { name });

  await page.goto('/');
  await click(page.getByRole('textbox', { name: 'E-mail' }));
  await type(DEMO_USERS.seller);
  await press('Tab');
  await type(DEMO_PASSWORD);
  await press('Enter');
  await page.waitForURL('/dealer');
  await click(page.getByRole('navigation', { name: 'Vai a' }).getByRole('link', { name: 'Crea o compara preventivi' }));
  await click(link('Nuovo da catalogo'));
  await click(link(/^Lumera/));
  await click(link(/Rea/));
  await click(page.getByRole('link', { name: '1.5 HEV 101 CV Comfort', exact: true }));
  await page.waitForURL(EXAMPLE);
  await alive(page);
  await click(section(page, 'Versione').getByRole('checkbox', { name: /L130/ }));
  await click(page.getByRole('combobox', { name: 'Cerca un cliente' }));
  await type('rossi');
  await expect(page.getByRole('listbox', { name: 'Cerca un cliente' }).getByRole('option').first()).toBeVisible();
  await press('Enter');
  await click(section(page, 'Incentivi').getByRole('checkbox', { name: /^Campagna Lumera Rea/ }));
  await click(section(page, 'Finanziamento').getByRole('textbox', { name: 'Anticipo' }));
  await type('20%');
  await click(section(page, 'Finanziamento').getByText('Adria Classico', { exact: true }));
  await press('Control+Enter');
  await expect(page.getByText(/Emesso il preventivo P-\d{4}-\d{6}/)).toBeVisible();
  expect(count.clicks).toBeLessThanOrEqual(14);
  expect(count.keys).toBeLessThanOrEqual(70);
  await context.close();
});
