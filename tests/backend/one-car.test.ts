import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { endingHolds } from '#backend/quotes/car/ending-holds.ts';
import { forEachCompany } from '#backend/lib/people/companies.ts';
import { expiringQuotes } from '#backend/quotes/expiring.ts';
import type { QuoteDraft } from '#domain/quotes/schema.ts';
import { b2bDraftOf, stockCar } from '#tests/support/areas/b2b.ts';
import { newCarOf } from '#tests/support/areas/new-stock.ts';
import type { TestUser } from '#tests/support/area.ts';
import { testDatabase } from '#tests/support/database.ts';
import { aTradeIn } from '#tests/support/price-sheet.ts';
import { makeWorld, TODAY } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
const { alfa, call, car: version, clock, draft, query } = world;
afterAll(() => world.close());
const onDay = (day: string, hour = '09:00') => (clock.now = new Date(`${day}T${hour}:00Z`));
beforeEach(() => void onDay(TODAY));

const owner = { ...alfa, query };
const anna = await world.userWith('seeStock', 'createQuotes', 'manageOwnQuotes', 'seeCustomers');
const bruno = await world.userWith('seeStock', 'createQuotes', 'manageOwnQuotes', 'seeCustomers');
const trader = await world.userWith('createQuotes', 'manageOwnQuotes', 'manageB2bQuotes');
const boss = await world.userWith(
  'manageStock',
  'createQuotes',
  'manageOwnQuotes',
  'seeAllQuotes',
  'manageAllQuotes',
  'manageB2bQuotes',
  'seeCustomers',
  'seeMargin',
  'approveContracts',
);
const stranger = await world.strangerWith(
  'manageStock',
  'createQuotes',
  'manageOwnQuotes',
  'seeAllQuotes',
  'manageAllQuotes',
  'seeCustomers',
  'approveContracts',
);
const names = new Map(
  (await query('select id::int, name from users where company_id = 901', [])).map(({ id, name }) => [
    id as number,
    name as string,
  ]),
);
const nameOf = ({ id }: TestUser) => names.get(id)!;

const customer = async (email: string | null = null) =>
  (
    await query(
      `insert into customers (company_id, type, name, first_name, last_name, email) values (901, 'private', 'Rossi Mario', 'Mario', 'Rossi', $1) returning id::int`,
      [email],
    )
  )[0]!.id as number;
const freshCar = () => stockCar(owner, { retail_price: 1_090_000, kw: 74 });

async function issued(as: TestUser, stockId: number, changes: Partial<QuoteDraft> = {}) {
  const id = await customer();
  const body = draft(alfa, {
    versionId: 0,
    stockId,
    customer: { id, name: '', type: 'private' },
    ...changes,
  });
  const made = await call(as, 'POST /quotes', { body });
  expect([made.status, made.body.message]).toEqual([201, undefined]);
  const { status, body: quote } = await call(as, 'POST /quotes/:id/issue', {
    params: { id: made.body.id },
    version: made.body.version,
  });
  expect([status, quote.fields]).toEqual([200, undefined]);
  return quote as { id: number; number: string; href: string };
}
type Move = 'accept' | 'withdraw' | 'close' | 'reopen';
const move = async (as: TestUser, name: Move, { id }: { id: number }) => {
  const { version } = (await call(boss, 'GET /quotes/:id', { params: { id } })).body;
  const body = name === 'close' ? { reason: 'price' as const } : undefined;
  return call(as, `POST /quotes/:id/${name}`, { params: { id }, version, body } as never);
};
const accepted = async (as: TestUser, stockId: number, changes: Partial<QuoteDraft> = {}) => {
  const quote = await issued(as, stockId, changes);
  expect((await move(as, 'accept', quote)).status).toBe(200);
  return quote;
};
const carOf = async (id: number, kind: 'used' | 'new' = 'used') =>
  (await call(boss, `GET /stock/${kind}/:id`, { params: { id } })).body;
const reservationOf = async (id: number, kind: 'used' | 'new' = 'used') => (await carOf(id, kind)).reservation;
const nextOf = async ({ id }: { id: number }, as: TestUser = boss) =>
  (await call(as, 'GET /quotes/:id/next-step', { params: { id } })).body;
const told = async (as: TestUser, kind: string) =>
  (await call(as, 'GET /notifications')).body.rows.filter((row: { kind: string }) => row.kind === kind) as {
    title: string;
    text: string;
    href: string;
  }[];
const linkOf = async (as: TestUser, { id }: { id: number }) => {
  const { url } = (await call(as, 'POST /quotes/:id/link', { params: { id } })).body;
  return url.slice(url.lastIndexOf('/') + 1) as string;
};
const acceptBy = (token: string) => call(null, 'POST /offers/accept', { body: { token, name: 'Mario Rossi' } });
const last = '2026-11-27T22:59:00.000Z';

describe('an acceptance holds the car', () => {
  test('for its seller and customer, for the days of the company, and says so on the page of the car', async () => {
    const car = await freshCar();
    const quote = await accepted(anna, car);
    expect(await reservationOf(car)).toMatchObject({
      by: nameOf(anna),
      customer: 'Rossi Mario',
      lapsed: false,
      quote: { number: quote.number, href: quote.href },
    });
    expect(Date.parse((await reservationOf(car)).until)).toBe(Date.parse(last));
    // A colleague reads by whom and until when, and not more of the quote than may be seen.
    const seen = (await call(bruno, 'GET /stock/used/:id', { params: { id: car } })).body.reservation;
    expect([seen.by, seen.quote]).toEqual([nameOf(anna), { number: quote.number, href: null }]);
    expect(await nextOf(quote, anna)).toMatchObject({
      isStock: true,
      hold: { by: nameOf(anna), state: 'own' },
      car: `/dealer/stock/used/${car}`,
      rivals: [],
    });
  });

  test.each<[string, Move[]]>([
    ['withdrawn', ['withdraw']],
    ['lost', ['close']],
    ['lost and taken up again', ['close', 'reopen']],
  ])('until it is %s', async (_, ways) => {
    const car = await freshCar();
    const quote = await accepted(anna, car);
    for (const way of ways) expect((await move(anna, way, quote)).status).toBe(200);
    expect(await reservationOf(car)).toBe(null);
    expect((await query('select reserved_quote from used_cars where id = $1', [car]))[0]).toEqual({
      reserved_quote: null,
    });
  });

  test('made through the private link', async () => {
    const car = await freshCar();
    const quote = await issued(anna, car);
    expect((await acceptBy(await linkOf(anna, quote))).status).toBe(204);
    expect(await reservationOf(car)).toMatchObject({ by: nameOf(anna), quote: { number: quote.number } });
    expect(await told(anna, 'car_contended')).toEqual([]);
  });

  test('a new car as well', async () => {
    const { id } = (
      await call(boss, 'POST /stock/new', { body: { ...newCarOf(version), code: '', vin: 'ZZ9NEWCA000000771' } })
    ).body;
    const made = await call(anna, 'POST /quotes', { body: draft(alfa, { newCarId: id }) });
    const path = { params: { id: made.body.id as number } };
    const { status, body: quote } = await call(anna, 'POST /quotes/:id/issue', { ...path, version: made.body.version });
    expect([made.status, status, quote.fields]).toEqual([201, 200, undefined]);
    expect((await move(anna, 'accept', quote)).status).toBe(200);
    expect(await reservationOf(id, 'new')).toMatchObject({ by: nameOf(anna), quote: { number: quote.number } });
    expect(await nextOf(quote)).toMatchObject({ hold: { state: 'own' }, car: `/dealer/stock/new/${id}` });
    await move(anna, 'withdraw', quote);
    expect(await reservationOf(id, 'new')).toBe(null);
  });

  test('and goes with the quote: to a new seller, to its next revision, off when that is for another car', async () => {
    const [car, other] = [await freshCar(), await freshCar()];
    const quote = await accepted(anna, car);
    const { version } = (await call(boss, 'GET /quotes/:id', { params: { id: quote.id } })).body;
    const rows = [{ id: quote.id, version, sellerId: bruno.id }];
    expect((await call(boss, 'POST /quotes/assign', { body: { rows } })).body.results).toMatchObject([
      { outcome: 'done' },
    ]);
    expect(await reservationOf(car)).toMatchObject({ by: nameOf(bruno) });
    const revise = async (id: number, changes: Partial<QuoteDraft>) => {
      const next = (await call(bruno, 'POST /quotes/:id/revise', { params: { id } })).body;
      const path = { params: { id: next.id as number } };
      const saved = await call(bruno, 'PUT /quotes/:id', {
        ...path,
        version: next.version,
        body: { ...next.draft, ...changes },
      });
      expect(saved.status).toBe(200);
      expect((await call(bruno, 'POST /quotes/:id/issue', { ...path, version: saved.body.version })).status).toBe(200);
      return next.id as number;
    };
    const second = await revise(quote.id, { notes: 'Con gomme invernali' });
    expect(await reservationOf(car)).toMatchObject({ by: nameOf(bruno), quote: { number: quote.number } });
    await revise(second, { stockId: other });
    expect(await reservationOf(car)).toBe(null);
  });

  test('past its days: the seller is asked on the last one, prolongs or lets go; a colleague may then have it', async () => {
    const car = await freshCar();
    const quote = await accepted(anna, car);
    const asked = async () => {
      await forEachCompany(world.outside(), endingHolds.run);
      return (await told(anna, 'hold_ending')).filter(({ href }) => href === quote.href);
    };
    const hold = (as: TestUser = anna) => call(as, 'POST /quotes/:id/hold', { params: { id: quote.id } });
    onDay('2026-11-26');
    expect(await asked()).toEqual([]);
    onDay('2026-11-27', '06:00');
    expect(await asked()).toMatchObject([{ title: `${quote.number}: l’auto è tenuta fino al 27/11/2026` }]);
    expect(await asked()).toHaveLength(1);
    onDay('2026-11-25');
    expect(Date.parse((await hold()).body.hold.until)).toBe(Date.parse('2026-12-02T22:59:00Z'));
    expect((await hold(bruno)).status).toBe(403);
    onDay('2026-12-04');
    expect(await nextOf(quote)).toMatchObject({ hold: { state: 'lapsed' } });
    expect((await hold()).body.hold).toMatchObject({ state: 'own' });
    const left = await call(anna, 'DELETE /quotes/:id/hold', { params: { id: quote.id } });
    expect([left.status, left.body.hold]).toEqual([200, null]);
    expect((await call(anna, 'DELETE /quotes/:id/hold', { params: { id: quote.id } })).status).toBe(409);
    await call(bruno, 'POST /stock/used/:id/reserve', {
      params: { id: car },
      body: { until: '2026-12-05T17:00:00Z' },
    });
    expect(await hold()).toMatchObject({ status: 409, body: { message: expect.stringContaining(nameOf(bruno)) } });
  });
});

describe('one car, several customers', () => {
  test('two accept at the same moment: one holds it, and both sellers are told', async () => {
    const car = await freshCar();
    const [one, two] = [await issued(anna, car), await issued(bruno, car)];
    const [a, b] = [await linkOf(anna, one), await linkOf(bruno, two)];
    const before = [await told(anna, 'car_contended'), await told(bruno, 'car_contended')];
    expect((await Promise.all([acceptBy(a), acceptBy(b)])).map(({ status }) => status)).toEqual([204, 204]);
    const held = [await nextOf(one), await nextOf(two)].map(({ hold }) => hold.state).toSorted();
    expect(held).toEqual(['other', 'own']);
    for (const [n, [seller, quote]] of (
      [
        [anna, one],
        [bruno, two],
      ] as const
    ).entries()) {
      const now = await told(seller, 'car_contended');
      expect(now.length).toBeGreaterThan(before[n]!.length);
      expect(now[0]!.title).toContain('due clienti l’hanno accettata');
      expect(now[0]!.href).toBe(quote.href);
    }
    // The other one's customer is nobody's business.
    expect(JSON.stringify([await told(anna, 'car_contended'), await told(bruno, 'car_contended')])).not.toContain(
      'Rossi',
    );
  });

  test('a colleague’s option stays: the acceptance does not take the car, and both are told', async () => {
    const car = await freshCar();
    await call(bruno, 'POST /stock/used/:id/reserve', { params: { id: car }, body: { until: '2026-11-22T17:00:00Z' } });
    const quote = await accepted(anna, car);
    expect(await reservationOf(car)).toMatchObject({ by: nameOf(bruno), quote: null });
    expect(await nextOf(quote)).toMatchObject({ hold: { by: nameOf(bruno), state: 'other' } });
    expect((await told(bruno, 'car_contended'))[0]).toMatchObject({ href: `/dealer/stock/used/${car}` });
    expect((await told(anna, 'car_contended'))[0]!.text).toContain(`opzionata da ${nameOf(bruno)}`);
  });

  test('the seller’s own option without a customer becomes the hold; one for somebody else does not', async () => {
    const [car, other] = [await freshCar(), await freshCar()];
    const until = '2026-11-22T17:00:00Z';
    const own = { until, note: 'Ci pensa la moglie' };
    await call(anna, 'POST /stock/used/:id/reserve', { params: { id: car }, body: own });
    const quote = await accepted(anna, car);
    expect(Date.parse((await reservationOf(car)).until)).toBe(Date.parse(last));
    // The acceptance is taken back: the option is as it was. Who lets the car go has neither.
    await move(anna, 'withdraw', quote);
    expect(await reservationOf(car)).toMatchObject({ by: nameOf(anna), customerId: null, quote: null, note: own.note });
    expect(Date.parse((await reservationOf(car)).until)).toBe(Date.parse(until));
    await move(anna, 'accept', quote);
    await call(anna, 'DELETE /quotes/:id/hold', { params: { id: quote.id } });
    expect(await reservationOf(car)).toBeNull();
    // One that was given for longer is not cut short.
    const long = await freshCar();
    const body = { until: '2026-12-10T17:00:00Z' };
    await call(anna, 'POST /stock/used/:id/reserve', { params: { id: long }, body });
    await accepted(anna, long);
    expect(Date.parse((await reservationOf(long)).until)).toBe(Date.parse(body.until));
    const somebody = await customer();
    await call(anna, 'POST /stock/used/:id/reserve', { params: { id: other }, body: { until, customerId: somebody } });
    await accepted(anna, other);
    expect(await reservationOf(other)).toMatchObject({ customerId: somebody, quote: null });
  });

  test('a wholesale offer is open on it: its seller is told, and the trader cannot buy what is held', async () => {
    const car = await stockCar(owner, { retail_price: 1_090_000, kw: 74, acquired_on: '2020-01-01' });
    const made = (await call(trader, 'POST /quotes/b2b', { body: await b2bDraftOf(owner, [car]) })).body;
    const path = { params: { id: made.id as number } };
    const offer = (await call(trader, 'POST /quotes/b2b/:id/issue', { ...path, version: made.version })).body;
    const quote = await accepted(anna, car);
    expect((await told(trader, 'car_contended'))[0]).toMatchObject({ href: `/quotation/b2b?quote=${made.id}` });
    expect(await nextOf(quote, anna)).toMatchObject({
      rivals: [{ number: offer.number, seller: nameOf(trader), isAccepted: false, href: null }],
    });
    const { url } = (await call(trader, 'POST /quotes/b2b/:id/link', path)).body;
    const token = url.slice(url.lastIndexOf('/') + 1);
    expect((await call(null, 'GET /offers', { query: { token } })).body.state).toBe('sold');
    expect((await acceptBy(token)).status).toBe(409);
    const by = await call(trader, 'POST /quotes/b2b/:id/accept', { ...path, version: offer.version });
    expect(by).toMatchObject({ status: 409, body: { message: expect.stringContaining(nameOf(anna)) } });
    expect((await carOf(car)).state).toBe('acquired');
    // The search names who holds it, to colleagues alone.
    const [found] = (await call(trader, 'GET /quotes/b2b/cars', { query: { q: '' } })).body;
    expect(found).toMatchObject({ id: car, held: expect.stringContaining(`${nameOf(anna)} fino al 27/11/2026`) });
  });

  test('somebody who manages the stock takes the hold away: the seller is told, and offered to hold it again', async () => {
    const car = await freshCar();
    const quote = await accepted(anna, car);
    expect((await call(bruno, 'POST /stock/used/:id/release', { params: { id: car } })).status).toBe(403);
    await call(boss, 'POST /stock/used/:id/release', { params: { id: car } });
    expect((await told(anna, 'car_lost'))[0]).toMatchObject({
      text: expect.stringContaining(nameOf(boss)),
      href: `/dealer/stock/used/${car}`,
    });
    expect((await nextOf(quote, anna)).hold).toBe(null);
    expect((await call(anna, 'POST /quotes/:id/hold', { params: { id: quote.id } })).body.hold.state).toBe('own');
  });

  test('the seller who holds it for one customer is warned in the quote for another one, and only there', async () => {
    const car = await freshCar();
    const quote = await accepted(anna, car);
    const { draft: first } = (await call(anna, 'GET /quotes/:id', { params: { id: quote.id } })).body;
    const sheetFor = async (as: TestUser) =>
      (await call(as, 'GET /quotes/used-sheets/:stockId', { params: { stockId: car } })).body.used.reserved;
    expect(await sheetFor(anna)).toMatchObject({ by: nameOf(anna), customerId: first.customer.id });
    expect(await sheetFor(bruno)).toMatchObject({ by: nameOf(anna), until: '2026-11-27' });
  });

  test('another company learns nothing of it', async () => {
    const car = await freshCar();
    const quote = await accepted(anna, car);
    for (const name of ['GET /quotes/:id/next-step', 'POST /quotes/:id/hold', 'DELETE /quotes/:id/hold'] as const)
      expect((await call(stranger, name, { params: { id: quote.id } })).status).toBe(404);
    expect((await call(stranger, 'GET /stock/used/:id', { params: { id: car } })).status).toBe(404);
  });
});

describe('sold to another one', () => {
  const sell = async (id: number, customerId: number | null = null) => {
    const { version } = await carOf(id);
    const body = { channel: 'retail', price: 1_000_000, customerId, buyer: 'Altri', document: 'F 1', soldOn: TODAY };
    return call(boss, 'POST /stock/used/:id/sell', { params: { id }, version, body } as never);
  };

  test('its accepted and open quotes say so, and their sellers are told', async () => {
    const car = await freshCar();
    const quote = await accepted(anna, car);
    const open = await issued(bruno, car);
    const token = await linkOf(bruno, open);
    expect((await sell(car)).body.message).toContain(`opzionata da ${nameOf(anna)}`);
    await call(anna, 'DELETE /quotes/:id/hold', { params: { id: quote.id } });
    expect((await sell(car)).status).toBe(200);
    for (const [seller, one, word] of [
      [anna, quote, 'accettato'],
      [bruno, open, 'aperto'],
    ] as const) {
      expect((await told(seller, 'car_lost'))[0]).toMatchObject({
        title: expect.stringContaining(`${one.number} ${word} resta senza auto`),
        href: one.href,
      });
      const now = (await call(seller, 'GET /quotes/:id', { params: { id: one.id } })).body;
      expect(now.lost).toBe('L’auto è stata venduta il 20/11/2026');
    }
    expect((await call(null, 'GET /offers', { query: { token } })).body.state).toBe('sold');
    expect((await move(bruno, 'accept', open)).status).toBe(409);
    expect((await call(bruno, 'POST /quotes/:id/link', { params: { id: open.id } })).body.message).toContain('venduta');
    // Nobody is reminded that a quote expires which is not valid any more.
    onDay('2026-11-27');
    await forEachCompany(world.outside(), expiringQuotes.run);
    expect((await told(bruno, 'quote_expiring')).filter(({ href }) => href === open.href)).toEqual([]);
    onDay(TODAY);
    const rows = (await call(boss, 'GET /quotes', { query: { limit: 200 } })).body.rows as {
      id: number;
      lost: boolean;
    }[];
    expect(rows.filter(({ id }) => id === quote.id || id === open.id).map(({ lost }) => lost)).toEqual([true, true]);
    const wanted = (await call(boss, 'GET /quotes', { query: { lost: 'true' } })).body.rows as { id: number }[];
    expect(wanted.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([quote.id, open.id]);
    // The sale is taken back: who was told is told again.
    const { version: soldAt } = await carOf(car);
    const body = { reason: 'withdrawn' };
    const back = await call(boss, 'POST /stock/used/:id/unsell', {
      params: { id: car },
      version: soldAt,
      body,
    } as never);
    expect([back.status, back.body.message]).toEqual([200, undefined]);
    for (const [seller, one] of [
      [anna, quote],
      [bruno, open],
    ] as const)
      expect((await told(seller, 'car_back'))[0]).toMatchObject({
        title: expect.stringContaining(`${one.number} `),
        href: one.href,
      });
  });

  test('the buyer’s own quote has not lost it', async () => {
    const car = await freshCar();
    const quote = await accepted(anna, car);
    const buyer = (await call(boss, 'GET /quotes/:id', { params: { id: quote.id } })).body.draft.customer.id;
    expect((await sell(car, buyer)).status).toBe(200);
    expect((await nextOf(quote)).isBought).toBe(true);
    expect((await call(anna, 'GET /quotes/:id', { params: { id: quote.id } })).body.lost).toBe(null);
    expect((await told(anna, 'car_lost')).filter(({ href }) => href === quote.href)).toEqual([]);
  });
});

describe('after the yes', () => {
  test('the next step says what a contract lacks, with where it is entered, until it is entered', async () => {
    const car = await freshCar();
    const quote = await accepted(boss, car, {
      tradeIns: [aTradeIn({ km: null, ownedSince: null, standInValue: 2_000_00 })],
    });
    const { missing } = await nextOf(quote, boss);
    const { id } = (await call(boss, 'GET /quotes/:id', { params: { id: quote.id } })).body.draft.customer;
    expect(missing).toEqual([
      { what: 'Cliente: codice fiscale, data di nascita, luogo di nascita', href: `/dealer/customers/${id}#person` },
      { what: 'Cliente: indirizzo, cap, città, telefono', href: `/dealer/customers/${id}#contacts` },
      { what: 'Documento d’identità del cliente', href: `/dealer/customers/${id}#documents` },
      { what: 'Privacy: informativa e consensi mai chiesti', href: `/dealer/customers/${id}#privacy` },
      { what: expect.stringMatching(/^Permuta .*: chilometri, intestata dal$/), href: null },
    ]);
    // A customer of another country has no Italian codes.
    const said = async () => (await nextOf(quote, boss)).missing.map(({ what }: { what: string }) => what);
    await query("update customers set country = 'DE' where id = $1", [id]);
    expect((await said()).slice(0, 2)).toEqual([
      'Cliente: data di nascita, luogo di nascita',
      'Cliente: indirizzo, città, telefono',
    ]);
    await query("update customers set country = 'IT' where id = $1", [id]);
    await query(
      `update customers set tax_code = 'RSSMRA80A01F205X', birth_date = '1980-01-01', birth_place = 'Milano', address = 'Via Prova 1',
        cap = '20121', city = 'Milano', phone = '021234567', documents = '[{"kind":"id"}]' where id = $1`,
      [id],
    );
    expect(await said()).toEqual(['Privacy: informativa e consensi mai chiesti', expect.stringContaining('Permuta')]);
  });
});
