import { expect } from 'playwright/test';
import { test } from 'vitest';
import { page, pageAs } from '#tests/support/page.ts';

pageAs('reception');

test('somebody is registered in two interactions, an anonymous one in one; the page loaded again keeps what is typed', async () => {
  await page.goto('/reception');
  await page.waitForLoadState('networkidle');
  const waiting = page.getByRole('heading', { name: /^In attesa/ });
  await expect(waiting).toBeVisible();
  const name = page.getByPlaceholder('Nome o descrizione');
  await name.fill('Giacca verde');
  await page.reload();
  await page.waitForLoadState('networkidle');
  await expect(name).toHaveValue('Giacca verde');
  const saved = page.waitForResponse(/\/api\/accesses$/);
  await page.getByRole('button', { name: /^In attesa · A / }).click();
  expect((await saved).status()).toBe(201);
  await expect(page.getByText('Giacca verde')).toBeVisible();
  await expect(name).toHaveValue('');
  const another = page.waitForResponse(/\/api\/accesses$/);
  await page.getByRole('button', { name: 'Anonimo' }).click();
  expect((await another).status()).toBe(201);
});
