import { mkdtemp, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'playwright/test';
import { beforeEach, describe, test } from 'vitest';
import { otherFiles } from '#tests/support/other-systems.ts';
import { page, pageAs } from '#tests/support/page.ts';
import { digits } from './sale-page.ts';

pageAs('admin');
const dialog = () => page.locator('.dialog[open]');
const choose = (buffer: Buffer) =>
  dialog().getByLabel('File CSV').setInputFiles({ name: 'accessori.csv', mimeType: 'text/csv', buffer });
const told = (text: string) => dialog().getByText(text).waitFor();

describe('in a list', () => {
  beforeEach(async () => {
    await page.goto('/dealer/accessories');
    await page.locator('.list-page:not(astro-island[ssr] *)').waitFor();
    await page.getByRole('button', { name: 'Importa' }).click();
  });

  test('says what a file of an old spreadsheet would do, and imports its good rows', async () => {
    const code = `CSV${digits(4)}`;
    const rows = [`${code}-1;Perché no;;1.234,50`, `${code}-2;Senza prezzo;;`, `${code}-3;Più, così;;9`];
    // Windows-1252.
    await choose(Buffer.from(['Codice;Descrizione;Prezo;Prezzo', ...rows].join('\r\n'), 'latin1'));
    await dialog().getByLabel('Letta come: Prezo').waitFor();
    expect(await dialog().getByLabel('Letta come: Prezo').inputValue()).toBe('');
    await dialog().getByRole('button', { name: 'Verifica le 3 righe' }).click();
    await told('2 da creare, 0 da aggiornare, 1 da correggere');
    expect(await dialog().locator('.import-fault').allTextContents()).toEqual(['Prezzo: manca 1']);
    await dialog().getByRole('button', { name: 'Importa 2 righe' }).click();
    await told('2 creati, 0 aggiornati, 1 non importati');
    const found = await page.request.get(`/api/accessories?q=${code}-1`);
    expect((await found.json()).rows).toMatchObject([{ description: 'Perché no', price: 123_450 }]);
    await dialog().getByRole('button', { name: 'Annulla l’importazione' }).click();
    await told('0 ripristinati, 2 tolti');
  });

  test('tells a file that cannot be read and one that is too large, and takes the next one', async () => {
    await choose(Buffer.from('PK\u0003\u0004\u0014\u0000'));
    await told('Il file è rovinato');
    const large = join(await mkdtemp(join(tmpdir(), 'volante-import-')), 'grande.csv');
    await writeFile(large, '');
    await truncate(large, 21_000_000);
    await dialog().getByLabel('File CSV').setInputFiles(large);
    await told('Il file è troppo grande (al massimo 20 MB): dividerlo in più file');
    expect(
      await dialog()
        .getByRole('button', { name: /^(Verifica|Importa) / })
        .count(),
    ).toBe(0);
    await choose(Buffer.from('Codice;Descrizione;Prezzo\nCSV-4;Box;9'));
    await dialog().getByRole('button', { name: 'Verifica la riga' }).waitFor();
  });

  test('the second of two files chosen one after the other counts, whichever is answered first', async () => {
    let letGo = () => {};
    const gate = new Promise<void>((done) => (letGo = done));
    let held = false;
    await page.route('**/api/imports?*', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      const isFirst = !held;
      held = true;
      if (isFirst) await gate;
      await route.continue();
    });
    await choose(Buffer.from('Codice;Descrizione;Prezzo\nPRIMO-1;Box;9\nPRIMO-2;Box;9'));
    await expect.poll(() => held).toBe(true);
    await choose(Buffer.from('Codice;Descrizione;Prezzo\nSECONDO;Box;9'));
    await dialog().getByRole('button', { name: 'Verifica la riga' }).waitFor();
    const first = page.waitForResponse((response) => response.request().method() === 'POST');
    letGo();
    await (await first).finished();
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
    expect(await dialog().getByRole('button', { name: 'Verifica la riga' }).isEnabled()).toBe(true);
    await page.unroute('**/api/imports?*');
  });
});

test('a large file on its own page: columns are matched by hand, progress stays when the page is left, and it is taken back', async () => {
  await page.goto('/dealer/imports');
  await page.locator('.import-new:not(astro-island[ssr] *)').waitFor();
  await page.getByLabel('Che cosa importare').selectOption('Accessori');
  // What was matched once is matched from then on: a second try has a heading of its own.
  const [code, heading] = [`GR${digits(4)}`, `Sigla ${digits(4)}`];
  const rows = Array.from({ length: 600 }, (_, n) => `${code}-${n};Prova grande ${n};12,50`);
  const buffer = Buffer.from([`${heading};Descrizione;Prezzo`, ...rows].join('\n'));
  await page.getByLabel('File CSV').setInputFiles({ name: 'grande.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Verifica le 600 righe' }).click();
  await page.getByText('Manca la colonna «Codice»').waitFor();
  await page.getByLabel(`Letta come: ${heading}`).selectOption('Codice *');
  await page.getByRole('button', { name: 'Verifica le 600 righe' }).click();
  await page.getByText('600 da creare, 0 da aggiornare, 0 da correggere').waitFor();
  await page.getByRole('button', { name: 'Importa 600 righe' }).click();
  await page.locator('progress, :text("600 creati")').first().waitFor();
  await page.reload();
  await page.getByText('600 creati, 0 aggiornati').waitFor();
  await page.getByRole('button', { name: 'Annulla l’importazione' }).click();
  await page.getByText('600 tolti').waitFor();
  const found = await page.request.get(`/api/accessories?q=${code}`);
  expect((await found.json()).total).toBe(0);
});

test('another heading is chosen, a value is given a meaning, what cannot be read is said, and the file is deleted', async () => {
  await page.goto('/dealer/imports');
  await page.locator('.import-new:not(astro-island[ssr] *)').waitFor();
  await page.getByLabel('Che cosa importare').selectOption('Stock usato');
  // The company keeps what a word means: a second try has another one.
  const steam = `Vapore ${digits(4)}`;
  const csv = [
    'Targa;Marca;Modello;Alim.;Km',
    `GZ701AA;Fiat;Panda;${steam};diecimila`,
    `GZ702AA;Fiat;Panda;${steam};mille`,
    'GZ703AA;Fiat;Tipo;Benz.;20.000',
  ].join('\n');
  const name = `vapore-${digits(4)}.csv`;
  await page.getByLabel('File CSV').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(csv) });
  const columns = page.getByRole('region', { name: 'Colonne' });
  // Values of each stand beside its choice.
  const model = columns.getByRole('listitem').filter({ has: page.getByLabel('Letta come: Modello') });
  await expect(model).toContainText('Panda · Tipo');
  const heading = page.getByLabel('Riga dell’intestazione');
  await page.locator('.import-heading summary').click();
  await heading.selectOption({ index: 2 });
  await columns.getByText('GZ701AA').first().waitFor();
  await heading.selectOption({ index: 1 });
  const fuel = page.getByRole('region', { name: /^Alim\./ });
  await expect(fuel.getByLabel(/: Benz\.$/)).toHaveValue('Benzina');
  await expect(fuel.getByText('1 da decidere')).toBeVisible();
  await fuel.getByLabel(new RegExp(`: ${steam}$`)).selectOption('Elettrica');
  await fuel.getByText('Tutti decisi').waitFor();
  await page.getByRole('button', { name: 'Verifica le 3 righe' }).click();
  // What cannot be read is left empty, and said with what stood there.
  await page.getByText('3 da creare, 0 da aggiornare, 0 da correggere').waitFor();
  await expect(page.locator('.import-fixes')).toContainText(/diecimila · mille/);
  await page.getByRole('button', { name: 'Elimina l’importazione…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Elimina' }).click();
  await page.waitForURL('/dealer/imports');
  await expect(page.getByText(name)).toHaveCount(0);
});

describe('a file of another system is imported', () => {
  const files = otherFiles(['LMP-1']).filter(({ name }) =>
    ['1 anagrafica.txt', '4 usato lungo.csv', '6 magazzino.csv'].includes(name),
  );

  test.each(files)('in at most twelve presses: $name', async ({ name, kind, bytes, rows, wrong }) => {
    let presses = 0;
    const press = async (work: Promise<unknown>) => {
      await work;
      presses += 1;
    };
    await page.goto('/dealer/imports');
    await page.locator('.import-new:not(astro-island[ssr] *)').waitFor();
    await press(page.getByLabel('Che cosa importare').selectOption(kind));
    await press(page.getByLabel('File CSV').setInputFiles({ name, mimeType: 'text/csv', buffer: bytes }));
    await press(page.getByRole('button', { name: `Verifica le ${rows} righe` }).click());
    await press(page.getByRole('button', { name: `Importa ${rows - wrong} righe` }).click());
    await page.getByText(`${rows - wrong} creati, 0 aggiornati, ${wrong} non importati`).waitFor();
    expect(presses).toBeLessThanOrEqual(12);
    await page.getByRole('button', { name: 'Annulla l’importazione' }).click();
    await page.getByText(`${rows - wrong} tolti`).waitFor();
  });
});
