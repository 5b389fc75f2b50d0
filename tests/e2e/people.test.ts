import { expect } from 'playwright/test';
import { describe, test } from 'vitest';
import type { Customer } from '#domain/customers/schema.ts';
import { aPhoto } from '#tests/support/areas/uploads.ts';
import { mailsLeft } from '#tests/support/outbox.ts';
import { browser, context, page, pageAs } from '#tests/support/page.ts';
import { openContext } from '#tests/support/browser.ts';
import { dataDir, serverUrl } from '#tests/support/server.ts';
import { EXAMPLE, openAlive, read } from './quote-page.ts';
import { at, digits, letters, post as postAs } from './sale-page.ts';

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
    // The number may have been saved before the scan.
    const kept = async () => (await read<Customer>(context, `/customers/${id}`)).documents[0]?.scan;
    await expect.poll(kept).toBeTruthy();
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

test('the manufacturer opens a company; its administrator comes in by the mail and issues its first quote', async () => {
  const maker = await at(browser, 'manufacturer');
  const [name, email] = [`Rete ${letters(6)} S.r.l.`, `titolare.${digits(6)}@rete.example.it`];
  await maker.page.goto('/fms/companies');
  await maker.page.getByRole('button', { name: 'Concessionaria', exact: true }).click();
  const dialog = maker.page.getByRole('dialog', { name: 'Nuova concessionaria' });
  await dialog.getByRole('button', { name: 'Crea e invita' }).click();
  await expect(dialog.getByRole('textbox', { name: 'E-mail dell’amministratore' })).toHaveAttribute(
    'aria-invalid',
    'true',
  );
  await dialog.getByLabel('Ragione sociale').fill(name);
  await dialog.getByLabel('Provincia').selectOption('TO');
  await dialog.getByLabel('Amministratore', { exact: true }).fill('Tina Titolare');
  await dialog.getByLabel('E-mail dell’amministratore').fill(email);
  await dialog.getByRole('button', { name: 'Crea e invita' }).click();
  await maker.page.waitForURL(/\/fms\/companies\/\d+\/users/);
  await expect(maker.page.getByRole('row', { name: /Tina Titolare/ })).toContainText('Invito inviato');

  const { context: own, page: desk } = await openContext(browser);
  await desk.goto(await linkFor(email, '/resetpassword'));
  await desk.getByRole('textbox', { name: 'Nuova password' }).fill('tramonto sul molo 9');
  await desk.getByRole('textbox', { name: 'Ripeti la password' }).fill('tramonto sul molo 9');
  await desk.getByRole('button', { name: 'Imposta la password' }).click();
  await desk.waitForURL('/dealer');
  const lastName = `Cliente${letters(4)}`;
  await postAs<Customer>(own, '/customers', { type: 'private', firstName: 'Prima', lastName });
  await openAlive(desk, EXAMPLE);
  await desk.getByRole('combobox', { name: 'Cerca un cliente' }).fill(lastName);
  await desk.getByRole('listbox', { name: 'Cerca un cliente' }).getByRole('option').first().click();
  await desk.keyboard.press('Control+Enter');
  await expect(desk.getByText(/Emesso il preventivo P-\d{4}-000001/)).toBeVisible();
  await maker.page.reload();
  await expect(maker.page.getByRole('row', { name: /Tina Titolare/ })).toContainText('Attivo');
  await own.close();
  await maker.context.close();
});

test('an access that is taken back while its holder types says so; what was typed stays, and is saved once it is given again', async () => {
  const maker = await at(browser, 'manufacturer');
  const extent = { areas: ['prices'], writes: true, hours: 1 };
  const reason = 'Il prezzo stampato non è quello della pagina';
  const give = async () => {
    const { id } = await postAs<{ id: number }>(maker.context, '/network/21/grants', { ...extent, reason });
    await post(`/grants/${id}/allow`, extent);
    return id;
  };
  const id = await give();
  const car = { code: `ACC${digits(5)}`, description: 'Prima', makerId: null, modelId: null, price: 10_00, cost: 0 };
  const own = await post<{ id: number }>('/accessories', { ...car, taxRate: 22, fittingMinutes: 0, inStock: true, activeFrom: null, activeTo: null }); // prettier-ignore
  await maker.page.goto('/fms/companies/21/users');
  await maker.page.getByRole('button', { name: 'Entra' }).click();
  await maker.page.waitForURL('/dealer/accessories');
  const banner = maker.page.getByRole('region', { name: 'Accesso per conto della concessionaria' });
  await expect(banner).toContainText('Per conto di Autosalone Brera');
  // The dealer's people see it, too, on every page.
  await page.goto('/dealer');
  await expect(page.getByRole('region', { name: 'Avvisi di sistema' })).toContainText(
    'della Casa legge e cambia Listini',
  );

  await maker.page.goto(`/dealer/accessories?id=${own.id}`);
  const dialog = maker.page.locator('dialog[open]');
  const name = dialog.getByLabel('Descrizione');
  await name.fill('Scritto a metà');
  await post(`/grants/${id}/end`, {});
  await maker.page.keyboard.press('Control+Enter');
  await expect(dialog.getByRole('alert')).toContainText('niente è stato salvato. Ciò che è scritto resta');
  await expect(name).toHaveValue('Scritto a metà');
  const over = maker.page.getByText('L’accesso è finito: ciò che è scritto in questa pagina non è salvato');
  await expect(over).toBeVisible();
  const second = await give();
  // The page looks again by itself; at once when its connection comes back.
  await maker.page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(over).toBeHidden();
  await maker.page.keyboard.press('Control+Enter');
  await expect(dialog).toBeHidden();
  await page.goto(`/dealer/accessories?id=${own.id}`);
  await expect(page.locator('dialog[open]').getByLabel('Descrizione')).toHaveValue('Scritto a metà');
  await post(`/grants/${second}/end`, {});
  await maker.page.goto('/dealer/accessories');
  await maker.page.waitForURL('/fms/companies/21/users?ended');
  await expect(maker.page.getByText('L’accesso è finito. Ciò che è stato salvato resta.')).toBeVisible();
  await maker.context.close();
});

test('what is typed of an answer outlasts its cause and a ready answer; the ticket is answered, and its company stands beside the list', async () => {
  const subject = `Logo ${letters(6)}`;
  const { id } = await post<{ id: number }>('/support/tickets', { subject, text: 'Nel PDF è sfocato.' });
  const maker = await at(browser, 'manufacturer');
  await maker.page.goto(`/fms/support?ticket=21-${id}`);
  const [answer, kept] = [
    maker.page.getByLabel('Risposta', { exact: true }),
    `Serve un file più largo di ${letters(6)}.`,
  ];
  await answer.fill(kept);
  await maker.page.getByLabel('Causa', { exact: true }).fill(`Immagine piccola ${letters(4)}`);
  const [saved] = await Promise.all([
    maker.page.waitForResponse((response) => response.url().endsWith('/cause')),
    maker.page.getByRole('button', { name: 'Salva causa' }).click(),
  ]);
  expect(saved.status()).toBe(200);
  await expect(answer).toHaveValue(kept);
  const ready = maker.page.getByText('Risposte pronte');
  await ready.click();
  await maker.page.getByRole('button', { name: 'Tieni il testo come risposta pronta' }).click();
  await expect(maker.page.getByRole('button', { name: kept, exact: true, includeHidden: true })).toBeAttached();
  await expect(answer).toHaveValue(kept);
  await answer.fill('Buongiorno.');
  await ready.click();
  await maker.page.getByRole('button', { name: kept, exact: true }).click();
  await expect(answer).toHaveValue(`Buongiorno.\n\n${kept}`);
  await maker.page.getByRole('button', { name: 'Passa', exact: true }).click();
  await expect(maker.page.getByText('Nessuno ancora.')).toBeHidden();
  await expect(answer).toHaveValue(`Buongiorno.\n\n${kept}`);
  await maker.page.getByRole('button', { name: 'Rispondi e chiudi' }).click();
  await expect(maker.page.getByRole('heading', { name: subject })).toContainText('Chiuso');
  await maker.page.goto('/fms/companies?state=open');
  await maker.page.getByRole('link', { name: 'Autosalone Brera' }).click();
  await maker.page.waitForURL('/fms/companies?state=open&company=21');
  await expect(maker.page.getByRole('complementary', { name: /Autosalone Brera/ })).toContainText('Paolo Riva');
  await maker.context.close();
});
