import { expect } from 'playwright/test';
import { test } from 'vitest';
import { context, page, pageAs } from '#tests/support/page.ts';
import { serverUrl } from '#tests/support/server.ts';
import { read } from './quote-page.ts';

pageAs('seller');

const bell = () => page.getByRole('button', { name: /^Notifiche/ });
const panel = () => page.getByRole('dialog', { name: 'Notifiche' });

test('the bell says how many are unread; one that is followed is read, and then all are', async () => {
  // Of a first try.
  const { rows } = await read<{ rows: { id: number; read: boolean }[] }>(context, '/notifications');
  for (const { id } of rows.filter((row) => row.read)) {
    const headers = { origin: serverUrl() };
    const answer = await context.request.put(`/api/notifications/${id}/read`, { headers, data: { read: false } });
    expect(answer.ok()).toBe(true);
  }
  await page.goto('/dealer');
  const label = /^Notifiche: (\d+) da leggere$/;
  const unread = async () => Number(label.exec((await bell().getAttribute('aria-label'))!)![1]);
  await bell().click();
  const first = panel()
    .getByRole('link', { name: /^Da leggere: P-.* scade il / })
    .first();
  await first.waitFor();
  // The number that came with the list: the one of the page may be older.
  const before = await unread();
  await first.click();
  await page.waitForURL(/[?&]quote=\d+/);
  await expect(bell()).toHaveAccessibleName(`Notifiche: ${before - 1} da leggere`);

  await bell().click();
  await panel().getByRole('button', { name: 'Segna tutte come lette' }).click();
  await expect(bell()).toHaveAccessibleName('Notifiche');
  await expect(panel().locator('a[data-unread]').first()).toBeFocused();
  await page.reload();
  await expect(bell()).toHaveAccessibleName('Notifiche');
});

test('a kind is switched in the settings and stays so', async () => {
  await page.goto('/dealer/settings');
  const mail = page.getByRole('group', { name: 'Un preventivo scade entro due giorni' }).getByLabel('E-mail');
  const checked = !(await mail.isChecked());
  const saved = page.waitForResponse('**/api/notifications/settings');
  await mail.setChecked(checked);
  expect((await saved).status()).toBe(200);
  await page.reload();
  await expect(mail).toBeChecked({ checked });
});
