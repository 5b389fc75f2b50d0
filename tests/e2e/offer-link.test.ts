import { expect } from 'playwright/test';
import { test } from 'vitest';
import type { CustomerMatch } from '#domain/customers/schema.ts';
import type { PriceSheet, Quote } from '#domain/quotes/schema.ts';
import { browser, context, page, pageAs } from '#tests/support/page.ts';
import { serverUrl } from '#tests/support/server.ts';
import { openAlive, read, saveDraft } from './quote-page.ts';

pageAs('seller');

test('a customer follows the private link, asks, accepts; the seller’s open page follows', async () => {
  const [found] = await read<CustomerMatch[]>(context, '/customers/matches?q=rossi');
  const { id, name: called, type } = found!;
  const { plans } = await read<PriceSheet>(context, '/quotes/sheets/8');
  const { id: planId } = plans.find((plan) => plan.type === 'loan' && plan.collectionFee > 0)!;
  const financing = { planId, amount: null, months: 48, protection: false, kmPerYear: null, balloon: null };
  const draft = await saveDraft(context, 8, { customer: { id, name: called, type }, financing });
  const post = async <T>(what: string, headers = {}) => {
    const sent = { headers: { origin: serverUrl(), ...headers }, data: {} };
    const answer = await context.request.post(`${serverUrl()}/api/quotes/${draft.id}/${what}`, sent);
    return (await answer.json()) as T;
  };
  const quote = await post<Quote>('issue', { 'if-match': `"v${draft.version}"` });
  const { url } = await post<{ url: string }>('link');
  await openAlive(page, quote.href);
  /** A look at what others have done, which the page takes every few seconds and when somebody comes back to it. */
  const back = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  const stranger = await browser.newContext({ baseURL: serverUrl(), viewport: { width: 390, height: 844 } });
  const customer = await stranger.newPage();
  await customer.goto(new URL(url).pathname);
  await expect(customer.getByRole('heading', { level: 1 })).toContainText(quote.number!);
  // What collecting an instalment costs stands beside it.
  await expect(customer.locator('.sum')).toContainText('d’incasso al mese');
  await customer.getByRole('textbox', { name: /La domanda per/ }).fill('È disponibile in blu?');
  await customer.getByRole('button', { name: 'Invia la domanda' }).click();
  await expect(customer.getByText('Domanda inviata: il venditore è stato avvisato.')).toBeVisible();
  await back();
  await expect(page.getByText('È disponibile in blu?').first()).toBeVisible();
  // Without a name the page says so itself, at the field.
  const name = customer.getByRole('textbox', { name: 'Nome e cognome' });
  await customer.getByRole('button', { name: 'Accetta il preventivo' }).click();
  await expect(name).toHaveAccessibleDescription('Inserire nome e cognome');
  await expect(name).toBeFocused();
  await name.fill('Mario Rossi');
  await customer.getByRole('button', { name: 'Accetta il preventivo' }).click();
  await expect(customer.getByText('Il preventivo è stato accettato.')).toBeVisible();
  await stranger.close();
  await back();
  await expect(page.locator('#record-head .badge').first()).toHaveText('Accettato');
  await expect(page.getByText('Mario Rossi').first()).toBeVisible();
});
