import { beforeEach, expect, test } from 'vitest';
import { page, pageAs } from '#tests/support/page.ts';

pageAs('admin');
beforeEach(async () => {
  await page.goto('/dealer/accessories');
  await page.locator('.list-page:not(astro-island[ssr] *)').waitFor();
  await page.getByRole('button', { name: 'Importa' }).click();
});
const dialog = () => page.locator('.dialog[open]');
const choose = (buffer: Buffer) =>
  dialog().getByLabel('File CSV').setInputFiles({ name: 'accessori.csv', mimeType: 'text/csv', buffer });
const told = (text: string) => dialog().getByText(text).waitFor();

test('says what a file of an old spreadsheet would do, and imports its good rows', async () => {
  // Windows-1252.
  await choose(
    Buffer.from(
      'Codice;Descrizione;Prezo;Prezzo\r\nCSV-1;Perché no;;1.234,50\r\nCSV-2;Senza prezzo;;\r\nCSV-3;Più, così;;9',
      'latin1',
    ),
  );
  await told('2 da creare, 0 da aggiornare, 1 da correggere');
  await told('Colonne non riconosciute, non lette: Prezo');
  expect(await dialog().locator('.import-errors tbody tr').allTextContents()).toEqual(['3Prezzo: manca']);
  await dialog().getByRole('button', { name: 'Importa 2 righe' }).click();
  await page.getByText('2 creati, 0 aggiornati').waitFor();
  const found = await page.request.get('/api/accessories?q=CSV-1');
  expect((await found.json()).rows).toMatchObject([{ description: 'Perché no', price: 123_450 }]);
});

test('tells a file that cannot be read and one that is too large, and takes the next one', async () => {
  await choose(Buffer.from('PK\u0003\u0004\u0014\u0000'));
  await told('Non è un file CSV: in Excel salvarlo con nome, tipo CSV');
  await choose(Buffer.alloc(3_000_000, 'x'));
  await told('Il file è troppo grande (al massimo 1 MB): dividerlo in più file');
  expect(
    await dialog()
      .getByRole('button', { name: /^Importa/ })
      .isDisabled(),
  ).toBe(true);
  await choose(Buffer.from('Codice;Descrizione;Prezzo\nCSV-4;Box;9'));
  await dialog().getByRole('button', { name: 'Importa 1 riga' }).waitFor();
});

test('of two files chosen one after the other the second counts, whichever is answered first', async () => {
  let letGo = () => {};
  const gate = new Promise<void>((done) => (letGo = done));
  await page.route('**/accessories/import', async (route) => {
    if (route.request().postData()?.includes('PRIMO')) await gate;
    await route.continue();
  });
  await choose(Buffer.from('Codice;Descrizione;Prezzo\nPRIMO-1;Box;9\nPRIMO-2;Box;9'));
  await choose(Buffer.from('Codice;Descrizione;Prezzo\nSECONDO;Box;9'));
  await told('1 da creare');
  const first = page.waitForResponse((response) => !!response.request().postData()?.includes('PRIMO'));
  letGo();
  await (await first).finished();
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
  expect(await dialog().getByRole('button', { name: 'Importa 1 riga' }).isEnabled()).toBe(true);
});
