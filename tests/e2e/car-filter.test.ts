import { expect } from 'playwright/test';
import { test } from 'vitest';
import { page, pageAs } from '#tests/support/page.ts';

pageAs('seller');

test('the filter of the versions of one model goes along to the next, as chips that can be taken off', async () => {
  await page.goto('/quotation/new/1/1');
  await page.getByLabel('Prezzo fino a').fill('40000');
  await page.getByLabel('kW da').fill('20');
  await page.getByRole('button', { name: 'Filtra' }).click();
  const chips = page.getByRole('link', { name: /^Togliere il filtro/ });
  await expect(chips).toHaveText([/kW da 20/, /Prezzo fino a 40000 €/]);
  // The page's script keeps the filter, and the chips stand in its HTML before the script runs.
  await page.waitForLoadState();

  await page.goto('/quotation/new/1');
  await page.locator('a.car-pick').nth(1).click();
  await expect(chips).toHaveText([/kW da 20/, /Prezzo fino a 40000 €/]);
  await chips.first().click();
  await expect(chips).toHaveText([/Prezzo fino a 40000 €/]);
  await page.waitForLoadState();
  await chips.first().click();
  await expect(chips).toHaveCount(0);
  await page.waitForLoadState();

  await page.goto('/quotation/new/1');
  await page.locator('a.car-pick').first().click();
  await expect(page.getByRole('button', { name: 'Filtra' })).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
});
