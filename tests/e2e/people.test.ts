import { expect } from 'playwright/test';
import { describe, test } from 'vitest';
import type { Customer } from '#domain/customers/schema.ts';
import { aPhoto } from '#tests/support/areas/uploads.ts';
import { mailsLeft } from '#tests/support/outbox.ts';
import { browser, context, page, pageAs } from '#tests/support/page.ts';
import { dataDir, serverUrl } from '#tests/support/server.ts';
import { digits, letters } from './sale-page.ts';

pageAs('admin');

const post = async <T>(path: string, data: object): Promise<T> => {
  const answer = await context.request.post(`${serverUrl()}/api${path}`, { headers: { origin: serverUrl() }, data });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as T;
};
const customer = (lastName: string, data: object = {}) =>
  post<Customer>('/customers', { type: 'private', firstName: 'Nives', lastName, ...data });

/** The link in the mail that comes to somebody. */
async function linkFor(address: string, path: string): Promise<string> {
  const mails = () => mailsLeft({ DATA_DIR: dataDir() }, address).join('\n');
  await expect.poll(mails, { timeout: 20_000 }).toContain(path);
  return new RegExp(`https?://\\S+${path}\\S+`).exec(mails())![0];
}

describe('a customer', () => {
  test('sees and changes the consents by the link of a mail; the choice stands in the record', async () => {
    const email = `nives.${digits(6)}@posta.example.it`;
    const { id } = await customer('Delconsenso', { email });
    const given = { purpose: 'marketing', given: true, channels: ['email'], way: 'paper', on: '2026-01-10', proof: '' };
    await post(`/privacy/customers/${id}`, given);
    await page.goto(`/dealer/customers/${id}`);
    await page.getByRole('button', { name: 'Invia per e-mail' }).click();
    const link = await linkFor(email, '/privacy/');
    const stranger = await browser.newContext({ baseURL: serverUrl(), javaScriptEnabled: false });
    const own = await stranger.newPage();
    await own.goto(link);
    // For how long data are kept, by choice of the company and by law.
    await expect(own.getByText('Chi non ha concluso una trattativa: 24 mesi')).toBeVisible();
    await expect(own.getByText(/contratti, fatture.*: dieci anni, perché lo vuole la legge/)).toBeVisible();
    await own
      .getByRole('group', { name: 'Comunicazioni commerciali' })
      .getByRole('checkbox', { name: 'Acconsento' })
      .uncheck();
    await own.getByRole('button', { name: 'Salva le scelte' }).click();
    await expect(own.getByText('Le sue scelte sono salvate')).toBeVisible();
    await stranger.close();
    await page.reload();
    const consents = page.locator('#consents');
    await consents.getByText('Tutte le scelte').click();
    await expect(consents.locator('details')).toContainText('negato o revocato');
  });

  test('has a document scanned from the page, which is opened and stays', async () => {
    const { id } = await customer('Dellacarta');
    await page.goto(`/dealer/customers/${id}`);
    const documents = page.locator('#documents');
    await documents.locator('fieldset:not([data-asleep])').first().waitFor();
    await documents.getByRole('button', { name: 'Documento' }).click();
    await documents.getByRole('textbox', { name: 'Numero' }).fill('CA12345AB');
    const scan = { name: 'fronte.jpg', mimeType: 'image/jpeg', buffer: await aPhoto() };
    await documents.getByLabel('Scansione').setInputFiles(scan);
    await expect(page.locator('#record-head').getByText(/^Salvato/)).toBeVisible();
    await page.reload();
    const href = await documents.getByRole('link', { name: 'Apri il file' }).getAttribute('href');
    const seen = await context.request.get(`${serverUrl()}${href}`);
    expect([seen.status(), seen.headers()['content-type']]).toEqual([200, 'image/jpeg']);
  });

  test('entered twice becomes one, field by field, and two again', async () => {
    const [phone, end] = [`348${digits(7)}`, letters(4)];
    const [one, two] = [`Nives Doppiatti${end}`, `Nives Dopiatti${end}`];
    await customer(`Doppiatti${end}`, { phone, city: 'Como' });
    await customer(`Dopiatti${end}`, { phone, city: 'Lecco' });
    await page.goto('/dealer/customers/duplicates');
    await page.getByRole('link', { name: `Confronta ${one} con ${two}` }).click();
    await page.locator('astro-island:not([ssr]) .merge').waitFor();
    for (const told of [`Resta: ${one}.*Como.*inserito il`, `Si unisce: ${two}.*Lecco.*inserito il`])
      await expect(page.getByRole('columnheader', { name: new RegExp(told) })).toBeVisible();
    await page.getByRole('radio', { name: 'Città: Lecco' }).check();
    await page.getByRole('button', { name: 'Unisci i due clienti' }).click();
    await expect(page.getByText(`${two} è stato unito a ${one}.`)).toBeVisible();
    await page.locator('astro-island:not([ssr]) .merges').waitFor();
    await page.getByRole('button', { name: `Annulla: ${two}, ${one}` }).click();
    await expect(page.getByText('Unione annullata')).toBeVisible();
  });
});

test('a colleague is invited, chooses a password by the link of the mail and comes in', async () => {
  const [name, email] = [`Nuova Collega${letters(4)}`, `collega.${digits(6)}@brera.example.it`];
  await page.goto('/dealer/users?new');
  const dialog = page.locator('dialog[open]');
  await dialog.getByLabel('Nome e cognome').fill(name);
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByLabel('Ruolo').selectOption('Accoglienza');
  await dialog.getByRole('checkbox', { name: 'Milano' }).check();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('cell', { name, exact: true })).toBeVisible();
  const link = await linkFor(email, '/resetpassword');
  const stranger = await browser.newContext({ baseURL: serverUrl() });
  const own = await stranger.newPage();
  await own.goto(link);
  const password = 'tramonto sul molo 9';
  await own.getByRole('textbox', { name: 'Nuova password' }).fill(password);
  await own.getByRole('textbox', { name: 'Ripeti la password' }).fill(password);
  await own.getByRole('button', { name: 'Imposta la password' }).click();
  await own.waitForURL('/dealer');
  await stranger.close();
});
