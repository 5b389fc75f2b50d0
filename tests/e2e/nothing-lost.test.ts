import type { Route } from 'playwright';
import { expect } from 'playwright/test';
import { beforeEach, describe, test } from 'vitest';
import type { Quote } from '#domain/quotes/schema.ts';
import { DEMO_PASSWORD } from '#domain/passwords.ts';
import { context, page, pageAs } from '#tests/support/page.ts';
import { DEMO_USERS, serverUrl } from '#tests/support/server.ts';
import { EXAMPLE, openAlive, read, saveDraft, saveOver } from './quote-page.ts';
import { digits } from './sale-page.ts';

const refuse = (status: number, message: string, fields?: Record<string, string>) => (route: Route) =>
  route.request().method() === 'GET'
    ? route.continue()
    : route.fulfill({ status, json: { error: 'invalid', message, requestId: 'richiesta-7', fields } });
/** How a save can fail, and what then has to be read. */
const failures = {
  'refused at a field': [
    refuse(422, 'Controllare i campi evidenziati.', { notes: 'Nota rifiutata' }),
    'Nota rifiutata',
  ],
  'too large': [refuse(413, 'Il contenuto inviato è troppo grande.'), 'Il contenuto inviato è troppo grande.'],
  'an error of ours': [refuse(500, 'Si è verificato un errore'), 'Si è verificato un errore'],
  'a page of a proxy': [
    (route: Route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
    'Si è verificato un errore',
  ],
} as const;
const kinds = Object.keys(failures) as (keyof typeof failures)[];

describe('the builder', () => {
  pageAs('seller');
  const notes = () => page.getByRole('textbox', { name: 'Note per il cliente' });
  const trouble = () => page.getByRole('button', { name: /^(Non salvato|Da correggere)/ });
  const saved = () => expect(page.getByText('Bozza salvata')).toBeVisible();
  const chooseCustomer = async () => {
    await page.getByRole('combobox', { name: 'Cerca un cliente' }).pressSequentially('ross');
    await page
      .getByRole('listbox', { name: 'Cerca un cliente' })
      .getByRole('option', { name: /ross/i })
      .first()
      .click();
  };
  const stored = async () => {
    const id = Number(new URL(page.url()).searchParams.get('quote'));
    return (await read<Quote>(context, `/quotes/${id}`)).draft.notes;
  };

  test.each(kinds)('%s: what was typed stays, the reason is said, and the next change is saved', async (kind) => {
    const [answer, words] = failures[kind];
    await openAlive(page, EXAMPLE);
    await page.route('**/api/quotes', answer);
    await notes().fill('Scritto con cura');
    await expect(page.getByText(words).or(page.getByTitle(words)).first()).toBeVisible();
    await expect(notes()).toHaveValue('Scritto con cura');
    await page.unroute('**/api/quotes');
    await notes().fill('Scritto con cura, due volte');
    await saved();
    await expect.poll(stored).toBe('Scritto con cura, due volte');
  });

  test('before it is alive it takes nothing in that would be gone', async () => {
    await page.route('**/_astro/*.js', async (route) => {
      await new Promise((done) => setTimeout(done, 400));
      await route.continue();
    });
    await page.goto(EXAMPLE, { waitUntil: 'commit' });
    await expect(notes()).toBeVisible();
    await expect(notes()).toBeDisabled();
    await notes().fill('Scritto appena si può');
    await saved();
    await expect.poll(stored).toBe('Scritto appena si può');
  });

  test('without a network it goes on, and saves by itself when there is one again', async () => {
    await openAlive(page, EXAMPLE);
    await context.setOffline(true);
    await notes().fill('Scritto in galleria');
    await expect(trouble()).toBeVisible();
    await notes().fill('Scritto in galleria, fino in fondo');
    await context.setOffline(false);
    await saved();
    await expect.poll(stored).toBe('Scritto in galleria, fino in fondo');
  });

  test('a session that has ended: after the login the text is there and is saved', async () => {
    page.on('dialog', (dialog) => dialog.accept());
    const quote = await saveDraft(context, 8);
    await openAlive(page, `${EXAMPLE}?quote=${quote.id}`);
    await context.request.post('/api/auth/logout', { headers: { origin: serverUrl() } });
    await notes().fill('Scritto dopo la fine');
    await page.waitForURL(({ pathname }) => pathname === '/');
    await page.getByRole('textbox', { name: 'E-mail' }).fill(DEMO_USERS.seller);
    await page.getByRole('textbox', { name: 'Password' }).fill(DEMO_PASSWORD);
    await page.getByRole('button', { name: 'Accedi' }).click();
    await page.waitForURL(`${EXAMPLE}?quote=${quote.id}`);
    await expect(notes()).toHaveValue('Scritto dopo la fine');
    await saved();
    await expect.poll(stored).toBe('Scritto dopo la fine');
  });

  test('another tab saved: it is said so, both versions are shown, and putting the question off keeps what was typed', async () => {
    const quote = await saveDraft(context, 8, { notes: 'Come era' });
    await openAlive(page, `${EXAMPLE}?quote=${quote.id}`);
    await saveOver(context, quote, { notes: 'Dal collega' });
    await notes().fill('Dal venditore');
    const dialog = page.getByRole('dialog', { name: 'Modificato nel frattempo' });
    await expect(dialog).toContainText('in un’altra scheda');
    await expect(dialog.getByRole('row', { name: /Note/ })).toContainText(/Dal venditore.*Dal collega/);
    await dialog.getByRole('button', { name: 'Annulla' }).click();
    await expect(notes()).toHaveValue('Dal venditore');
    expect(await stored()).toBe('Dal collega');
    await trouble()
      .or(page.getByRole('button', { name: /Modificat/ }))
      .first()
      .click();
    await dialog.getByRole('button', { name: 'Salva le scelte' }).click();
    await expect.poll(stored).toBe('Dal venditore');
  });

  test('a second press that comes late revises nothing: one quote was issued', async () => {
    await openAlive(page, EXAMPLE);
    await chooseCustomer();
    const calls: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && calls.push(new URL(request.url()).pathname));
    const { x, y } = (await page.getByRole('button', { name: 'Emetti preventivo' }).boundingBox())!;
    await page.mouse.click(x + 20, y + 10);
    await expect(page.getByRole('button', { name: 'Nuova revisione' })).toBeVisible();
    await page.mouse.click(x + 20, y + 10);
    await expect(page.getByText(/Emesso il preventivo P-\d{4}-\d{6}/)).toBeVisible();
    await page.waitForLoadState('networkidle');
    const id = new URL(page.url()).searchParams.get('quote');
    expect(calls).toEqual(['/api/quotes', `/api/quotes/${id}/issue`]);
  });

  test('an amount that cannot be read stops the issue: no older one is printed', async () => {
    await openAlive(page, EXAMPLE);
    await chooseCustomer();
    const deposit = page.getByRole('textbox', { name: 'Anticipo' });
    await deposit.fill('2000');
    await deposit.press('Tab');
    await deposit.fill('25oo');
    await page.getByRole('button', { name: 'Emetti preventivo' }).click();
    await expect(page.locator('#toasts')).toContainText('Correggere il valore che non si legge');
    await expect(deposit).toBeFocused();
    await expect(deposit).toHaveValue('25oo');
    await deposit.fill('2500');
    await page.getByRole('button', { name: 'Emetti preventivo' }).click();
    await expect(page.getByText(/Emesso il preventivo P-\d{4}-\d{6}/)).toBeVisible();
    const id = new URL(page.url()).searchParams.get('quote');
    expect((await read<Quote>(context, `/quotes/${id}`)).draft.deposit).toBe(250_000);
  });

  test('a customer half typed is not thrown away by Esc', async () => {
    await openAlive(page, EXAMPLE);
    await page.getByRole('combobox', { name: 'Cerca un cliente' }).pressSequentially('Zuzzurellone');
    await page.getByText(/Crea «Zuzzurellone»/).click();
    const dialog = page.getByRole('dialog', { name: 'Nuovo cliente' });
    await dialog.getByRole('textbox', { name: 'E-mail' }).fill('lunga@example.it');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Continua a modificare' }).click();
    await expect(dialog.getByRole('textbox', { name: 'E-mail' })).toHaveValue('lunga@example.it');
    await page.route(
      '**/api/customers',
      refuse(422, 'Controllare i campi evidenziati.', { altro: 'Cliente rifiutato' }),
    );
    await dialog.getByRole('textbox', { name: 'Nome', exact: true }).fill('Anna');
    await dialog.getByRole('textbox', { name: 'Cognome' }).fill('Zuzzurellone');
    await dialog.getByRole('button', { name: /^Salva/ }).click();
    await expect(dialog.getByRole('alert')).toContainText('Cliente rifiutato');
    await expect(dialog.getByRole('textbox', { name: 'E-mail' })).toHaveValue('lunga@example.it');
  });
});

describe('a record', () => {
  pageAs('admin');
  beforeEach(async () => {
    await page.goto('/dealer/accessories');
    await page.locator('.list-page:not(astro-island[ssr] *)').waitFor();
  });
  const form = () => page.locator('dialog[open]').filter({ has: page.getByLabel('Descrizione') });
  const description = () => form().getByLabel('Descrizione');
  const question = () => page.getByRole('dialog', { name: 'Modifiche non salvate' });
  const totalOf = async (code: string) => (await read<{ total: number }>(context, `/accessories?q=${code}`)).total;
  /** Answers the code, which a second try does not share with the first. */
  async function typeNew(word: string): Promise<string> {
    const code = `${word}-${digits(6)}`;
    await page.keyboard.press('n');
    await form().getByLabel('Codice').fill(code);
    await description().fill('Scritto con cura');
    await form().locator('[name=price]').fill('12,5');
    return code;
  }

  test('however a save fails, what was typed stays, the reason is said, and one press more saves it once', async () => {
    const noNetwork = (route: Route) =>
      route.request().method() === 'GET' ? route.continue() : route.abort('internetdisconnected');
    const ways = [...Object.values(failures), [noNetwork, 'Servizio temporaneamente non disponibile']] as const;
    // A busy browser closes the saved one's step in the history when the next one is open already.
    await page.evaluate(() => {
      const back = history.back.bind(history);
      history.back = () => void setTimeout(back, 300);
    });
    for (const [answer, words] of ways) {
      const code = await typeNew('PERSO');
      await page.route('**/api/accessories', answer);
      await page.keyboard.press('Control+s');
      await expect(form().getByRole('alert')).toContainText(words);
      await expect(description()).toHaveValue('Scritto con cura');
      await expect(form().locator('[name=price]')).toHaveValue('12,50');
      await page.unroute('**/api/accessories');
      await page.keyboard.press('Control+s');
      await expect(page.getByText(`${code} salvato`)).toBeVisible();
      expect(await totalOf(code)).toBe(1);
      await expect(form()).toHaveCount(0);
    }
  });

  test('Enter held down makes one', async () => {
    const code = await typeNew('TENUTO');
    await description().focus();
    for (let i = 0; i < 15; i += 1) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await expect(page.getByText(`${code} salvato`)).toBeVisible();
    expect(await totalOf(code)).toBe(1);
  });

  test('Esc, the browser’s Back and other actions ask before they throw anything away', async () => {
    await page.locator('.list-table [data-label=Descrizione]').first().click();
    await page.waitForURL(/id=\d+/);
    const address = page.url();
    await description().fill('Scritto a metà');
    const ways = [
      () => page.keyboard.press('Escape'),
      () => page.goBack(),
      () => form().getByRole('button', { name: 'Archivia' }).click(),
    ];
    for (const way of ways) {
      await way();
      await question().getByRole('button', { name: 'Continua a modificare' }).click();
      await expect(description()).toHaveValue('Scritto a metà');
      expect(page.url()).toBe(address);
    }
    await page.goBack();
    await question().getByRole('button', { name: 'Scarta le modifiche' }).click();
    await expect(form()).toHaveCount(0);
    await page.waitForURL('/dealer/accessories');
  });

  test('a text that is no amount is not saved as the amount before it', async () => {
    const code = await typeNew('IMPORTO');
    await page.keyboard.press('Tab');
    await form().locator('[name=price]').fill('12,5,0x');
    await page.keyboard.press('Control+s');
    await expect(form().getByRole('alert')).toHaveText('Inserire un importo, per esempio 1.234,50');
    await expect(form().locator('[name=price]')).toHaveValue('12,5,0x');
    expect(await totalOf(code)).toBe(0);
    await form().locator('[name=price]').fill('13');
    await page.keyboard.press('Control+s');
    await expect(page.getByText(`${code} salvato`)).toBeVisible();
  });

  test('a double click changes the chosen prices once', async () => {
    const [{ id, price }] = (await read<{ rows: [{ id: number; price: number }] }>(context, '/accessories')).rows;
    await page.locator('.list-table td input[type=checkbox]').first().check();
    await page.getByRole('button', { name: 'Cambia prezzo' }).click();
    const dialog = page.getByRole('dialog', { name: /^Cambia il prezzo/ });
    await dialog.getByLabel('Variazione').press('Enter');
    await expect(dialog.getByRole('alert')).toHaveText('Inserire un numero');
    await dialog.getByLabel('Variazione').fill('3,5');
    await page.keyboard.press('Tab');
    await dialog.getByLabel('Variazione').fill('dieci');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toHaveText('Inserire un numero');
    await dialog.getByLabel('Variazione').fill('10');
    await dialog.getByRole('button', { name: 'Cambia prezzo' }).dblclick();
    await expect(page.getByText('Prezzi cambiati: 1')).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect((await read<{ price: number }>(context, `/accessories/${id}`)).price).toBe(Math.round(price * 1.1));
  });
});
