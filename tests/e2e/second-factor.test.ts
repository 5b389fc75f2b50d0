import { expect } from 'playwright/test';
import { test } from 'vitest';
import { codeOf } from '#tests/support/second-factor.ts';
import { DEMO_PASSWORD } from '#domain/passwords.ts';
import { signIn } from '#tests/support/browser.ts';
import { browser, context, page, pageAs } from '#tests/support/page.ts';
import { DEMO_USERS, serverUrl } from '#tests/support/server.ts';
import { read } from './quote-page.ts';

pageAs('backOffice');

test('one activates it in the settings, logs in with a code without script, is remembered, and takes it away', async ({
  onTestFailed,
}) => {
  // Neither a second try nor another file of the server could log this person in.
  onTestFailed(async () => {
    const admin = await browser.newContext({ baseURL: serverUrl() });
    const { id } = await read<{ id: number }>(context, '/auth/user');
    await signIn(admin, 'admin');
    await admin.request.delete(`/api/users/${id}/second-factor`, { headers: { origin: serverUrl() } });
    await admin.close();
  });
  await page.goto('/dealer/settings');
  await page.getByRole('button', { name: 'Attiva il secondo fattore' }).click();
  const dialog = page.getByRole('dialog', { name: 'Attiva il secondo fattore' });
  await dialog.getByRole('textbox', { name: 'Password attuale' }).fill(DEMO_PASSWORD);
  await dialog.getByRole('button', { name: 'Continua' }).click();
  await expect(dialog.getByRole('img', { name: /Codice QR/ })).toBeVisible();
  const secret = (await dialog.locator('code').textContent())!;
  await dialog.getByLabel('Codice di 6 cifre').fill(codeOf(secret, new Date()));
  await dialog.getByRole('button', { name: 'Attiva', exact: true }).click();
  const codes = page.getByRole('dialog', { name: 'Codici di recupero' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const recovery = await codes.getByRole('listitem').allTextContents();
  await codes.getByRole('button', { name: 'Li ho salvati' }).click();
  await expect(page.getByText('Codici di recupero rimasti: 10')).toBeVisible();

  const elsewhere = await browser.newContext({ baseURL: serverUrl(), javaScriptEnabled: false });
  const other = await elsewhere.newPage();
  const enter = async (where: string) => {
    await other.goto(where);
    await other.getByRole('textbox', { name: 'E-mail' }).fill(DEMO_USERS.backOffice);
    await other.getByRole('textbox', { name: 'Password' }).fill(DEMO_PASSWORD);
    await other.getByRole('button', { name: 'Accedi' }).click();
  };
  await enter('/?target=/dealer/settings');
  const code = other.getByRole('textbox', { name: 'Codice' });
  await code.fill('000000');
  await other.getByRole('button', { name: 'Accedi' }).click();
  await expect(other.getByRole('alert')).toContainText('Codice non valido');
  await code.fill(recovery[0]!);
  await other.getByRole('checkbox', { name: /Non chiedere il codice/ }).check();
  await other.getByRole('button', { name: 'Accedi' }).click();
  await other.waitForURL('/dealer/settings');
  await expect(other.getByRole('heading', { name: 'Dispositivi ricordati' })).toBeVisible();
  await elsewhere.clearCookies({ name: '__Host-volante' });
  await enter('/fms/login');
  await other.waitForURL('/dealer');
  await elsewhere.close();

  await page.reload();
  await page.getByRole('button', { name: 'Disattiva il secondo fattore' }).click();
  const removal = page.getByRole('dialog', { name: 'Disattiva il secondo fattore' });
  await removal.getByRole('textbox', { name: 'Codice' }).fill(recovery[1]!);
  await removal.getByRole('button', { name: 'Continua' }).click();
  await expect(page.getByRole('button', { name: 'Attiva il secondo fattore' })).toBeVisible();
});
