import { expect } from 'playwright/test';
import { afterAll, beforeAll, test } from 'vitest';
import { DEMO_PASSWORD } from '#domain/passwords.ts';
import { leaveBrowser, openBrowser, openContext } from '#tests/support/browser.ts';
import { DEMO_USERS } from '#tests/support/server.ts';
import { alive, EXAMPLE, section } from './quote-page.ts';
import { digits, letters } from './sale-page.ts';

let browser: Awaited<ReturnType<typeof openBrowser>>;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => leaveBrowser(browser));

/** A browser of its own at which each press of a button and of a key is counted. */
async function counted() {
  const { context, page } = await openContext(browser);
  const count = { clicks: 0, keys: 0 };
  return {
    context,
    page,
    count,
    click: async (what: { click(): Promise<void> }) => {
      count.clicks++;
      await what.click();
    },
    type: async (text: string) => {
      count.keys += text.length;
      await page.keyboard.type(text);
    },
    press: async (key: string) => {
      count.keys++;
      await page.keyboard.press(key);
    },
    link: (name: string | RegExp) => page.getByRole('link', { name }),
  };
}

test('the first quote of a newcomer, from the login to its number: at most 14 clicks and 70 keys', async () => {
  const { context, page, count, click, type, press, link } = await counted();
  await page.goto('/');
  await click(page.getByRole('textbox', { name: 'E-mail' }));
  await type(DEMO_USERS.seller);
  await press('Tab');
  await type(DEMO_PASSWORD);
  await press('Enter');
  await page.waitForURL('/dealer');
  await click(page.getByRole('main').getByRole('link', { name: 'Nuovo preventivo' }));
  // The makers stand above the cars that are known.
  await click(link(/^Lumera/).first());
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

test('a quote for somebody new, with trade-in, policy and a plan in two steps: at most 13 clicks and 100 keys', async () => {
  const { context, page, count, click, type, press, link } = await counted();
  await page.goto('/');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(DEMO_USERS.seller);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL('/dealer');
  // From here each press counts, Tab and Enter too.
  await click(page.getByRole('main').getByRole('link', { name: 'Nuovo preventivo' }));
  // The makers stand above the cars that are known.
  await click(link(/^Lumera/).first());
  await click(link(/Rea/));
  await click(page.getByRole('link', { name: '1.5 HEV 101 CV Comfort', exact: true }));
  await page.waitForURL(EXAMPLE);
  await alive(page);

  await click(page.getByRole('combobox', { name: 'Cerca un cliente' }));
  // As long as a real one, and unknown to a second try, too.
  const end = letters(6);
  await type(`ugo fog${end}`);
  await expect(page.getByRole('option', { name: /Crea/ })).toBeVisible();
  await press('Enter');
  await expect(page.getByRole('dialog').locator('[name=phone]')).toBeFocused();
  await type(`347${digits(7)}`);
  await press('Tab');
  await type(`ugo@fog${end}.it`);
  await press('Tab');
  await type('24121');
  await press('Enter');
  await expect(page.getByRole('combobox', { name: 'Cerca un cliente' })).toHaveValue(`Ugo Fog${end}`);
  // The postal code gave the town, and its province the tax of registration.
  await expect(page.getByText('Provincia del cliente: Bergamo')).toBeVisible();

  const used = section(page, 'Usato');
  await click(used.getByRole('button', { name: 'Aggiungi permuta' }));
  await type('GA123BC');
  await press('Tab');
  await type('Fiat Panda');
  await click(used.getByRole('button', { name: 'Stima' }));
  await expect(page.getByRole('dialog').locator('[name=base]')).toBeFocused();
  await type('6500');
  await press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();

  await click(section(page, 'Assicurazioni').getByRole('button', { name: 'Proponi assicurazioni' }));
  await click(section(page, 'Assicurazioni').getByRole('checkbox', { name: /RCA/ }).first());
  await click(section(page, 'Finanziamento').getByText('Adria Due Tempi', { exact: true }));
  await press('Control+Enter');
  await expect(page.getByText(/Emesso il preventivo P-\d{4}-\d{6}/)).toBeVisible();
  expect(count.clicks).toBeLessThanOrEqual(13);
  expect(count.keys).toBeLessThanOrEqual(100);
  await context.close();
});
