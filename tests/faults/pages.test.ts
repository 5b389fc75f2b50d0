import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calendarFields } from '#domain/calendars/fields.ts';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { commissionRights } from '#domain/commissions/rights.ts';
import { contractRights } from '#domain/contracts/rights.ts';
import { customerRights } from '#domain/customers/rights.ts';
import { endpoints } from '#domain/endpoints.ts';
import { valuationRights } from '#domain/valuations/rights.ts';
import { blankOf } from '#domain/record/fields.ts';
import { manufacturerRoles } from '#domain/roles.ts';
import { holdsAny, privileges } from '#domain/privileges.ts';
import { homeOf, routeOf, routes, type Route } from '#site/routes.ts';
import { cardsFor } from '#site/shell/cards.server.ts';
import type { Application } from '#tests/support/application.ts';
import { testDatabase } from '#tests/support/database.ts';
import { spiffFor } from '#tests/support/areas/commissions.ts';
import { madeBy } from '#tests/support/areas/contracts.ts';
import { insurance } from '#tests/support/areas/insurances.ts';
import { pages as named } from '#tests/support/areas/stats.ts';
import { newCarOf } from '#tests/support/areas/new-stock.ts';
import { valuationOf } from '#tests/support/areas/valuations.ts';
import { isSoak } from '#tests/support/rounds.ts';
import { cookieOf, get, startBare, worldIn } from '#tests/support/running.ts';
import { rowOf } from '#tests/support/upstream.ts';

const EVERY = Object.values(privileges);

interface Person {
  companyId: number;
  held: readonly number[];
  email: string;
  headers: Record<string, string>;
}

const database = await testDatabase();
let application: Application;
let world: Awaited<ReturnType<typeof worldIn>>;
let known: Record<string, number>;

beforeAll(async () => {
  application = await startBare({ DATABASE_URL: database.ownerUrl });
  world = await worldIn(database.ownerUrl);
  const [release] = await world.query(
    "insert into releases (release_number, title, body, release_date) values ('9.9', 'Prova', '<p>Prova</p>', '2026-01-01') returning id",
  );
  for (const dealer of [world.alfa, world.beta]) {
    const seller = await world.user(dealer.companyId, EVERY);
    const body = world.draft(dealer, { notes: dealer.marker });
    for (let i = 0; i < 3; i += 1) {
      const { body: quote } = await world.call(seller, 'POST /quotes', { body });
      if (i > 0) await world.call(seller, 'POST /quotes/:id/issue', { params: { id: quote.id }, version: 1 });
    }
  }
  const { makerId, modelId, versionId } = world.car;
  const { id } = (await world.call(await world.user(901, EVERY), 'POST /insurances', { body: insurance })).body as {
    id: number;
  };
  const { body: car } = await world.call(await world.user(901, EVERY), 'POST /stock/new', {
    body: { ...newCarOf(world.car), code: '' },
  });
  const { params: contract } = await madeBy(await world.sideOf(world.alfa), await world.user(901, EVERY));
  const { body: calendar } = await world.call(await world.user(901, EVERY), 'POST /calendars', {
    body: { ...blankOf(calendarFields), name: 'Consegne', kind: 'bay' },
  });
  const { body: valuation } = await world.call(await world.user(901, EVERY), 'POST /valuations', {
    body: valuationOf(),
  });
  const by = await world.user(901, EVERY);
  const { body: statement } = await world.call(by, 'POST /commissions/lines', {
    body: spiffFor((await world.user(901, EVERY)).id),
  });
  known = {
    '/fms/companies/{id}/users': 901,
    '/dealer/stats/commissions/{id}': statement.id,
    '/dealer/usedEvaluation/{id}': valuation.id,
    '/dealer/calendars/{id}': calendar.id,
    '/dealer/contracts/{contractNew}': contract.id,
    '/dealer/stock/new/{id}': car.id,
    '/dealer/releases/{id}': Number(release.id),
    '/dealer/insurances/{id}': id,
    '/dealer/financials/{id}': world.alfa.planId,
    '/dealer/customers/{id}': world.alfa.customerId,
    '/dealer/stock/used/{id}': world.alfa.usedCarId,
    stockid: world.alfa.usedCarId,
    makerid: makerId,
    modelid: modelId,
    carid: versionId,
    makerId,
    modelId,
    myId: versionId,
  };
});
afterAll(async () => {
  await world.close();
  await application.stop();
});

async function person(companyId: number, held: readonly number[]): Promise<Person> {
  const user = await world.user(companyId, held);
  return { companyId, held, email: user.email, headers: { cookie: await cookieOf(user) } };
}
const pathOf = ({ path }: Route) =>
  (named as Partial<Record<string, string>>)[path] ??
  path.replace(/\{(\w+)\}/g, (_, key: string) => String(known[key] ?? known[path] ?? 1));

const nobodysLinks = [
  '/offer/{token}',
  '/auto/{token}',
  '/privacy/{token}',
  '/carica/{token}',
  '/documenti/{token}',
  '/firma/{token}',
  '/sala/{token}',
  '/appuntamento/{token}',
  '/prenota/{token}',
  '/richiesta/{token}',
];

/** What the table says of a person and a page: a status, or where the guard sends them. */
function expected(route: Route, who: Person | null, query = ''): number | string {
  // A link that nobody made.
  if (!route.built || nobodysLinks.includes(route.path)) return 404;
  if (route.audience === 'public') {
    const isLogin = route.path === '/' || route.path === '/fms/login';
    return who && isLogin ? homeOf(who.companyId) : 200;
  }
  if (!who) return `/?${new URLSearchParams({ target: pathOf(route) })}`;
  const isManufacturer = who.companyId === MANUFACTURER;
  if (route.audience === 'dealer' && isManufacturer) return '/fms';
  if (route.audience === 'fms' && !isManufacturer) return 403;
  // The builder opens for who follows a quote; a new one is for who creates quotes.
  const needed = /\{(car|stock)id\}$/.test(route.path) && !query.includes('quote=') ? [13] : route.privileges;
  if (!holdsAny(who.held, needed)) return 403;
  // Who only enters customers sees those that they entered.
  if (route.path === '/dealer/customers/{id}' && !holdsAny(who.held, customerRights.see.all)) return 403;
  // Contracts are seen by who sees all; sellers see their own.
  const needs = contractRights.see.all;
  if (route.path === '/dealer/contracts/{contractNew}' && !holdsAny(who.held, needs)) return 403;
  // Sellers see their own valuations.
  if (route.path === '/dealer/usedEvaluation/{id}' && !holdsAny(who.held, valuationRights.see.all)) return 403;
  // Sellers see their own commissions.
  if (route.path === '/dealer/stats/commissions/{id}' && !holdsAny(who.held, commissionRights.see.all)) return 403;
  // Nothing is claimed: a claim wants an approved contract, which queues show to more people than the list does.
  if (route.path === '/dealer/claims/{id}') return 404;
  if (route.path !== '/dealer/imports/{id}') return 200;
  // Nobody has imported anything; the back office sees the list, and what its other privileges let it import.
  return holdsAny(who.held, (endpoints['GET /imports/:id'] as { privileges: readonly number[] }).privileges)
    ? 404
    : 403;
}

/** Links of a page that its reader may not follow. */
function deadLinks(html: string, who: Person): string[] {
  const hrefs = [...html.matchAll(/\shref="(\/[^"#]*)/g)].map(([, href]) => href!.replaceAll('&amp;', '&'));
  return [...new Set(hrefs)].filter((href) => {
    const [path, query] = href.split('?') as [string, string | undefined];
    // The way out of the pages without a session leads home for who has one.
    if (path === '/' || /^\/(_astro|favicon|api\/reference$)/.test(path)) return false;
    if (path.startsWith('/api/')) {
      const call = rowOf('GET', path.slice(4));
      return !call || !holdsAny(who.held, (endpoints[call] as { privileges?: readonly number[] }).privileges);
    }
    // A car's own public page, by the key that its record shows.
    if (path.startsWith('/auto/')) return false;
    const route = routeOf(path);
    return !route || expected(route, who, query) !== 200;
  });
}

/** Far more calls of one person at once are refused. */
const AT_ONCE = 60;

/** What is not as the table says, for one person and every page. */
async function wrongFor(who: Person | null, pages: readonly Route[]): Promise<string[]> {
  const answers: { route: Route; got: Awaited<ReturnType<typeof get>> }[] = [];
  for (let at = 0; at < pages.length; at += AT_ONCE) {
    const some = pages.slice(at, at + AT_ONCE).map(async (route) => ({
      route,
      got: await get(application.url + pathOf(route), { headers: who?.headers ?? {} }),
    }));
    answers.push(...(await Promise.all(some)));
  }
  const name = who ? `${who.companyId} [${who.held.join()}]` : 'nobody';
  return answers.flatMap(({ route, got: { status, headers, text } }) => {
    const outcome = headers.get('location') ?? status;
    const wish = expected(route, who);
    if (outcome !== wish) return [`${name} ${route.path}: ${outcome}, not ${wish}`];
    const dead = who && status === 200 ? deadLinks(text, who) : [];
    return dead.map((href) => `${name} ${route.path}: link to ${href}`);
  });
}

const built = routes.filter((route) => route.built);

describe('every page for everybody', () => {
  test('nobody, the manufacturer, and a dealer with every privilege find what the table says at every route', async () => {
    const wrong = [
      await wrongFor(null, routes),
      await wrongFor(await person(MANUFACTURER, EVERY), routes),
      await wrongFor(await person(901, EVERY), routes),
    ];
    expect(wrong.flat()).toEqual([]);
  });

  test('each privilege alone opens exactly its pages, whole, with links that may be followed', async () => {
    const wrong = [await wrongFor(await person(901, []), built)];
    for (const number of EVERY) {
      const who = await person(901, [number]);
      // A page that it does not open is refused below to all such privileges together, so the long profile alone asks for it here.
      const asked = isSoak ? built : built.filter((route) => expected(route, who) !== 403);
      wrong.push(await wrongFor(who, asked));
    }
    expect(wrong.flat()).toEqual([]);
  });

  test('a page is refused to who holds everything else', async () => {
    const one = await person(901, []);
    const wrong = [];
    for (const route of built) {
      const others = EVERY.filter((number) => expected(route, { ...one, held: [number] }) === 403);
      if (others.length > 0) wrong.push(await wrongFor(await person(901, others), [route]));
    }
    expect(wrong.flat()).toEqual([]);
  });

  test('so do all the others together, and random sets', async () => {
    const sets = fc.sample(fc.subarray(EVERY), { numRuns: isSoak ? 300 : 3, seed: 7 });
    const wrong = [];
    for (const held of sets) wrong.push(await wrongFor(await person(901, held), built));
    expect(wrong.flat()).toEqual([]);
  });

  test('so does each role of the manufacturer, from the page after the login on', async () => {
    const wrong = [];
    const own = built.filter(({ audience }) => audience === 'fms');
    for (const held of Object.values(manufacturerRoles))
      wrong.push(await wrongFor(await person(MANUFACTURER, held), own));
    expect(wrong.flat()).toEqual([]);
  });

  test('a card of the menu that is a link leads to a page that its reader may open', () => {
    const shut = fc.sample(fc.subarray(EVERY), 2000).flatMap((held) =>
      cardsFor(held)
        .filter(({ href }) => href && !holdsAny(held, routeOf(href)!.privileges))
        .map(({ title }) => `${held.join()}: ${title}`),
    );
    expect(shut).toEqual([]);
  });
});

test('pages that many people of two companies load at once hold their own names and no others', async () => {
  const people = await Promise.all(
    Array.from({ length: 20 }, (_, i) => person(i % 2 ? world.alfa.companyId : world.beta.companyId, EVERY)),
  );
  const shown = [
    '/dealer',
    '/dealer/settings',
    '/dealer/quotes/retail',
    '/dealer/accessories',
    '/updates',
    '/quotation',
  ];
  const started = performance.now();
  const mixed: string[] = [];
  let pages = 0;
  await Promise.all(
    people.map(async (who, start) => {
      const foreign = who.companyId === 901 ? 'BETAMARCHIO' : 'ALFAMARCHIO';
      for (let i = start; isSoak ? performance.now() - started < 60_000 : i < start + 10; i += 1) {
        const path = shown[i % shown.length]!;
        const { status, text } = await get(application.url + path, { headers: who.headers });
        pages += 1;
        const others = people.filter(({ email }) => email !== who.email && text.includes(email));
        if (status !== 200 || !text.includes(who.email) || text.includes(foreign) || others.length > 0)
          mixed.push(`${who.email} ${path}: ${status} ${others.map(({ email }) => email).join()}`);
      }
    }),
  );
  expect(mixed).toEqual([]);
  expect(pages).toBeGreaterThanOrEqual(200);
});
