import { beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { migrate } from '#backend/db/migrate.ts';
import { DEMO_PASSWORD } from '#domain/passwords.ts';
import { seedDemo } from '#backend/seed/demo.ts';
import { withTenant } from '#backend/db/tenant.ts';
import { verifyAudit } from '#backend/lib/records/audit-chain.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { verifyPassword } from '#backend/lib/people/password.ts';
import type { Snapshot } from '#backend/quotes/sheet/stored.ts';
import { readSheet } from '#backend/quotes/sheet/sheet.ts';
import { taxCodeIssue, vatNumberIssue } from '#domain/customers/rules.ts';
import { customerInput } from '#domain/customers/schema.ts';
import { openOn, type Opening } from '#domain/companies/opening.ts';
import { addDays, dayInRome } from '#domain/dates.ts';
import { offerOf } from '#domain/financials/offers.ts';
import { amountForInstalment } from '#domain/financials/reverse.ts';
import { rolePresets } from '#domain/roles.ts';
import { blankOf } from '#domain/record/fields.ts';
import { aChoice, aTradeIn } from '#tests/support/price-sheet.ts';
import { quoteFields } from '#domain/quotes/fields.ts';
import { price } from '#domain/quotes/sheet/pricing.ts';
import { issueBlockers, stateOn } from '#domain/quotes/rules.ts';
import { quoteDraft, type PriceSheet } from '#domain/quotes/schema.ts';
import { quoteStates } from '#domain/quotes/terms.ts';
import { plateKind } from '#domain/plates.ts';
import { isNewRelease } from '#domain/releases/rules.ts';
import { asOwner, testDatabase } from '#tests/support/database.ts';
import { announce } from '#server/announce.ts';
import { readConfig } from '#config';

const BRERA = { companyId: 21, userId: null };
const today = dayInRome(new Date());

interface Quote {
  id: number;
  company_id: number;
  number: string | null;
  revision: number;
  state: 'draft' | 'issued' | 'accepted' | 'converted' | 'closed';
  superseded: boolean;
  draft: unknown;
  snapshot: Snapshot | null;
  keys_in_hand: string;
  instalment: string | null;
  issued_at: Date | null;
  expires_on: string | null;
}

const world = await testDatabase();
const rows = <T>(text: string) => asOwner(world.ownerUrl, text) as Promise<T[]>;

describe('the demo world', () => {
  test('has the numbers that were asked for', async () => {
    const [counts] = await rows<Record<string, number>>(`select
      (select count(*)::int from companies) as companies, (select count(*)::int from makers) as makers,
      (select count(*)::int from models) as models, (select count(*)::int from versions) as versions,
      (select count(*)::int from customers where company_id = 21) as customers,
      (select count(*)::int from quotes where company_id = 21 and revision = 1) as quotes,
      (select count(*)::int from accessories where company_id = 22) as accessories,
      (select count(*)::int from tyres where company_id = 22) as tyres,
      (select count(*)::int from contracts where company_id = 21 and addendum_due) as addenda,
      (select count(*)::int from layout_versions where company_id = 22) as layouts,
      (select count(distinct w.type)::int from contract_lines w join contracts t on t.company_id = w.company_id and t.id = w.contract_id
        where w.company_id = 21 and w.kind = 'warranty' and t.kind = 'used' and t.delivered_on is not null) as warranties,
      (select count(*)::int from claims where company_id = 21 and kind = 'warranty') as repairs,
      (select count(*)::int from releases) as releases, (select count(*)::int from notices where ends_at > now()) as notices`);
    expect(counts).toMatchObject({
      companies: 3,
      makers: 3,
      models: 12,
      customers: 300,
      quotes: 200,
      accessories: 60,
      tyres: 40,
      addenda: 1,
      layouts: 1,
      warranties: 2,
      repairs: 2,
      releases: 8,
      notices: 2,
    });
    expect(counts!.versions).toBeGreaterThanOrEqual(60);
    const [offer] = await rows<{
      least: number;
      colours: number;
    }>(`select min(n)::int as least, min(colours)::int as colours from (
      select count(*) filter (where kind in ('optional', 'pack')) as n, count(*) filter (where kind = 'colour') as colours
      from version_options join options on id = option_id group by version_id) each`);
    expect(offer!.least).toBeGreaterThanOrEqual(15);
    expect(offer!.colours).toBeGreaterThanOrEqual(8);
    const [future] = await rows<{ n: number }>(
      `select count(*)::int as n from version_prices where valid_from > current_date`,
    );
    expect(future!.n).toBeGreaterThan(0);
    // A car that is taken on a test drive finds another one by the make and model that the stock knows.
    const tried = await rows(`select u.model, count(*)::int as cars from calendars c
      join used_cars u on u.company_id = c.company_id and u.plate_key = replace(c.plate, ' ', '')
      where c.company_id = 21 and c.kind = 'car' group by u.model order by u.model`);
    expect(tried).toEqual([
      { model: 'Corsaro', cars: 2 },
      { model: 'Rea', cars: 1 },
    ]);
  });

  test('has used cars sold and taken in on every weekday of this week and of the one before', async () => {
    const weeks = await rows<{ company_id: string; sold: number[]; acquired: number[] }>(`select u.company_id,
      array_agg(distinct current_day - sold_on) filter (where sold_on is not null) as sold,
      array_agg(distinct current_day - acquired_on) filter (where acquired_on is not null) as acquired
      from used_cars u cross join (select '${today}'::date as current_day) d where company_id in (21, 22) group by 1`);
    // Weeks count from Monday: on a Monday only what happened on the day itself, and seven days before.
    expect(weeks).toHaveLength(2);
    for (const { sold, acquired } of weeks)
      for (const days of [sold, acquired]) expect(days).toEqual(expect.arrayContaining([0, 7]));
  });

  test('has open leads and a calendar of every seller, and nobody is booked while the place is closed', async () => {
    const idle = await rows<{ name: string }>(`select u.name from users u where u.role_name like 'Venditore%'
      and not (exists (select from leads l where l.company_id = u.company_id and l.assignee_id = u.id and l.state <> 'closed')
        and exists (select from calendar_events e where e.company_id = u.company_id and u.id = any(e.user_ids)))`);
    expect(idle).toEqual([]);
    const booked = await rows<{ day: string; from: string; to: string; place: Opening }>(`select
      (b.starts_at at time zone 'Europe/Rome')::date::text as day, to_char(b.starts_at at time zone 'Europe/Rome', 'HH24:MI') as from,
      to_char(e.ends_at at time zone 'Europe/Rome', 'HH24:MI') as to,
      jsonb_build_object('hours', l.hours, 'closures', l.closures, 'openOnHolidays', l.open_on_holidays, 'patron', l.patron) as place
      from calendar_bookings b join calendar_events e on e.company_id = b.company_id and e.id = b.event_id
        join calendars c on c.company_id = b.company_id and c.id = b.calendar_id
        join locations l on l.company_id = c.company_id and l.id = c.location_id`);
    expect(booked.length).toBeGreaterThan(10);
    const outside = booked.filter(
      ({ day, from, to, place }) => !openOn(place, day).some((open) => open.from <= from && to <= open.to),
    );
    expect(outside).toEqual([]);
  });

  test('has an account for each role, and the password opens it', async () => {
    const users = await rows<{ role_name: string; privileges: number[] }>(
      'select role_name, privileges from users where company_id = 21',
    );
    for (const [role, privileges] of Object.entries(rolePresets))
      expect(users, role).toContainEqual({ role_name: role, privileges: [...privileges] });
    const [login] = await rows<{ password_hash: string }>(
      `select password_hash from logins join login_emails using (company_id, user_id) where email = 'GIULIA.ferrari@brera.example.it'`,
    );
    expect(await verifyPassword(DEMO_PASSWORD, login!.password_hash)).toBe(true);
  });

  test('has a newest release that is still new', async () => {
    const [last] = await rows<{ day: string; number: string }>(
      'select release_date::text as day, release_number as number from releases order by release_date desc limit 1',
    );
    expect(last!.number).toBe('4.12.0');
    expect(isNewRelease(last!.day, today)).toBe(true);
  });

  test('has only customers that the form would take, with valid codes', async () => {
    const customers = await rows<Record<string, string | null>>(
      'select *, birth_date::text as birth_date, seller_id::int as seller_id from customers',
    );
    const camel = (key: string) => key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    for (const row of customers) {
      const parsed = customerInput.safeParse(
        Object.fromEntries(Object.entries(row).map(([key, value]) => [camel(key), value])),
      );
      expect(parsed.error?.issues, row.name!).toBeUndefined();
      expect(taxCodeIssue(row.tax_code!)).toBeNull();
      if (row.type === 'private') expect(row.vat_number).toBeNull();
      else expect(vatNumberIssue(row.vat_number!)).toBeNull();
    }
    const forms = new Set(customers.map((row) => row.legal_form).filter(Boolean));
    expect([...forms].sort()).toEqual(['sapa', 'sas', 'sc', 'snc', 'spa', 'srl', 'srls', 'ss']);
    expect(Math.max(...customers.map((row) => row.name!.length))).toBeGreaterThan(90);
  });
});

describe('the demo quotes', () => {
  let quotes: Quote[];
  beforeAll(async () => {
    quotes = await rows<Quote>('select *, expires_on::text as expires_on from quotes order by company_id, id');
  });

  test('are drafts that the schema takes as they are', () => {
    for (const { id, draft } of quotes) expect(quoteDraft.parse(draft), `quote ${id}`).toEqual(draft);
    const plates = quotes.flatMap(({ draft }) => quoteDraft.parse(draft).tradeIns.map((car) => plateKind(car.plate)));
    expect(new Set(plates)).toEqual(new Set(['car']));
  });

  test('cost today what they cost when issued, from their own snapshot', () => {
    const issued = quotes.filter((quote) => quote.snapshot);
    expect(issued.length).toBeGreaterThan(150);
    // What only the other dealer offers.
    const foreign = new Set(['22 15', '22 16', '21 17']);
    for (const { id, company_id, draft, snapshot, keys_in_hand, instalment, number } of issued) {
      const parsed = quoteDraft.parse(draft);
      const again = price(parsed, snapshot!.sheet);
      expect({ ...again, margin: null }, `quote ${id}`).toEqual(snapshot!.priced);
      expect(again.keysInHand).toBe(Number(keys_in_hand));
      expect(again.offer?.monthly ?? null).toBe(instalment === null ? null : Number(instalment));
      expect(issueBlockers(again, parsed), `quote ${id}`).toEqual([]);
      expect(number).toMatch(/^P-\d{4}-\d{6}$/);
      expect(again.balance).toBeGreaterThanOrEqual(0);
      expect(parsed.incentiveIds.filter((each) => foreign.has(`${company_id} ${each}`))).toEqual([]);
    }
  });

  test('stand in every state, some about to expire, some revised', () => {
    const listed = quotes.filter((quote) => !quote.superseded);
    expect(new Set(listed.map((quote) => stateOn({ state: quote.state, expiresOn: quote.expires_on }, today)))).toEqual(
      new Set(Object.keys(quoteStates)),
    );
    const soon = listed.filter(
      ({ state, expires_on: day }) => state === 'issued' && day! >= today && day! <= addDays(today, 2),
    );
    expect(soon.length).toBeGreaterThanOrEqual(4);
    expect(quotes.filter((quote) => quote.superseded).length).toBe(
      quotes.filter((quote) => quote.revision === 2).length,
    );
  });

  test('are numbered by year without gaps and the counter stands at the last', async () => {
    const counters = await rows<{ year: number; last: number }>(
      "select year, last from counters where company_id = 21 and kind = 'quote'",
    );
    const all = counters.flatMap(({ year, last }) =>
      Array.from({ length: last }, (_, i) => `P-${year}-${String(i + 1).padStart(6, '0')}`),
    );
    const brera = await rows<{ number: string }>(
      'select distinct number from quotes where company_id = 21 and number is not null',
    );
    expect(brera.map(({ number }) => number).sort()).toEqual(all.sort());
    expect(all.length).toBeGreaterThan(150);
  });

  test('have an activity whose chain of hashes holds', async () => {
    for (const companyId of [21, 22])
      expect(await withTenant(world.db, { companyId, userId: null }, (trx) => verifyAudit(trx, companyId))).toEqual({
        broken: null,
        erased: 0,
      });
    const [silent] = await rows<{ n: number }>(`select count(*)::int as n from quotes q where not exists (
      select from audit_events a where a.company_id = q.company_id and a.entity = 'quote' and a.entity_id = q.id)`);
    expect(silent!.n).toBe(0);
  });
});

describe('the worked examples of the domain', () => {
  let sheet: PriceSheet;
  beforeAll(async () => {
    const [version] = await rows<{ id: string }>(`select id from versions where name = '1.5 HEV 101 CV Comfort'`);
    sheet = await withTenant(world.db, BRERA, (db) =>
      readSheet(
        { db, today, now: new Date(), user: { companyId: 21, privileges: [16] as readonly number[] } as Ctx['user'] },
        { versionId: Number(version!.id), stockId: null, newCarId: null },
      ),
    );
  });
  const idOf = (code: string) => sheet.options.find((option) => option.code === code)!.id;
  const incentive = (name: string) => sheet.incentives.find((each) => each.name === name)!.id;
  const plan = (name: string) => sheet.plans.find((each) => each.name === name)!;
  const base = {
    ...blankOf(quoteFields),
    province: 'MI',
    customer: { id: 1, name: 'Mario Rossi', type: 'private' as const },
  };

  test('24,021.53 keys in hand comes out of the seeded catalogue', () => {
    const car = { km: 60_000, registeredOn: '2017-05-15', residualDebt: 0, description: 'Fiat Panda' };
    const priced = price(
      {
        ...base,
        versionId: sheet.version.id,
        optionIds: [idOf('L130'), idOf('LP01')],
        incentiveIds: [incentive('Campagna Lumera Rea'), incentive('Ecobonus con rottamazione (dimostrazione)')],
        customDiscounts: [{ label: '', amount: null, percent: 5 }],
        tradeIns: [
          aTradeIn({
            ...car,
            type: 'barter',
            plate: 'HZ001AA',
            euroClass: 6,
            valuation: 6_500_00,
            standInValue: 6_500_00,
          }),
          aTradeIn({ ...car, type: 'scrapping', plate: 'HZ002AA', euroClass: 4, valuation: 0 }),
        ],
        deposit: 2_000_00,
        financing: aChoice({ planId: plan('Adria Classico').id, months: 60, amount: 12_000_00, protection: false }),
      },
      sheet,
    );
    expect(priced).toMatchObject({
      supply: 25_040_55,
      ipt: 338_00,
      total: 25_521_53,
      keysInHand: 24_021_53,
      balance: 3_521_53,
    });
    expect(priced.issues.filter((issue) => issue.level === 'error')).toEqual([]);
  });

  test('so do the instalments of the loan and of the guaranteed future value', () => {
    const basis = { listTotal: 27_000_00, keysInHand: 27_000_00, upfront: 5_900_00 };
    const choice = { amount: 20_000_00, protection: false };
    expect(offerOf(plan('Adria Classico'), { ...choice, months: 60 }, basis, sheet.params)).toMatchObject({
      instalment: 403_36,
      taeg: 8.58,
    });
    // 24,900 with adaptive lights and 18" wheels is 27,000: half of it is the balloon of 13,500.
    const options = price({ ...base, versionId: sheet.version.id, optionIds: [idOf('L130'), idOf('L310')] }, sheet);
    expect(options.listTotal).toBe(27_000_00);
    expect(offerOf(plan('Adria Futuro Garantito'), { ...choice, months: 36 }, basis, sheet.params)).toMatchObject({
      balloon: 13_500_00,
      instalment: 291_67,
      taeg: 7.99,
    });
    expect(
      amountForInstalment(300_00, plan('Adria Classico'), { months: 60, protection: false }, basis, sheet.params),
    ).toBe(15_168_66 - 395_00);
  });
});

describe('seeding', () => {
  const now = new Date('2026-11-20T15:00:00Z');
  const contents = async (ownerUrl: string) => {
    const tables = (await asOwner(
      ownerUrl,
      `select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('logins', 'migrations')`,
    )) as { name: string }[];
    const sums = tables.map(
      ({ name }) => `select '${name}' as name, md5(string_agg(t::text, ' ' order by t::text)) as sum from ${name} t`,
    );
    return asOwner(ownerUrl, `${sums.join(' union all ')} order by name`);
  };

  test('gives the same world for the same moment, also to an owner that row level security binds', async () => {
    const { sessionSecret } = inject('cluster');
    const [first, second] = [await testDatabase({ empty: true }), await testDatabase({ empty: true })];
    await migrate(first.ownerUrl, { sessionSecret });
    await seedDemo(first.ownerUrl, { now });

    const name = new URL(second.ownerUrl).pathname.slice(1);
    const role = `owner_of_${name}`;
    await asOwner(
      second.ownerUrl,
      `create role ${role} login password 'soltanto-per-prova'; alter database ${name} owner to ${role}; alter schema public owner to ${role}`,
    );
    const plain = new URL(second.ownerUrl);
    plain.username = role;
    plain.password = 'soltanto-per-prova';
    try {
      await migrate(plain.href, { sessionSecret, appUrl: second.appUrl, jobsUrl: second.jobsUrl });
      await seedDemo(plain.href, { now });
      expect(await contents(second.ownerUrl)).toEqual(await contents(first.ownerUrl));
    } finally {
      await asOwner(
        second.ownerUrl,
        `reassign owned by ${role} to current_user; drop owned by ${role}; drop role ${role}`,
      );
    }
  });

  test('does nothing to a world that is there, and adds what a larger scale asks for', async () => {
    const copy = await testDatabase();
    const before = await contents(copy.ownerUrl);
    await seedDemo(copy.ownerUrl);
    expect(await contents(copy.ownerUrl)).toEqual(before);
    await seedDemo(copy.ownerUrl, { scale: 2 });
    const [counts] = await asOwner(
      copy.ownerUrl,
      `select (select count(*)::int from customers where company_id = 21) as customers, (select count(*)::int from companies) as companies,
       (select count(*)::int from quotes where company_id = 21 and revision = 1) as quotes`,
    );
    expect(counts).toEqual({ customers: 600, companies: 3, quotes: 400 });
    expect(await withTenant(copy.db, BRERA, (trx) => verifyAudit(trx, 21))).toMatchObject({ broken: null });
  });
});

test('the start says who may log in where the demo world is wanted, and what is the matter where it is not', async () => {
  const said = async (DEMO: string, url: string) => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    await announce('http://localhost:4321', readConfig({ SESSION_SECRET: 'x'.repeat(32), DEMO }), url);
    const text = log.mock.calls.flat().join('\n');
    log.mockRestore();
    return text;
  };
  const { ownerUrl } = world;
  expect(await said('on', ownerUrl)).toContain(`password per tutti: ${DEMO_PASSWORD}`);
  const kept = await said('off', ownerUrl);
  expect(kept).toContain('ATTENZIONE: la base dati contiene gli accessi dimostrativi');
  expect(kept).not.toContain(DEMO_PASSWORD);
  await asOwner(ownerUrl, "update users set email = replace(email, '.example.it', '.it')");
  expect(await said('off', ownerUrl)).toContain('Senza dati dimostrativi: DEMO=on li crea');
});
