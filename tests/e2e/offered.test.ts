import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { page, pageAs } from '#tests/support/page.ts';
import { digits } from './sale-page.ts';

pageAs('admin');
const alive = () => page.locator('.list-page:not(astro-island[ssr] *)').waitFor();
const dialog = () => page.locator('.dialog[open]').last();
const told = (text: string | RegExp) => page.getByText(text).first().waitFor();
const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).last().click();
async function found(area: string, code: string) {
  const { rows } = await (await page.request.get(`/api/${area}?limit=200`)).json();
  return rows.find((row: { code: string }) => row.code === code) as { price: number; covers: unknown; terms: unknown };
}
const choose = (csv: string, name = 'elenco.csv') =>
  dialog()
    .getByLabel('File CSV')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(csv) });
/** What the list exports as CSV. */
async function exported(): Promise<string> {
  await page.locator('summary', { hasText: 'Esporta' }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByText('CSV', { exact: true }).click()]);
  return readFile(await file.path(), 'utf8');
}

test('a service is created, changes its price, is imported, and each of it is taken back', async () => {
  const [first, second, third] = [1, 2, 3].map((n) => `GIRO${digits(4)}-${n}`) as [string, string, string];
  await page.goto('/dealer/services');
  await alive();
  await page.keyboard.press('n');
  await dialog().getByLabel('Codice').fill(first);
  await dialog().getByLabel('Descrizione').fill('Trattamento del giro');
  await dialog().locator('[name=price]').fill('100');
  await page.keyboard.press('Control+s');
  await told(`${first} salvato`);

  await page.goto(`/dealer/services?q=${first}`);
  await alive();
  await page.getByLabel('Selezionare le righe della pagina').check();
  await press('Cambia prezzo');
  await dialog().getByLabel('Variazione').fill('10');
  // While one types; the press waits for it.
  expect(await dialog().getByRole('button', { name: 'Cambia prezzo' }).isDisabled()).toBe(true);
  await dialog()
    .getByRole('row', { name: new RegExp(`^${first} 100,00.€ 110,00.€$`) })
    .waitFor();
  expect(await dialog().getByRole('button', { name: 'Cambia prezzo' }).isEnabled()).toBe(true);
  await page.keyboard.press('Control+Enter');
  await told('Prezzi cambiati: 1');
  expect(await found('services', first)).toMatchObject({ price: 110_00 });
  await press('Annulla');
  await told('Ripristinati: 1');
  expect(await found('services', first)).toMatchObject({ price: 100_00 });

  await press('Importa');
  await choose(`Codice;Descrizione;Prezzo\n${first};;120\n${second};Nuovo;5\n${third};;x`, `${first}.csv`);
  await press('Verifica le 3 righe');
  await told('1 da creare, 1 da aggiornare, 1 da correggere');
  const cells = dialog().getByRole('table', { name: 'Che cosa cambia' }).locator('tbody td');
  expect((await cells.allTextContents()).map((text) => text.trim().replace('\u00a0', ' '))).toEqual([
    ...[first, 'Prezzo', '100,00 €', '120,00 €'],
    ...[`${second} nuovo`, 'Codice', '—', second, 'Descrizione', '—', 'Nuovo', 'Prezzo', '—', '5,00 €'],
  ]);
  for (const fault of ['Inserire la descrizione', 'Prezzo non è un numero'])
    await dialog().getByText(fault).first().waitFor();
  await press('Importa 2 righe');
  await told('1 creati, 1 aggiornati');
  // Tomorrow morning the toast is gone: the way back stands where imports are made.
  await page.reload();
  await alive();
  await press('Importa');
  await dialog().getByText('Ultime importazioni e variazioni di prezzo').click();
  await dialog()
    .getByRole('button', { name: new RegExp(`^Apri: ${first}\\.csv`) })
    .click();
  await press('Annulla l’importazione');
  await told(/1 ripristinati, 1 tolti/);
  expect(await found('services', first)).toMatchObject({ price: 100_00 });
  expect(await found('services', second)).toBeUndefined();
});

test.each([
  ['insurances', 'covers'],
  ['financials', 'terms'],
] as const)(
  'the tariffs of %s change and are taken back; what is exported is imported without a change',
  async (area, part) => {
    await page.goto(`/dealer/${area}`);
    await alive();
    const code = (await page.locator('.list-table tbody [data-label=Codice]').first().textContent())!.trim();
    const before = (await found(area, code))[part];
    await page.locator('.list-table td.pick input').first().check();
    await press('Cambia prezzo');
    await dialog().getByLabel('Variazione').fill('0,5');
    await page.keyboard.press('Tab');
    await dialog().locator('tbody tr').first().waitFor();
    await page.keyboard.press('Control+Enter');
    await told('Prezzi cambiati: 1');
    expect((await found(area, code))[part]).not.toEqual(before);
    await press('Annulla');
    await told('Ripristinati: 1');
    expect((await found(area, code))[part]).toEqual(before);

    const csv = await exported();
    expect(csv).toContain(code);
    await press('Importa');
    await choose(csv);
    await press(/^Verifica/);
    await told(/0 da creare, 0 da aggiornare, 0 da correggere\. \d+ già uguali/);
  },
);
