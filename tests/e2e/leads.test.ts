import { expect } from 'playwright/test';
import { test } from 'vitest';
import { page, pageAs } from '#tests/support/page.ts';

pageAs('seller');

test('an action on a lead is logged in three interactions; the lead moves on with its next action', async () => {
  await page.goto('/dealer/leads/handle');
  const queue = page.getByRole('navigation', { name: 'Coda' });
  await expect(queue.getByRole('link').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  // The first of the queue is open already.
  await page.getByRole('button', { name: 'Interesse' }).click();
  await page.getByLabel('Nota').fill('Vuole provarla sabato');
  const saved = page.waitForResponse(/\/api\/leads\/\d+\/actions$/);
  await page.getByRole('button', { name: 'Salva' }).click();
  expect((await saved).status()).toBe(200);
  await expect(page.getByText('Azione registrata.')).toBeVisible();
  await expect(page.getByText(/^Prossima azione: Richiamo, /)).toBeVisible();
  await expect(page.getByText('Vuole provarla sabato')).toBeVisible();
});
