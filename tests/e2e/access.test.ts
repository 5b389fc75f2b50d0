import { expect } from 'playwright/test';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { DEMO_PASSWORD } from '#domain/passwords.ts';
import { holdsAny } from '#domain/privileges.ts';
import { routeOf } from '#site/routes.ts';
import { startApplication } from '#tests/support/application.ts';
import { SECRET } from '#tests/support/area.ts';
import { leaveBrowser, openBrowser, signIn } from '#tests/support/browser.ts';
import { testDatabase } from '#tests/support/database.ts';
import { doorTo } from '#tests/support/door.ts';
import { mailsLeft } from '#tests/support/outbox.ts';
import { dataDir, DEMO_USERS, serverUrl } from '#tests/support/server.ts';
import { EXAMPLE } from './quote-page.ts';
import type { BrowserContext, Page } from 'playwright';

let browser: Awaited<ReturnType<typeof openBrowser>>;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => leaveBrowser(browser));

async function openPage(as: keyof typeof DEMO_USERS | null, more: { javaScriptEnabled?: boolean } = {}) {
  const context = await browser.newContext({ baseURL: serverUrl(), ...more });
  if (as) await signIn(context, as);
  return context.newPage();
}
const shared = new Map<keyof typeof DEMO_USERS | null, Promise<BrowserContext>>();
/** A page in one browser of this user for all tests that leave nothing in it: neither the login nor the scripts are loaded anew. */
async function openShared(as: keyof typeof DEMO_USERS | null) {
  const opened = shared.get(as) ?? openPage(as).then((page) => page.context());
  shared.set(as, opened);
  // A second try logs in anew.
  opened.catch(() => shared.delete(as));
  return (await opened).newPage();
}
async function logIn(page: Page, email: string, password: string) {
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Accedi' }).click();
}

describe('without script', () => {
  test('one logs in and finds rows, figures and prices', async () => {
    const page = await openPage(null, { javaScriptEnabled: false });
    await page.goto('/?target=/dealer/quotes/retail');
    await logIn(page, DEMO_USERS.director, DEMO_PASSWORD);
    await page.waitForURL('/dealer/quotes/retail');
    await expect(page.locator('.list-box tbody tr')).toHaveCount(50);
    await expect(page.getByRole('row').nth(1)).toContainText(/\d,\d\d\s€/);
    await page.goto('/dealer');
    await expect(page.getByRole('link', { name: /In scadenza/ })).toContainText(/\d/);
    // All that a director acts on stands in one screen, without what the manufacturer has to say below it.
    await page.setViewportSize({ width: 1366, height: 768 });
    const sizes = await page.evaluate(() => ({
      whole: document.documentElement.scrollHeight,
      foot: document.querySelector('.notices')!.getBoundingClientRect().height,
    }));
    expect(sizes.whole - sizes.foot).toBeLessThanOrEqual(768);
    for (const name of [/^Venditori, /, 'Preventivi in scadenza', 'Sconti da autorizzare'])
      await expect(page.getByRole('heading', { name })).toBeVisible();
    await page.getByRole('link', { name: 'Settimana', exact: true }).click();
    await page.getByText('Le cifre in tabella').click();
    await expect(page.getByRole('row').nth(12)).toContainText(/\d,\d\d\s€/);
    await page.context().close();
  });

  test('one logs out: it asks first, and the session is over', async () => {
    const page = await openPage('seller', { javaScriptEnabled: false });
    await page.goto('/updates');
    const leave = () => page.getByRole('banner').getByRole('button', { name: 'Esci' }).click();
    await leave();
    await expect(page.getByText('Sei sicuro di voler effettuare il logout?')).toBeVisible();
    await page.getByRole('link', { name: 'Annulla' }).click();
    await page.waitForURL('/dealer');
    await leave();
    await page.getByRole('button', { name: 'Conferma' }).click();
    await expect(page.getByRole('textbox', { name: 'E-mail' })).toBeVisible();
    await page.goto('/dealer');
    expect(new URL(page.url()).pathname).toBe('/');
    await page.context().close();
  });

  test('the builder shows the car, its options and what it costs', async () => {
    const page = await openPage('seller', { javaScriptEnabled: false });
    await page.goto(EXAMPLE);
    const total = page.getByRole('complementary', { name: 'Totale del preventivo' });
    await expect(total).toContainText('24.900,00 €');
    await expect(total).toContainText('Chiavi in mano');
    await expect(page.getByRole('checkbox', { name: /LP01/ })).toBeVisible();
    await page.context().close();
  });
});

describe('login', () => {
  test('a wrong password says so and keeps the e-mail', async () => {
    const page = await openPage(null);
    await page.goto('/');
    await logIn(page, DEMO_USERS.reception, 'una-password-sbagliata');
    await expect(page.getByRole('alert')).toHaveText('Credenziali non valide');
    await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue(DEMO_USERS.reception);
    await page.context().close();
  });

  test('the form without script opens no session for another site', async () => {
    const form = { email: DEMO_USERS.seller, password: DEMO_PASSWORD };
    const cookieFrom = async (headers: Record<string, string>) => {
      const context = await browser.newContext({ baseURL: serverUrl() });
      const answer = await context.request.post('/', { form, headers, maxRedirects: 0 });
      await context.close();
      return answer.headers()['set-cookie'];
    };
    expect(await cookieFrom({ origin: serverUrl() })).toMatch(/^__Host-volante=/);
    expect(await cookieFrom({ origin: 'https://evil.example' })).toBeUndefined();
    expect(await cookieFrom({ origin: serverUrl(), 'sec-fetch-site': 'cross-site' })).toBeUndefined();
    expect(await cookieFrom({})).toBeUndefined();
  });

  test('goes on to where one wanted to go', async () => {
    const page = await openPage(null);
    await page.goto('/dealer/quotes/retail?q=rossi');
    expect(new URL(page.url()).pathname).toBe('/');
    await logIn(page, DEMO_USERS.seller, DEMO_PASSWORD);
    await page.waitForURL('/dealer/quotes/retail?q=rossi');
    await page.context().close();
  });

  test.concurrent.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example/dealer',
    '/\t/evil.example',
    '/.//evil.example',
    'javascript:alert(1)',
    '/%2f/evil.example',
  ])('never leaves the site for %j', async (target) => {
    const page = await openShared('seller');
    // Where the way ends is known before that page is read.
    await page.goto(`/?${new URLSearchParams({ target })}`, { waitUntil: 'commit' });
    expect(new URL(page.url()).origin).toBe(serverUrl());
    await page.close();
  });
});

describe('pages by privilege', () => {
  const home = 'Torna alla Home';
  const missing = 'Contenuto non trovato';
  const forbidden = "Accesso non autorizzato, non hai i privilegi per eseguire l'operazione richiesta.";
  test.concurrent.each([
    ['seller', '/', 200, '/dealer', 'Appuntamenti di oggi'],
    ['manufacturer', '/fms/login', 200, '/fms', 'Rete'],
    ['manufacturer', '/dealer/quotes', 200, '/fms', 'Rete'],
    ['seller', '/fms', 403, '/fms', forbidden],
    ['reception', '/dealer/accessories', 403, '/dealer/accessories', forbidden],
    [
      ...['seller', '/dealer/customers/999999', 404, '/dealer/customers/999999', missing],
      'Si cercava «Cliente» 999999: non c’è, o è di un’altra azienda.',
    ],
    ['seller', '/quotation/new/1/2/999999', 404, '/quotation/new/1/2/999999', missing, '999999: non c’è'],
    ['seller', '/quotation/new/1/2/abc', 404, '/quotation/new/1/2/abc', missing, 'abc: non c’è'],
    ['seller', '/non/esiste', 404, '/non/esiste', missing, 'Si cercava /non/esiste: la pagina non c’è'],
    [null, '/non/esiste', 404, '/non/esiste', missing, 'Si cercava /non/esiste: la pagina non c’è'],
  ] as const)('%s on %s: %i', async (as, path, status, arrives, text, looked?: string) => {
    const page = await openShared(as);
    const answer = await page.goto(path);
    expect([answer?.status(), new URL(page.url()).pathname]).toEqual([status, arrives]);
    await expect(page.getByRole('heading', { name: text })).toBeVisible();
    if (status >= 400) {
      await expect(page.getByText(`Codice errore ${status}`)).toBeVisible();
      await expect(page.locator('main')).toContainText(looked ?? text);
      await page.getByRole('link', { name: home }).click();
      await page.waitForURL(as === 'manufacturer' ? '/fms' : as ? '/dealer' : '/', { waitUntil: 'commit' });
    }
    await page.close();
  });

  test.each(['seller', 'reception', 'wholesale', 'backOffice', 'director'] as const)(
    'no link of the dashboard of %s leads where they may not go',
    async (as) => {
      const page = await openShared(as);
      const { privileges } = (await (await page.request.get('/api/auth/user')).json()) as { privileges: number[] };
      const html = await (await page.request.get('/dealer')).text();
      const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
      const paths = [...main.matchAll(/href="(\/[^"?#]*)/g)].map(([, path]) => path!);
      expect(paths.length).toBeGreaterThan(5);
      const shut = paths.filter((path) => {
        const route = routeOf(path);
        return !route?.built || !holdsAny(privileges, route.privileges);
      });
      expect(shut).toEqual([]);
      await page.close();
    },
  );
});

// Two people whom no other test logs in as: their password is another one afterwards, for every file of this worker.
test.each([
  ['with', 'davide.romano@brera.example.it'],
  ['without', 'simone.barbieri@brera.example.it'],
])('a forgotten password, %s script: the mail, the link, the new one, and the link is spent', async (how, email) => {
  const resets = () =>
    mailsLeft({ DATA_DIR: dataDir() }, email).flatMap((mail) => /https?:\/\/\S+resetpassword\?\S+/.exec(mail) ?? []);
  const before = resets().length;
  const page = await openPage(null, { javaScriptEnabled: how === 'with' });
  await page.goto('/');
  await page.getByRole('link', { name: 'Password dimenticata?' }).click();
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByRole('button', { name: 'Invia il collegamento' }).click();
  await expect(page.getByText('Se l’indirizzo è registrato')).toBeVisible();
  await expect.poll(resets, { timeout: 20_000 }).toHaveLength(before + 1);
  const link = resets().at(-1)!;
  expect(new URL(link).origin).toBe(serverUrl());

  const password = 'tramonto sul molo 7';
  const choose = async (repeat = password) => {
    await page.goto(link);
    await page.getByRole('textbox', { name: 'Nuova password' }).fill(password);
    await page.getByRole('textbox', { name: 'Ripeti la password' }).fill(repeat);
    await page.getByRole('button', { name: 'Imposta la password' }).click();
  };
  await choose('tramonto sul molo 8');
  await expect(page.getByText('Le due password non sono uguali')).toBeVisible();
  expect(page.url()).toBe(`${serverUrl()}/resetpassword`);
  // Who loads the page again still chooses; who forgot the password anew is asked for the address.
  await page.goto(`${serverUrl()}/resetpassword`);
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Nuova password' })).toBeVisible();
  await choose();
  if (how === 'with') {
    // Whoever has chosen a password is in.
    await page.waitForURL('/dealer');
    await page.context().clearCookies();
  } else await expect(page.getByText('Password impostata.')).toBeVisible();
  await expect(async () => {
    await page.goto('/resetpassword');
    await expect(page.getByRole('textbox', { name: 'E-mail' })).toBeVisible({ timeout: 500 });
  }).toPass();
  await choose();
  await expect(page.getByText('Il collegamento non è più valido')).toBeVisible();
  await page.getByRole('link', { name: 'Richiedi un altro collegamento' }).click();
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toBeVisible();
  await page.goto('/');
  await logIn(page, email, password);
  await page.waitForURL('/dealer');
  await page.context().close();
});

test('the token of a reset link leaves the address at once and reaches no other site', async () => {
  const token = 'volante.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
  const first = await fetch(`${serverUrl()}/resetpassword?token=${token}`, { redirect: 'manual' });
  expect([first.status, first.headers.get('location')]).toEqual([303, '/resetpassword']);
  const cookie = first.headers.get('set-cookie')!;
  expect(cookie).toMatch(/HttpOnly/);
  expect(first.headers.get('referrer-policy')).toBe('no-referrer');
  const second = await fetch(`${serverUrl()}/resetpassword`, { headers: { cookie: cookie.split(';')[0]! } });
  expect(second.headers.get('referrer-policy')).toBe('no-referrer');
  expect(await second.text()).toContain(`value="${token}"`);
  const anew = await fetch(`${serverUrl()}/resetpassword?new`, { headers: { cookie: cookie.split(';')[0]! } });
  expect(anew.headers.get('set-cookie')).toMatch(/volante-link=; Max-Age=0/);
  expect(await anew.text()).not.toContain(token);
});

test('without a database every page says that the service is not available', async () => {
  const database = await doorTo((await testDatabase()).ownerUrl);
  const { url, stop } = await startApplication({ DATABASE_URL: database.url, SESSION_SECRET: SECRET });
  try {
    const context = await browser.newContext({ baseURL: url });
    const page = await context.newPage();
    await page.goto('/');
    await logIn(page, DEMO_USERS.seller, DEMO_PASSWORD);
    await page.waitForURL('/dealer');
    await database.shut();
    // Not the releases, which are believed for some seconds.
    for (const path of ['/dealer', EXAMPLE, '/dealer/accessories']) {
      expect((await page.goto(path))?.status()).toBe(503);
      await expect(page.getByRole('heading')).toHaveText('Servizio temporaneamente non disponibile');
      await expect(page.getByText('Riprova tra qualche minuto')).toBeVisible();
      await expect(page.getByText('Codice errore 503')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Riprova' })).toHaveAttribute('href', path);
      await expect(page.getByRole('link', { name: 'Torna alla Home' })).toHaveCount(0);
    }
    // Who has no session still sees the login, and what it cannot do.
    await context.clearCookies();
    expect((await page.goto('/'))?.status()).toBe(200);
    await logIn(page, DEMO_USERS.seller, DEMO_PASSWORD);
    await expect(page.getByText('Il servizio non risponde: riprovare tra qualche minuto.')).toBeVisible();
    expect((await context.request.get('/readyz')).status()).toBe(503);
    await context.close();
  } finally {
    await stop();
    await database.shut();
  }
});
