import { expect } from 'playwright/test';
import { test } from 'vitest';
import type { CustomerMatch } from '#domain/customers/schema.ts';
import type { Quote, QuoteRow } from '#domain/quotes/schema.ts';
import { context, page, pageAs } from '#tests/support/page.ts';
import { EXAMPLE, openAlive, read, saveDraft } from './quote-page.ts';

pageAs('seller');

const heads = () => page.locator('.compare thead th').filter({ has: page.locator('.tools') });
const ids = () => new URL(page.url()).searchParams.get('ids');

/** Two of one customer, and one without. */
async function drafts(): Promise<[Quote, Quote, Quote]> {
  const [customer] = await read<CustomerMatch[]>(context, '/customers/matches?q=ross');
  const { id, name, type } = customer!;
  const first = await saveDraft(context, 8, { customer: { id, name, type } });
  const same = await saveDraft(context, 7, { customer: { id, name, type } });
  return [first, same, await saveDraft(context, 1)];
}

test('a comparison holds what was chosen: from the quote, those of its customer first, by search, a fourth says which fell out', async () => {
  const [first, same, third] = await drafts();
  await openAlive(page, `${EXAMPLE}?quote=${first.id}`);
  await page.getByRole('button', { name: 'Altre azioni' }).click();
  await page.getByRole('button', { name: 'Confronta', exact: true }).click();
  await page.waitForURL('**/quotation/comparison?ids=*');
  expect(ids()).toBe(String(first.id));
  const picks = page.getByRole('region', { name: 'Aggiungi un preventivo' });
  const customer = first.draft.customer!.name;
  await expect(picks.getByRole('row').nth(1)).toContainText(customer);
  await picks
    .getByRole('row')
    .nth(1)
    .getByRole('link', { name: /^Aggiungi/ })
    .click();
  await expect(heads()).toHaveCount(2);
  // The newest of the same customer is the other one of this test.
  expect(ids()).toBe(`${first.id},${same.id}`);
  await page.goto(`/quotation/comparison?ids=${first.id},${same.id},${third.id}`);
  const seek = picks.getByRole('searchbox', { name: 'Numero, cliente o veicolo' });
  await seek.fill('lumera');
  await seek.press('Enter');
  await expect(picks.getByRole('row').nth(1)).toContainText('Lumera');
  await picks
    .getByRole('link', { name: /^Aggiungi/ })
    .first()
    .click();
  await expect(page.getByText(`«Bozza ${first.id}» è uscito dal confronto`)).toBeVisible();
  await page.getByRole('link', { name: 'Annulla' }).click();
  expect(ids()).toBe(`${first.id},${same.id},${third.id}`);
});

test('nothing is compared that was not chosen; cells that differ from the first are marked; a column can be replaced or taken out', async () => {
  await page.goto('/quotation/comparison');
  await expect(heads()).toHaveCount(0);
  const [first, same, third] = await drafts();
  await page.goto(`/quotation/comparison?ids=${first.id},${first.id},${same.id}`);
  await expect(heads()).toHaveCount(2);
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });
  await expect(row('Alimentazione').locator('.differs')).toHaveCount(0);
  await expect(row('Listino').getByRole('cell').nth(1)).toHaveClass('differs');
  await heads().nth(1).getByRole('link', { name: 'Sostituisci' }).click();
  await expect(page.getByRole('heading', { name: 'Sostituisci il preventivo della colonna 2' })).toBeVisible();
  await page.goto(`/quotation/comparison?ids=${first.id},${same.id},${third.id}`);
  await heads().nth(1).getByRole('link', { name: 'Togli' }).click();
  expect(ids()).toBe(`${first.id},${third.id}`);
});

test('three quotes are one landscape page in print, and fit a telephone and a page at twice the size', async () => {
  const [first, same, third] = await drafts();
  await page.goto(`/quotation/comparison?ids=${first.id},${same.id},${third.id}`);
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(1);
  const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf)!;
  expect(Number(width)).toBeGreaterThan(Number(height));
  for (const size of [360, 683]) {
    await page.setViewportSize({ width: size, height: 740 });
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wider, `at ${size} px`).toBe(0);
  }
  // Whose figures these are is said at the last line, too.
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('row', { name: /^TAEG/ }).scrollIntoViewIfNeeded();
  await expect(page.locator('.compare .names')).toBeInViewport();
});

test('a comparison of many lines is one table on the screen and one landscape page in print', async () => {
  // Of the demo world, the oldest first: other files of the server add newer ones. What has become of them depends on the day.
  const all = '/quotes?sort=createdAt&dir=asc&limit=100';
  const { rows } = await read<{ rows: QuoteRow[] }>(context, all);
  const financed = rows.filter(({ instalment }) => instalment !== null);
  const used = financed.find(({ kind }) => kind === 'used')!;
  const fresh = financed.filter(({ kind }) => kind === 'new').slice(0, 2);
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto(`/quotation/comparison?ids=${[...fresh, used].map(({ id }) => id).join(',')}`);
  expect(await page.locator('.compare tbody tr').count()).toBeGreaterThan(36);
  const lefts = (row: string) =>
    page
      .locator(`.compare ${row} > *`)
      .evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().left)));
  expect(await lefts('tbody tr:nth-child(2)')).toEqual(await lefts('thead tr'));
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(1);
});

test('versions are found by price or instalment and compared across models', async () => {
  await page.goto('/quotation');
  await page.getByRole('textbox', { name: 'Rata mensile fino a' }).fill('300');
  await page.getByRole('textbox', { name: 'Anticipo' }).fill('4.000');
  await page.getByRole('button', { name: 'Cerca', exact: true }).click();
  await expect(page.getByText(/300,00\s€ al mese per \d+ mesi con .+, TAEG/)).toBeVisible();
  const rows = page.getByRole('row').filter({ has: page.getByRole('checkbox') });
  for (const at of [0, 2]) await rows.nth(at).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Confronta versioni' }).click();
  await expect(heads()).toHaveCount(2);
  expect(new URL(page.url()).searchParams.get('instalment')).toBe('300');
  await rows
    .first()
    .getByRole('link', { name: /^Configura/ })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/quotation?instalment=5');
  await expect(page.getByText('Questa rata non basta')).toBeVisible();
});
