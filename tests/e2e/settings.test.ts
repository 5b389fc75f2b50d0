import { expect } from 'playwright/test';
import { beforeEach, describe, test } from 'vitest';
import { aPhoto } from '#tests/support/areas/uploads.ts';
import { signIn } from '#tests/support/browser.ts';
import { browser, context, page, pageAs } from '#tests/support/page.ts';
import { serverUrl } from '#tests/support/server.ts';
import { read } from './quote-page.ts';
import { at, letters } from './sale-page.ts';

pageAs('reception');
beforeEach(() => page.goto('/dealer/settings'));

const name = () => page.getByLabel('Nome e cognome');
const phone = () => page.getByLabel('Telefono');
const save = () => page.getByRole('button', { name: 'Salva', exact: true });
const toast = (text: string) => page.locator('#toasts').getByText(text);
const me = () => read<{ name: string; phone: string; version: number }>(context, '/auth/user');

/** A square of 8 × 8 pixels. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEklEQVR4nGP4z8CAFWEXHbQSACj/P8Fu7N9hAAAAAElFTkSuQmCC',
  'base64',
);

describe('the settings lose nothing that is typed', () => {
  test('a picture is set and taken away beside a half-typed name; leaving asks', async () => {
    await name().fill('Marta Greco Neri');
    const avatar = page.getByRole('banner').locator('img.avatar');
    await page.getByLabel('Scegli un’immagine').setInputFiles({ name: 'io.png', mimeType: 'image/png', buffer: PNG });
    await page.getByRole('button', { name: 'Usa questa immagine' }).click();
    await expect(avatar).toBeVisible();
    await page.getByRole('button', { name: 'Torna alla lettera' }).click();
    await expect(avatar).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Torna alla lettera' })).toBeHidden();
    await expect(name()).toHaveValue('Marta Greco Neri');
    const stayed = page.waitForEvent('dialog').then((question) => question.dismiss());
    await Promise.all([stayed, page.getByRole('link', { name: 'Dashboard' }).click()]);
    await expect(name()).toHaveValue('Marta Greco Neri');
  });

  test('somebody else saved: what was typed stays and says what it goes over, the rest is the new', async () => {
    const before = await me();
    const other = `Marta Grechi ${letters(2)}`;
    await name().fill('Marta Greco Neri');
    await context.request.put('/api/users/me', {
      headers: { origin: serverUrl(), 'if-match': `"v${before.version}"` },
      data: { name: other, phone: '02 5550101' },
    });
    await save().click();
    await expect(page.locator('#profile')).toContainText('Il profilo è stato modificato altrove.');
    await expect(page.locator('#profile')).toContainText(`Altrove è stato salvato «${other}»`);
    await expect(name()).toHaveValue('Marta Greco Neri');
    await expect(phone()).toHaveValue('02 555 0101');
    await name().fill(before.name);
    await save().click();
    await expect(toast('Salvato.')).toBeVisible();
    expect(await me()).toMatchObject({ name: before.name, phone: '+39025550101' });
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.waitForURL('**/dealer');
  });
});

test('a session that is closed on a phone leaves the keyboard in the table', async () => {
  const elsewhere = await browser.newContext({ baseURL: serverUrl() });
  await signIn(elsewhere, 'reception');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.reload();
  const sessions = page.getByRole('region', { name: 'Sessioni aperte' });
  const close = sessions.getByRole('button', { name: /^Chiudi/ }).first();
  await close.scrollIntoViewIfNeeded();
  expect(await sessions.evaluate((part) => part.scrollWidth - part.clientWidth)).toBe(0);
  await expect(close).toBeInViewport({ ratio: 1 });
  await close.press('Enter');
  await expect(toast('Sessione chiusa.')).toBeVisible();
  expect(await page.evaluate(() => document.activeElement?.closest('#sessions')?.id)).toBe('sessions');
  expect((await elsewhere.request.get('/api/auth/user')).status()).toBe(401);
  await elsewhere.close();
});

test('somebody who has sent files that nothing uses sees them and empties them; the administrator sees whose they are', async () => {
  const { context: own, page: photos } = await at(browser, 'director');
  const send = async () => {
    const sent = await own.request.post('/api/uploads?purpose=stock_photo&name=frontale.jpg', {
      headers: { 'content-type': 'application/octet-stream', origin: serverUrl() },
      data: await aPhoto(),
    });
    expect(sent.status()).toBe(201);
  };
  // Other files of the worker leave some too: this person begins without any, and only their row is looked at.
  await own.request.delete('/api/uploads/unused', { headers: { origin: serverUrl() } });
  await send();
  await photos.goto('/dealer/preferences');
  const person = photos.locator('#unused').getByRole('listitem').filter({ hasText: 'Elena Conti' });
  await expect(person).toHaveText([/Un file, \d+\s?kB; il più vecchio oggi/]);
  await photos.goto('/dealer/settings');
  const files = photos.locator('#unused');
  await expect(files.getByRole('link', { name: 'frontale.jpg' })).toBeVisible();
  await files.getByRole('button', { name: 'Svuota' }).click();
  const question = photos.getByRole('dialog');
  await expect(question).toContainText('Un file si elimina ora');
  await question.getByRole('button', { name: 'Annulla' }).click();
  await files.getByRole('button', { name: 'Svuota' }).click();
  await question.getByRole('button', { name: 'Elimina' }).click();
  await expect(files).toContainText('Nessun file inutilizzato.');
  await expect(files.getByRole('link')).toHaveCount(0);
  await photos.reload();
  await expect(files).toContainText('Nessun file inutilizzato.');
  await send();
  await photos.goto('/dealer/preferences');
  await person.getByRole('button', { name: 'Svuota i file di Elena Conti' }).click();
  await question.getByRole('button', { name: 'Elimina' }).click();
  await expect(person).toHaveCount(0);
  expect(await read(own, '/uploads/unused')).toEqual([]);
  await own.close();
});
