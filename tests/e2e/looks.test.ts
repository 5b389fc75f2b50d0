import { expect } from 'playwright/test';
import { test } from 'vitest';
import { paintOf } from '#domain/catalog/paints.ts';
import type { B2bRow } from '#domain/quotes/b2b/schema.ts';
import type { QuoteRow } from '#domain/quotes/schema.ts';
import { signIn } from '#tests/support/browser.ts';
import { browser, context, page, pageAs } from '#tests/support/page.ts';
import { serverUrl } from '#tests/support/server.ts';
import { openAlive, read } from './quote-page.ts';

pageAs('admin');

interface Rows<T> {
  rows: T[];
}

/** Issued quotes of the demo world with a plan: other files of the server add newer ones. */
const financed = async () =>
  (await read<Rows<QuoteRow>>(context, '/quotes?state=issued&sort=createdAt&dir=asc&limit=100')).rows.filter(
    ({ instalment }) => instalment,
  );

test('cars are drawn in their own paint, in lists and where one is chosen', async () => {
  const { rows } = await read<Rows<{ id: number; colour: string; coverId: number | null }>>(context, '/stock/used');
  const drawn = rows.filter(({ coverId }) => coverId === null);
  expect(new Set(drawn.map(({ colour }) => colour)).size).toBeGreaterThan(3);
  const asked = page.waitForResponse(/cars[^/]*\.svg/);
  await openAlive(page, '/dealer/stock/used?view=all');
  expect((await asked).headers()['content-type']).toContain('image/svg+xml');
  for (const { id, colour } of drawn.slice(0, 12))
    await expect(page.locator(`tr[data-id="${id}"] .silhouette`)).toHaveAttribute('color', paintOf(colour));
  // The oldest first: other files of the server add many of one car.
  const oldest = 'view=all&sort=createdAt&dir=asc';
  for (const path of ['/quotation/used', `/dealer/quotes/retail?${oldest}`, `/dealer/contracts?${oldest}`]) {
    await openAlive(page, path);
    const paints = await page
      .locator('main .silhouette')
      .evaluateAll((all) => all.map((one) => one.getAttribute('color')));
    expect(new Set(paints).size).toBeGreaterThan(3);
    const shapes = await page
      .locator('main .silhouette use')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href')!.split('#')[1]));
    expect(new Set(shapes).size).toBeGreaterThan(2);
  }
});

test('days are Italian text in a browser of another language, with scripts and without', async () => {
  const english = await browser.newContext({ baseURL: serverUrl(), locale: 'en-US' });
  await signIn(english, 'admin');
  const there = await english.newPage();
  await openAlive(there, '/dealer/quotes/retail?view=all');
  await there.getByText('Filtri', { exact: true }).click();
  const from = there.getByRole('textbox', { name: 'Creato dal' });
  await expect(from).toHaveAttribute('placeholder', 'gg/mm/aaaa');
  await from.fill('31/2/2026');
  await there.getByRole('button', { name: 'Applica' }).click();
  expect(await from.evaluate((input: HTMLInputElement) => input.validationMessage)).toMatch(/Inserire una data/);
  expect(there.url()).toContain('view=all');
  await from.fill('3/4/26');
  await there.getByRole('button', { name: 'Applica' }).click();
  await there.waitForURL(/from=2026-04-03/);
  await expect(there.getByText('Creato: dal 03/04/2026')).toBeVisible();
  await there.getByText('Filtri', { exact: false }).first().click();
  await expect(from).toHaveValue('03/04/2026');
  await expect(there.getByRole('button', { name: 'Creato al: scegliere nel calendario' })).toBeVisible();
  // What the browser's own picker answers is written in Italian.
  const until = there.getByRole('textbox', { name: 'Creato al' });
  await until.locator('xpath=following-sibling::input').fill('2026-12-24', { force: true });
  await expect(until).toHaveValue('24/12/2026');
  await english.close();

  const bare = await browser.newContext({ baseURL: serverUrl(), locale: 'en-US', javaScriptEnabled: false });
  await signIn(bare, 'admin');
  const plain = await bare.newPage();
  await plain.goto('/dealer/quotes/retail?from=3/4/26&to=31/2/26');
  await expect(plain.getByText('dal 03/04/2026 al «31/2/26» (non è una data)')).toBeVisible();
  await bare.close();
});

test('codes of policies and plans stand whole in their tables', async () => {
  for (const path of ['/dealer/insurances', '/dealer/financials']) {
    await openAlive(page, path);
    const codes = await page.locator('td[data-label="Codice"]').evaluateAll((cells) =>
      cells.map((cell) => ({
        text: cell.textContent,
        cut: cell.scrollWidth > cell.clientWidth,
        high: cell.clientHeight,
      })),
    );
    expect(codes.length).toBeGreaterThan(3);
    expect(codes.filter(({ cut }) => cut)).toEqual([]);
  }
});

test('an issued quote has no lonely figure and no blank band; an issued wholesale offer says the next step and whom to call', async () => {
  const rows = await financed();
  await openAlive(page, rows[0]!.href);
  const tops = await page
    .locator('.issued-plan dt')
    .filter({ hasText: /^(Durata|TAN|TAEG)$/ })
    .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
  expect(tops).toHaveLength(3);
  expect(new Set(tops).size).toBe(1);
  // The card of the price ends where its rows do, whatever stands beside it.
  const used = rows.find(({ kind }) => kind === 'used')!;
  await openAlive(page, used.href);
  const bands = await page.locator('.issued-rows').evaluate((card) => {
    const boxes = [...card.children].map((child) => child.getBoundingClientRect());
    const ends = [...boxes.map(({ bottom }) => bottom), card.getBoundingClientRect().bottom];
    const starts = [...boxes.slice(1).map(({ top }) => top), card.getBoundingClientRect().bottom];
    return starts.map((top, at) => Math.round(top - ends[at]!));
  });
  expect(Math.max(...bands)).toBeLessThanOrEqual(32);

  const offers = await read<Rows<B2bRow>>(context, '/quotes/b2b?state=issued');
  await openAlive(page, offers.rows.find(({ phone }) => phone)!.href);
  const next = page.getByRole('region', { name: 'Prossimo passo' });
  await expect(next).toContainText('fino al');
  // A document like that of a quote: the cars with their price, no index of sections to fill in.
  const cars = page.getByRole('region', { name: 'Auto', exact: true });
  await expect(cars.locator('.silhouette').first()).toBeVisible();
  await expect(cars).toContainText('Totale offerta');
  await expect(page.getByRole('navigation', { name: 'Sezioni dell’offerta' })).toHaveCount(0);
  await expect(next.getByRole('link', { name: /^Chiama/ })).toHaveAttribute('href', /^tel:/);
  await next.getByRole('button', { name: 'Invia all’operatore' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});
