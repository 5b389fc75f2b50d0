import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LayoutName, routeOf, routes } from '#site/routes.ts';
import { openAstro } from '#tests/support/astro.ts';

const release = { id: 7, release_number: '4.12.0', release_date: '2020-01-01', title: 'Novità' };
const notice = { id: 3, color: '#c2410c', title: 'Avviso', body: '<p onclick="x()">Domenica<script>x()</script></p>' };
const answers: Record<string, unknown> = {
  'GET /releases': [release],
  'GET /releases/unread': [],
  'GET /portal/notices/active': [notice],
};

const person = {
  id: 1,
  name: 'Giulia Ferrari',
  email: 'g@example.it',
  company_id: 21,
  company_name: 'Autosalone Brera',
  privileges: [1, 13, 14],
  role_name: 'Venditore',
  phone: null,
  profile_picture: null,
  userSecret: '',
  theme: 'dark',
  density: 'compact',
  shortcuts: false,
  updatesSeenAt: null,
  version: 1,
};

let astro: Awaited<ReturnType<typeof openAstro>>;
beforeAll(async () => {
  astro = await openAstro();
});
afterAll(() => astro.close());

interface RenderOptions {
  user?: object;
  call?: (name: string) => Promise<unknown>;
  layout?: LayoutName;
}

/** What the shell shows is kept for some seconds per company: each page here is another one's. */
let companies = 100;

const render = (path: string, { user = person, layout, call = async (name) => answers[name] }: RenderOptions = {}) =>
  astro.render('/src/layouts/Layout.astro', path, {
    locals: { user, company: { id: companies++ }, route: routeOf(path), nonce: 'n0', config: {}, call },
    props: layout ? { layout } : {},
    slots: { default: '<h1>Contenuto</h1>', actions: '<button>Azione</button>' },
  });

const marks = {
  menu: 'commandfor="explore"',
  back: /data-back="(parent|history)"/,
  settings: 'href="/dealer/settings" aria-label',
  logout: 'data-logout',
  release: 'class="release" href="/dealer/releases/7"',
  tab: 'href="/dealer/releases/7" target="_blank"',
  restart: 'href="/reception"',
  alerts: 'id="alerts"',
  update: 'class="update"',
  fms: 'Fms Manager',
};
const seen = (html: string) =>
  Object.entries(marks).flatMap(([name, mark]) =>
    (typeof mark === 'string' ? html.includes(mark) : mark.test(html)) ? [name] : [],
  );

const dealer = ['menu', 'back', 'settings', 'logout', 'release', 'update'];

describe('layouts differ as the specification says', () => {
  test.each<[LayoutName, string, string[]]>([
    ['dealer', '/dealer/quotes', dealer],
    ['default', '/files', dealer],
    ['internal', '/dealer/settings', dealer],
    ['contract', '/dealer/contracts', dealer],
    ['newContract', '/dealer/contracts/5', dealer],
    ['quotation', '/quotation/comparison', ['menu', 'back', 'logout', 'release', 'tab', 'alerts', 'update']],
    ['quotationTemplate', '/quotation/new/1', [...dealer, 'tab', 'alerts']],
    ['reception', '/reception', ['menu', 'settings', 'logout', 'release', 'restart', 'update']],
    ['public', '/resetpassword', []],
    ['simple', '/nope', []],
  ])('%s at %s', async (layout, path, expected) => {
    const route = routeOf(path);
    if (route) expect(route.layout).toBe(layout);
    expect(seen(await render(path, { layout })).sort()).toEqual([...expected].sort());
  });

  test.each<[LayoutName, string, string[]]>([
    ['fms', '/fms', ['logout', 'update', 'fms']],
    ['fms', '/fms/settings', ['back', 'logout', 'update', 'fms']],
    ['catalog', '/fms/catalog', ['back', 'logout', 'update', 'fms']],
  ])('%s at %s, for the manufacturer', async (layout, path, expected) => {
    const html = await render(path, { layout, user: { ...person, company_id: 10, company_name: 'Lumera Italia' } });
    expect(seen(html).sort()).toEqual([...expected].sort());
    expect(html).toContain('href="/fms/settings"');
    expect(html).not.toContain('Venditore · Lumera Italia</small></span>');
  });

  test('pages for everybody keep the manufacturer in its own bar', async () => {
    const html = await render('/updates', { user: { ...person, company_id: 10 } });
    expect(seen(html).sort()).toEqual(['fms', 'logout', 'update']);
    expect(html).not.toContain('href="/dealer');
  });

  test('the back button of the internal layout is a step in the history, the others go to the parent', async () => {
    expect(await render('/dealer/releases/7')).toContain('href="/dealer/releases" data-back="history"');
    expect(await render('/dealer/quotes/retail')).toContain('href="/dealer/quotes" data-back="parent"');
  });

  test.each(['/dealer', '/updates'])('no back button on %s', async (path) => {
    expect(seen(await render(path))).not.toContain('back');
  });

  test('every route names one of them', () => {
    expect(new Set(routes.map(({ layout }) => layout)).size).toBe(11);
  });
});

describe('shell', () => {
  test('shows who is logged in, with the letter picture, their look, title and skip link', async () => {
    const html = await render('/dealer/quotes');
    expect(html).toContain('<html lang="it" data-theme="dark" data-density="compact" data-shortcuts="off"');
    expect(html).toContain('<title>Preventivi · Volante</title>');
    expect(html).toMatch(/<text[^>]*>\s*G\s*<\/text>/);
    expect(html).toContain('Autosalone Brera');
    expect(html).toContain('href="#content"');
    expect(html).toContain('<button>Azione</button>');
  });

  test('offers only the cards of the privileges', async () => {
    const html = await render('/dealer');
    const menu = html.slice(html.indexOf('id="explore"'), html.indexOf('id="palette"'));
    expect(menu).toContain('Gestisci stock');
    expect(menu).toContain('href="/quotation"');
    expect(menu).not.toContain('Gestione utenti');
  });

  test('shows notices with clean HTML', async () => {
    const html = await render('/dealer');
    expect(html).toMatch(/class="notice" data-id="3" style="--notice: #c2410c"/);
    expect(html).toContain('<p>Domenica</p>');
  });

  test('is painted with its content and notices, not before; the loading bar is there when an island wakes', async () => {
    const html = await render('/dealer');
    // A browser paints as soon as it meets the element that the page waits for.
    const waited = /<link rel="expect" href="#(\w+)" blocking="render"/.exec(html)![1]!;
    const order = ['id="loading"', '<p>Domenica', '<h1>Contenuto', `id="${waited}"`, '<dialog'];
    expect(order.map((part) => html.indexOf(part))).toEqual(
      order.map((part) => html.indexOf(part)).toSorted((a, b) => a - b),
    );
    for (const part of order) expect(html).toContain(part);
  });

  test('"new!" stands at the release for 5 days only', async () => {
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Rome' }).format(new Date());
    const fresh = async (name: string) => (name === 'GET /releases' ? [{ ...release, release_date: today }] : []);
    expect(await render('/dealer', { call: fresh })).toContain('<em>new!</em>');
    expect(await render('/dealer')).not.toContain('<em>new!</em>');
  });

  test.each(['/src/pages/dealer/releases/index.astro', '/src/pages/updates.astro'])(
    '%s asks for the releases once, with its frame',
    async (file) => {
      const asked: string[] = [];
      const call = async (name: string) => (asked.push(name), answers[name]);
      const locals = {
        user: person,
        company: { id: companies++ },
        route: routeOf('/updates'),
        nonce: 'n0',
        config: {},
        call,
      };
      expect(await astro.render(file, '/updates', { locals })).toContain('4.12.0');
      expect(asked.toSorted()).toEqual(['GET /portal/notices/active', 'GET /releases', 'GET /releases/unread']);
    },
  );

  test('stands without releases and notices, and says so', async () => {
    const html = await render('/dealer', { call: async () => Promise.reject(new Error('down')) });
    expect(html).toContain('Impossibile caricare le release');
    expect(html).toContain('Impossibile caricare gli avvisi');
    expect(html).toContain('<h1>Contenuto</h1>');
  });
});

test.each([
  ['not_found', '404', true],
  ['forbidden', '403', true],
  ['unavailable', '503', false],
  ['internal', '500', true],
])('error page of %s', async (code, status, home) => {
  const { Failure } = await astro.load('/domain/errors.ts');
  const html = await astro.render('/src/layouts/ErrorPage.astro', '/x', {
    locals: { user: null, requestId: 'req-12345' },
    props: { error: new Failure(code) },
  });
  expect(html).toMatch(new RegExp(`Codice errore <b[^>]*>${status}</b>`));
  expect(html.includes('Torna alla Home')).toBe(home);
  expect(html).toContain('req-12345');
});

test('the dashboard counts the discounts that this person may decide, and shows the others below', async () => {
  const row = (id: number, decidable: boolean) => ({
    id,
    version: 1,
    percent: 12,
    cap: 5,
    reason: 'fleet',
    note: null,
    facts: { discount: 100_000 },
    askedBy: { id: 2, name: 'Luca' },
    askedAt: '2026-11-20T09:00:00Z',
    customer: 'Mario Rossi',
    vehicle: `Auto ${id}`,
    href: `/quotation/new/1/2/8?quote=${id}`,
    margin: null,
    floor: null,
    decidable,
    hindered: decidable ? null : 'Supera anche il proprio limite.',
  });
  const summary = { drafts: 0, open: 0, expiring: 0, issuedThisMonth: 0, valueThisMonth: 0, months: [], latest: [] };
  const desk = { expiring: [], drafts: [], accepted: [], questions: [], commission: null, lead: null };
  const asked = [row(1, true), row(2, false), row(3, false)];
  const user = { ...person, privileges: [13, 14, 15, 16, 38] };
  const html = await astro.render('/src/areas/quotes/desk/Desk.astro', '/dealer', {
    props: { user, summary, desk, asked, tiles: [], isBrief: false },
  });
  expect(/href="#approvals"[^>]*>\s*<span[^>]*>[^<]*<\/span>\s*<b[^>]*>(\d+)/.exec(html)?.[1]).toBe('1');
  expect(html.match(/data-approval=/g)).toHaveLength(3);
});

test('the rows behind a number are those that its address asks for, on each page and in the sheet', async () => {
  const asked: unknown[] = [];
  const call = async (name: string, { query }: { query?: object } = {}) => {
    if (name !== 'GET /stats/rows') return answers[name];
    asked.push(query);
    return { rows: [], sums: { count: 0 } };
  };
  const path = `/dealer/stats/rows?${new URLSearchParams({ figure: 'contracts', basis: 'signed', from: '2026-11-01', to: '2026-11-30', filters: 'retail=true&insured=true' })}`; // prettier-ignore
  const html = await astro.render('/src/pages/dealer/stats/rows.astro', path, {
    locals: { user: person, company: { id: companies++ }, route: routeOf('/dealer/stats/rows'), nonce: 'n0', config: {}, call }, // prettier-ignore
  });
  // In one order, so that one set of rows has one address.
  expect(asked).toMatchObject([{ filters: 'insured=true&retail=true' }]);
  expect(html).toMatch(/stats\/rows\/export[^"]*filters=insured%3Dtrue%26retail%3Dtrue/);
});
