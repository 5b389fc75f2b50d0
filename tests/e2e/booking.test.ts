import { expect } from 'playwright/test';
import { test } from 'vitest';
import { DEMO_BOOKING, DEMO_REQUEST } from '#backend/seed/links.ts';
import { mailsLeft } from '#tests/support/outbox.ts';
import { browser, page, pageAs } from '#tests/support/page.ts';
import { dataDir, serverUrl } from '#tests/support/server.ts';

pageAs('admin');

/** Somebody with a phone and without scripts. */
const stranger = () =>
  browser.newContext({ baseURL: serverUrl(), viewport: { width: 360, height: 740 }, javaScriptEnabled: false });
const mailTo = (address: string) => mailsLeft({ DATA_DIR: dataDir() }, address).at(-1)!;

test('a customer without scripts books once the code that came by mail is typed, or its link pressed', async () => {
  const context = await stranger();
  const customer = await context.newPage();
  const email = `prova.${Date.now()}@posta.example.it`;
  await customer.goto(`/prenota/${DEMO_BOOKING}`);
  const who = customer.getByRole('textbox', { name: 'Nome e cognome' });
  await who.fill('Nives Prova');
  await customer.getByRole('textbox', { name: 'E-mail' }).fill(email);
  // Other days keep what is typed, and Enter is the form's own press, none of them.
  await customer.getByRole('button', { name: 'Altri giorni' }).click();
  await expect(customer.getByRole('button', { name: 'Dai primi liberi' })).toBeVisible();
  await expect(who).toHaveValue('Nives Prova');
  await customer.locator('.times label').first().click();
  await who.press('Enter');
  await expect(customer.getByRole('heading', { name: 'Manca solo la conferma' })).toBeVisible();
  await customer.getByRole('textbox', { name: 'Codice di sei cifre' }).fill('12');
  await customer.getByRole('button', { name: 'Conferma' }).click();
  await expect(customer.getByText('Inserire le sei cifre del codice')).toBeVisible();
  // The desk sees who has not confirmed yet.
  await page.goto('/dealer/calendars');
  await page.locator('summary', { hasText: 'Prenotazioni non confermate' }).click();
  await expect(page.locator('.unconfirmed')).toContainText('Nives Prova');
  const link = /https?:\/\/\S+\/prenota\/\S+/.exec(mailTo(email))![0];
  await customer.goto(new URL(link).pathname + new URL(link).search);
  await customer.getByRole('button', { name: 'Conferma' }).click();
  await expect(customer.getByRole('heading', { name: /^Appuntamento confermato/ })).toBeVisible();
  await context.close();
});

test('a request waits for its code, and a colleague takes one that nobody confirms', async () => {
  const context = await stranger();
  const customer = await context.newPage();
  const email = `chiede.${Date.now()}@posta.example.it`;
  await customer.goto(`/richiesta/${DEMO_REQUEST}`);
  await customer.getByRole('textbox', { name: 'Nome e cognome' }).fill('Delia Prova');
  await customer.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await customer.getByRole('button', { name: 'Invia la richiesta' }).click();
  await expect(customer.getByRole('heading', { name: 'Manca solo la conferma' })).toBeVisible();
  await page.goto('/dealer/leads/list');
  await page.locator('summary', { hasText: 'Richieste non confermate' }).click();
  const row = page.locator('.unconfirmed li', { hasText: 'Delia Prova' });
  await expect(row).toContainText(email);
  await customer.getByRole('textbox', { name: 'Codice di sei cifre' }).fill(/\b\d{6}\b/.exec(mailTo(email))![0]);
  await customer.getByRole('button', { name: 'Conferma' }).click();
  await expect(customer.getByRole('heading', { name: 'Richiesta confermata.' })).toBeVisible();
  // Confirmed meanwhile: the colleague is told so.
  await row.getByRole('button', { name: 'Crea il lead' }).click();
  await expect(page.locator('.toast', { hasText: 'già stata confermata' })).toBeVisible();
  await context.close();
});
