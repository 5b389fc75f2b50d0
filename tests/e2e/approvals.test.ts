import { randomUUID } from 'node:crypto';
import type { BrowserContext, Locator, Page } from 'playwright';
import { expect } from 'playwright/test';
import { afterEach, beforeEach, describe, expect as is, test } from 'vitest';
import { blankOf } from '#domain/record/fields.ts';
import type { CustomerMatch } from '#domain/customers/schema.ts';
import { b2bFields } from '#domain/quotes/b2b/fields.ts';
import type { B2bQuote } from '#domain/quotes/b2b/schema.ts';
import { browser, context, page, pageAs } from '#tests/support/page.ts';
import { serverUrl } from '#tests/support/server.ts';
import { ownCar } from './own-car.ts';
import { EXAMPLE, openAlive, read, saveDraft, section } from './quote-page.ts';
import { at } from './sale-page.ts';

let chief: Page;
beforeEach(async () => {
  ({ page: chief } = await at(browser, 'director'));
});
afterEach(() => chief.context().close());

/** Opens the bell on a telephone and counts the presses there, the bell's own first. */
async function bellOnPhone(there: Page) {
  await there.setViewportSize({ width: 360, height: 740 });
  await there.goto('/dealer', { waitUntil: 'networkidle' });
  const count = { of: 0 };
  const press = (button: Locator) => {
    count.of += 1;
    return button.click();
  };
  await press(there.getByRole('button', { name: /^Notifiche/ }));
  const bell = there.getByRole('dialog', { name: 'Notifiche' });
  return { bell, count, press, asked: bell.locator('.ask') };
}

const customerOf = async (q: string) => {
  const [{ id, name, type }] = await read<[CustomerMatch]>(context, `/customers/matches?q=${q}`);
  return { id, name, type };
};

describe('a seller past the cap', () => {
  pageAs('seller');

  test('is led to the press that asks for consent, and back to it', async () => {
    const customDiscounts = [{ label: '', amount: null, percent: 12 }];
    const draft = await saveDraft(context, 8, { customer: await customerOf('ross'), customDiscounts });
    await page.goto(`${EXAMPLE}?quote=${draft.id}`);
    await page.locator('astro-island[ssr], .body[data-asleep]').first().waitFor({ state: 'detached' });
    await page.keyboard.press('Control+Enter');
    const ask = page.getByRole('button', { name: 'Chiedi l’autorizzazione' });
    await expect(ask).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Chiedere lo sconto del 12 %' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(ask).toBeFocused();
  });

  test('asks, is refused with a sentence, asks again, is granted and issues; who granted what stands on the record, and it is sent', async () => {
    await chief.goto('/dealer');
    const tile = chief.getByRole('link', { name: /^Da autorizzare/ });
    const waiting = async () => Number(await tile.locator('b').innerText());
    const before = await waiting();

    const customDiscounts = [{ label: '', amount: null, percent: 12 }];
    const draft = await saveDraft(context, 8, { customer: await customerOf('ross'), customDiscounts });
    await openAlive(page, `${EXAMPLE}?quote=${draft.id}`);
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('button', { name: 'Chiedi l’autorizzazione' })).toBeFocused();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Chiedere lo sconto del 12 %' });
    // What opens it is red; the question is not.
    const ink = await page.locator('body').evaluate((body) => getComputedStyle(body).color);
    await expect(dialog.getByRole('heading')).toHaveCSS('color', ink);
    await dialog.getByRole('combobox', { name: 'Motivo' }).selectOption('fleet');
    await page.keyboard.press('Control+Enter');
    const waits = page.getByText('In attesa di autorizzazione: 12 %, chiesto da Giulia Ferrari.');
    await expect(waits).toContainText(/Può decidere: .*Elena Conti/);
    // Nothing else can be done than to wait or to withdraw: no campaign is ticked by the next key.
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('button', { name: 'Ritira la richiesta' })).toBeFocused();

    // The page that stands open shows what the bell tells.
    await chief.getByRole('button', { name: /^Notifiche/ }).click();
    await chief
      .getByRole('dialog', { name: 'Notifiche' })
      .getByRole('link', { name: /Sconto del 12 % da/ })
      .first()
      .click();
    await expect.poll(waiting).toBe(before + 1);
    const { bell, asked, count, press } = await bellOnPhone(chief);
    const row = asked.filter({ hasText: draft.draft.customer!.name }).last();
    await expect(row).toContainText(/margine II −?[\d.]+,\d\d\s€/);
    await expect(row).toContainText('«Acquisto di più vetture»');
    await press(row.getByRole('button', { name: 'Rifiuta…' }));
    const refusal = bell.getByRole('dialog', { name: 'Rifiutare lo sconto del 12 %' });
    await refusal.getByRole('button', { name: 'Altro', exact: true }).click();
    await expect(refusal.getByRole('alert')).toHaveText('Scrivere il motivo');
    await refusal.getByRole('textbox', { name: 'Spiegazione' }).fill('Al massimo 8 %');
    await press(refusal.getByRole('button', { name: 'Margine insufficiente' }));
    is(count.of).toBe(3);
    await expect.poll(waiting).toBe(before);

    await page.keyboard.press('Control+Enter');
    await expect(page.getByText(/rifiutato da Elena Conti: Margine insufficiente, «Al massimo 8 %»/)).toBeVisible();
    await page.getByRole('button', { name: 'Chiedi di nuovo' }).click();
    await dialog.getByRole('combobox', { name: 'Motivo' }).selectOption('stock');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText(/^In attesa di autorizzazione/)).toBeVisible();
    await chief.setViewportSize({ width: 1366, height: 768 });
    await openAlive(chief, draft.href);
    await chief.getByRole('button', { name: 'Autorizza', exact: true }).click();
    await expect(chief.getByText('Sconto del 12 % autorizzato da Elena Conti.')).toBeVisible();

    // The page that waits shows it by itself.
    await expect(page.getByText('Sconto del 12 % autorizzato da Elena Conti.')).toBeVisible({ timeout: 6000 });
    await page.keyboard.press('Control+Enter');
    await expect(section(page, 'Storia')).toContainText('Elena Conti ha autorizzato lo sconto');
    await expect(section(page, 'Storia')).toContainText('Al massimo 8 %');

    await page.getByRole('button', { name: 'Invia', exact: true }).click();
    const mail = page.getByRole('dialog', { name: 'Invia il preventivo' });
    await mail.getByRole('textbox', { name: 'E-mail del cliente' }).fill('chi.compra@posta.example.it');
    await mail.getByRole('button', { name: 'Invia e-mail' }).click();
    await expect(page.getByText(/^E-mail in partenza per /)).toBeVisible();
    await expect(section(page, 'Prossimo passo')).toContainText('Inviato, non ancora letto.');
  });
});

describe('a seller of used cars below the minimum', () => {
  pageAs('wholesale');

  test('issues the offer as soon as somebody has agreed, on the page that waits for it', async () => {
    const { id: carId, b2bPrice } = await ownCar(context);
    const { sheet } = await read<B2bQuote>(context, `/quotes/b2b/start?cars=${carId}`);
    const send = async <T>(as: BrowserContext, path: string, version?: number, data?: object) => {
      const headers: Record<string, string> = { origin: serverUrl(), 'idempotency-key': randomUUID() };
      if (version !== undefined) headers['if-match'] = `"v${version}"`;
      const answer = await as.request.post(`/api${path}`, { headers, data });
      expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
      return (await answer.json()) as T;
    };
    const regime = sheet.cars[0]!.regime;
    const offer = {
      ...blankOf(b2bFields),
      customer: await customerOf('srl'),
      cars: [{ carId, price: Math.round(b2bPrice! * 0.8), regime }],
    };
    const { id, version } = await send<B2bQuote>(context, '/quotes/b2b', undefined, offer);
    const asked = await send<B2bQuote>(context, `/quotes/b2b/${id}/approvals`, version, { reason: 'stock' });
    await openAlive(page, `/quotation/b2b?quote=${id}`);
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText(/^Per emettere l’offerta: .* in attesa di autorizzazione/)).toBeVisible();
    is(asked.sheet.approval!.state).toBe('asked');
    const { asked: rows, count, press } = await bellOnPhone(chief);
    await press(rows.last().getByRole('button', { name: 'Autorizza' }));
    is(count.of).toBe(2);
    await expect(chief.getByText('Sconto autorizzato.')).toBeVisible();
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText(/Emessa l’offerta B-\d{4}-\d{6}/)).toBeVisible();
  });
});
