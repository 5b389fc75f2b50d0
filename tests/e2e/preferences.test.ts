import sharp from 'sharp';
import { expect } from 'playwright/test';
import { test } from 'vitest';
import { addDays, dayInRome } from '#domain/dates.ts';
import { day, parseNumber } from '#domain/italian.ts';
import { page, pageAs } from '#tests/support/page.ts';
import { openAlive } from './quote-page.ts';

pageAs('admin');

/** A day on which the change may begin: not today. */
const later = day(addDays(dayInRome(new Date()), 30));
const toast = (text: string) => page.locator('#toasts').getByText(text);

test('a card is edited in place: its example follows the typing, Esc asks, and it holds from a later day', async () => {
  await page.goto('/dealer/preferences/quoteParams');
  const edit = page.getByRole('button', { name: 'Modifica: Messa su strada' });
  await edit.click();
  const card = page.locator('#roadCost');
  const cost = card.getByLabel('Trasporto');
  await expect(card.getByRole('button', { name: 'IVA inclusa' })).toBeFocused();
  // One at a time: the others wait.
  await expect(page.getByRole('button', { name: /^Modifica: / })).toHaveCount(0);
  await cost.fill('420');
  await cost.press('Tab');
  // On the company's newest quote: 40 euro more than before.
  await expect(card.locator('.changed').last()).toHaveText(/Chiavi in mano[\d.]+,\d{2}\s€\s[\d.]+,\d{2}\s€/);
  const [was, is] = (await card.locator('.changed').last().textContent())!
    .match(/[\d.]+,\d{2}/g)!
    .map((text) => parseNumber(text));
  expect(is! - was!).toBeCloseTo(40);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Continua a modificare' }).click();
  await expect(cost).toHaveValue('420,00');
  const from = card.getByRole('textbox', { name: 'Valido dal' });
  await from.fill(later);
  await from.press('Tab');
  await card.getByRole('button', { name: `Salva dal ${later}` }).click();
  await expect(toast(`Modifica programmata dal ${later}.`)).toBeVisible();
  await expect(edit).toBeFocused();
  await page.getByRole('button', { name: 'Annulla la modifica' }).click();
  await expect(toast(`Modifica del ${later} annullata.`)).toBeVisible();
});

test('each card says in a sentence what it sets, and shows it by an example', async () => {
  await page.goto('/dealer/preferences/company');
  const addresses = await page
    .locator('.preferences nav a:not(.sub)')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')!));
  const bare: string[] = [];
  let cards = 0;
  for (const address of addresses) {
    const html = await (await page.request.get(address)).text();
    const found = await page.evaluate((text) => {
      const { body } = new DOMParser().parseFromString(text, 'text/html');
      // The reasons of moves are words of the company's own, all under one sentence; the next number is its example.
      return [...body.querySelectorAll('.setting:not([id^=reasons-])')].map((card) => ({
        id: card.id,
        isSaid: Boolean(
          card.querySelector('.head + p')?.textContent && card.querySelector('.example, .look-sample, #numbers table'),
        ),
      }));
    }, html);
    cards += found.length;
    bare.push(...found.flatMap(({ id, isSaid }) => (isSaid ? [] : [`${address}#${id}`])));
  }
  expect(cards).toBeGreaterThan(45);
  expect(bare).toEqual([]);
});

test('sections are put in order by keys and by dragging', async () => {
  await page.goto('/dealer/preferences/quoteParams');
  await page.getByRole('button', { name: 'Modifica: Ordine delle sezioni' }).click();
  const card = page.locator('#sections');
  const names = () => card.locator('[data-word]').allTextContents();
  await expect(card.locator('[data-word]').first()).toBeFocused();
  const before = await names();
  await card.locator('[data-word]').first().press('Alt+ArrowDown');
  expect((await names())[1]).toContain(before[0]!.replace(/\d+$/, '').trim());
  await expect(card.locator('[data-word]').nth(1)).toBeFocused();
  await card.locator('[data-word]').nth(1).dragTo(card.locator('[data-word]').first());
  expect(await names()).toEqual(before);
  await expect(card.locator('.example')).toContainText(
    `Un nuovo preventivo si apre con «${before[0]!.replace(/\d+$/, '').trim()}»`,
  );
  await card.getByRole('button', { name: 'Annulla' }).click();
});

test('a mail to customers is read as they will while its text is typed', async () => {
  await page.goto('/dealer/preferences/quoteParams');
  await page.getByRole('button', { name: 'Modifica: E-mail ai clienti' }).click();
  const card = page.locator('#mails');
  await card.getByLabel('E-mail con il preventivo: oggetto').fill('Ecco il Suo preventivo {numero}');
  await card.locator('.example summary').first().click();
  await expect(card.locator('.example b').first()).toHaveText(/^Ecco il Suo preventivo P-/);
});

test('the search finds what is set elsewhere, and so does Ctrl+K', async () => {
  await page.goto('/dealer/preferences');
  const search = page.getByLabel('Cerca tra preferenze, utenti, azienda');
  const found = page.locator('#places li:visible');
  for (const [typed, name] of [
    ['logo', 'Logo e colori'],
    ['secondo fattore', 'Secondo fattore'],
    ['ruoli', 'Utenti e ruoli'],
    ['pec', 'PEC e fatturazione'],
  ]) {
    await search.fill(typed!);
    await expect(found.filter({ hasText: name! }).first()).toBeVisible();
  }
  await page.keyboard.press('Control+k');
  await page.locator('#palette input').fill('ruoli');
  await expect(page.locator('#palette a:visible', { hasText: 'Utenti e ruoli' })).toBeVisible();
  await page.locator('#palette input').fill('carta intestata');
  await expect(page.locator('#palette a:visible', { hasText: 'Azienda' }).first()).toHaveAttribute(
    'href',
    /\/company$/,
  );
});

test('a large logo is made smaller and shown where it was uploaded; a thread of one says why it is refused', async () => {
  await openAlive(page, '/dealer/preferences/company');
  const logo = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#0a5bd0' } })
      .png()
      .toBuffer();
  const choose = async (width: number, height: number) =>
    page
      .locator('input[name=logo]')
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await logo(width, height) });
  await choose(1, 9000);
  await expect(page.locator('#toasts').getByText(/troppo sottile.*1 × 9000/)).toBeVisible();
  await choose(4000, 1000);
  await expect(toast('Logo salvato.')).toBeVisible();
  const shown = page.locator('#look img');
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1600);
  await page.getByRole('button', { name: 'Rimuovi' }).click();
  await expect(shown).toHaveCount(0);
});
