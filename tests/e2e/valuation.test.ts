import type { Browser } from 'playwright';
import { expect } from 'playwright/test';
import { afterAll, beforeAll, test } from 'vitest';
import { leaveBrowser, openBrowser } from '#tests/support/browser.ts';
import { at } from './sale-page.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => leaveBrowser(browser));

test('a customer’s car, from its plate to an offer, in nine interactions', async ({ task }) => {
  const count = { n: 0 };
  const { context, page, press, type } = await at(browser, 'seller', count);
  await page.goto('/dealer/usedEvaluation?new');
  const dialog = page.getByRole('dialog');
  await type(dialog.getByLabel('Targa'), `GV88${task.result?.retryCount ?? 0}PQ`);
  await press('Cerca la targa, costa 1');
  // Two versions have this plate; the longer name is one of them.
  await press(dialog.getByRole('button', { name: / Plus$/ }));
  await type(dialog.getByLabel('Chilometri'), '61000');
  await press('Inizia la valutazione');
  await page.waitForURL(/usedEvaluation\/\d+$/);
  await expect(page.locator('[data-ready]')).toBeVisible();
  await press(page.getByRole('button', { name: 'Con annunci, costa 1' }).first());
  // The first answer becomes the base, and the car stands among its adverts.
  await expect(page.getByText('Ritiro EUR')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Comparabili' })).toBeVisible();
  await press(page.getByRole('button', { name: /^Offri .+€$/ }));
  const offered = await dialog.getByLabel('Offerta al cliente').inputValue();
  await press(dialog.getByRole('button', { name: /^Offri/ }));
  await expect(page.locator('.offer .amount')).toHaveText(`${offered} €`);
  expect(count.n).toBeLessThanOrEqual(9);
  await page.reload();
  await expect(page.locator('.offer .amount')).toHaveText(`${offered} €`);
  await context.close();
});
