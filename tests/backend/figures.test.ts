import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { pastFacts } from '#backend/contracts/facts.ts';
import { runOnce } from '#backend/jobs.ts';
import { jobs } from '#backend/areas.ts';
import { readConfig } from '#config';
import { addDays, dayInRome } from '#domain/dates.ts';
import { drillHref, filtersText, listFilters, type PartFilters, type Within } from '#domain/record/figures.ts';
import { keysOf } from '#domain/record/machine.ts';
import { accessCountNames, accessCounts, type AccessStats } from '#domain/stats/accesses.ts';
import { basisOf, dailyFigures, type DailyAnswer } from '#domain/stats/daily.ts';
import { privileges as p } from '#domain/privileges.ts';
import { counted, type FigureName } from '#domain/stats/figures.ts';
import { newCarFields } from '#domain/stock/new/fields.ts';
import { testDatabase } from '#tests/support/database.ts';
import { leadOf } from '#tests/support/areas/leads.ts';
import { blankSection, issuedQuote, prepareContract } from '#tests/support/areas/contracts.ts';
import { rounds } from '#tests/support/rounds.ts';
import { draftOf } from '#tests/support/areas/quotes.ts';
import { saleIn } from '#tests/support/contracts.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';

const database = await testDatabase();
const world = await makeWorld(database, { RATE_LIMIT: '0' });
const { call, query, user, userWith, strangerWith } = world;
afterAll(() => world.close());
const sale = await saleIn(world);
const { side, office, done, because, make, walked } = sale;
const manager = await userWith('manageStock', 'createQuotes', 'manageAllContracts', 'seeMargin');

describe('facts of a sale', () => {
  const linesOf = (id: number) =>
    query(
      `select kind, type, party, name, amount::int, earned::int, months from contract_lines where contract_id = $1 order by id`,
      [id],
    );
  const factsOf = async (id: number) =>
    (
      await query(
        `select pieces, net_revenue::int as "netRevenue", warranty_reduced as "warrantyReduced", stock_days as "stockDays", registered_on::text as "registeredOn"
          from contracts where id = $1`,
        [id],
      )
    )[0];

  test('are written with each price and say nothing that a seller typed', async () => {
    const contract = await make({
      customDiscounts: [{ label: 'Sconto per Anna Neri', amount: 300_00, percent: null }],
    });
    const given = (amount: number) => ({ kind: 'incentive', type: 'custom', party: 'dealer', name: '', amount, earned: 0, months: null }); // prettier-ignore
    expect(await linesOf(contract.id)).toEqual([given(300_00)]);
    const { body } = await call(manager, 'GET /contracts/:id/price', { params: { id: contract.id } });
    const draft = { ...body.draft, customDiscounts: [{ label: '', amount: 500_00, percent: null }] };
    const { version } = await sale.read(contract.id);
    const priced = await call(manager, 'PUT /contracts/:id/price', { params: { id: contract.id }, version, body: { draft } }); // prettier-ignore
    expect(priced.status).toBe(200);
    expect(await linesOf(contract.id)).toEqual([given(500_00)]);
  });

  test('are filled in by a job for contracts that were made before them, as they are written today', async () => {
    const contract = await make({ customDiscounts: [{ label: '', amount: 250_00, percent: null }], warrantyReduced: true }); // prettier-ignore
    const now = [await linesOf(contract.id), await factsOf(contract.id)];
    expect(now[1]).toMatchObject({ warrantyReduced: true });
    await query('delete from contract_lines where contract_id = $1', [contract.id]);
    await query('update contracts set has_facts = false, net_revenue = null, warranty_reduced = false where id = $1', [
      contract.id,
    ]);
    const { name } = pastFacts({} as never);
    const job = jobs.find((one) => one.name === name)!;
    const config = readConfig({ SESSION_SECRET: 'x'.repeat(32), FILES_SECRET: 'y'.repeat(32) });
    await runOnce({ appUrl: database.appUrl, config, now: () => world.clock.now }, (ctx) => job.run(ctx, {} as never));
    expect([await linesOf(contract.id), await factsOf(contract.id)]).toEqual(now);
  });

  test('the days in stock are those up to the sale, and none once it is undone', async () => {
    const contract = await walked('approve');
    // Bought on 4 October, sold on 20 November.
    expect(await factsOf(contract.id)).toMatchObject({ stockDays: 47, pieces: 1 });
    await done(office, 'reopen', contract, await because('reopen'));
    expect(await factsOf(contract.id)).toMatchObject({ stockDays: null });
  });

  test('the day of registration is the stock’s, whenever it is written there', async () => {
    const made = await call(manager, 'POST /contracts', { body: { draft: draftOf(side.car, side) } });
    const { id, cars } = made.body as { id: number; cars: { id: number }[] };
    const params = { id: cars[0]!.id };
    const typed = (body: object) => Object.fromEntries(Object.entries(body).filter(([key]) => key in newCarFields));
    const register = async (registeredOn: string | null) => {
      const { body, headers } = await call(manager, 'GET /stock/new/:id', { params });
      const version = Number(/\d+/.exec(headers.get('etag') ?? '')?.[0] ?? body.version);
      const answer = await call(manager, 'PUT /stock/new/:id', {
        params,
        version,
        body: { ...typed(body), registeredOn },
      });
      expect([answer.status, answer.body.fields]).toEqual([200, undefined]);
    };
    expect(await factsOf(id)).toMatchObject({ registeredOn: null });
    /** As the network counts the cars that were registered. */
    const told = async () =>
      (
        await query(
          `select registered_on::text as day from network_facts where company_id = 901 and entity = 'contract'
             and record_id = $1 and until is null`,
          [id],
        )
      ).map(({ day }) => day);
    await register('2026-11-20');
    expect(await factsOf(id)).toMatchObject({ registeredOn: '2026-11-20' });
    expect(await told()).toEqual(['2026-11-20']);
    await register(null);
    expect(await told()).toEqual([null]);
    expect(await factsOf(id)).toMatchObject({ registeredOn: null });
  });
});

const boss = await userWith('seeSalesStats');
/** The rows behind a number, as the reader's link asks for them. */
const rowsOf = (as: typeof boss, within: Within & { figure: FigureName }, more = {}) =>
  call(as, 'GET /stats/rows', { query: { ...within, ...more } });
const changesOf = (as: typeof boss, bases = 'signed,approved,billed,delivered') =>
  call(as, 'GET /stats/changes', { query: { bases, from: '2026-11-01', to: '2026-11-30' } });
type Export = 'GET /stats/rows/export' | 'GET /stats/changes/export' | 'GET /contracts/export';
const csvOf = async (as: typeof boss, name: Export, of: object) => {
  const { body, status } = await call(as, name, { query: { ...of, format: 'csv' } });
  expect(status).toBe(200);
  return String(body).trim().split('\r\n').slice(1).map((line) => line.split(';')); // prettier-ignore
};
const cents = (cell: string) => Math.round(Number(cell.replace('"', '').replace(',', '.')) * 100);

/** What makes a copy small, and easy to find again. */
const bare = { created_at: '2024-01-01', snapshot: {}, draft: {} };
let copied = 0;
/** Copies of a row of a table with these columns changed. */
async function copies(table: string, id: number, changes: readonly object[]) {
  const [{ columns }] = await query(
    `select string_agg(column_name, ', ') as columns from information_schema.columns
      where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' and column_name <> 'id'`,
    [table],
  );
  const rows = changes.map((change) => ({ ...bare, number: `T${(copied += 1)}`, ...change }));
  await query(
    `insert into ${table} (${columns})
      select ${columns} from (select (jsonb_populate_record(t, one)).* from ${table} t, jsonb_array_elements($2) one where t.id = $1) made`,
    [id, JSON.stringify(rows)],
  );
}
/** A lead that somebody works. */
const madeLead = async (): Promise<number> => {
  const body = { ...leadOf(), assigneeId: sale.seller.id };
  return (await call(await user(901, EVERY), 'POST /leads', { body })).body.id;
};

describe('figures-rights', () => {
  const months = { figure: 'contracts', basis: 'signed', from: '2026-11-01', to: '2026-11-30' } as const;

  test('whoever may see a figure and not its records opens rows without customers and without links', async () => {
    const contract = await make();
    await query("update contracts set signed_on = '2026-11-20' where id = $1", [contract.id]);
    const name = 'PIANTATO CLIENTE';
    await query('update customers set name = $2 where id = $1', [side.customerId, name]);
    const all = await userWith('manageAllContracts');
    for (const as of [boss, all]) {
      const { status, body } = await rowsOf(as, months);
      expect(status).toBe(200);
      const own = body.rows.find(({ id }: { id: number }) => id === contract.id);
      expect(own).toMatchObject({
        number: expect.stringMatching(/^C-2026-/),
        day: '2026-11-20',
        amount: contract.total,
      });
      expect(own.href).toBe(as === all ? `/dealer/contracts/${contract.id}` : null);
      const sheet = await csvOf(as, 'GET /stats/rows/export', months);
      expect(JSON.stringify([body, sheet])).not.toContain(name);
    }
  });

  test('a margin is in no byte of any output for who may not see it, and its unknown ones are no zero', async () => {
    const PLANTED = 987_654_321;
    const contract = await make();
    const quote = await issuedQuote(side, sale.seller);
    const put = async (margin: number | null) => {
      const columns = "set signed_on = '2025-03-03', margin_second = $2 where id = $1";
      await query(`update contracts ${columns}`, [contract.id, margin]);
      await query("update quotes set issued_at = '2025-03-03T10:00:00Z', margin = $2, discount = $2 where id = $1", [
        quote.id,
        margin,
      ]);
    };
    await put(PLANTED);
    const days = { from: '2025-03-01', to: '2025-03-31' } as const;
    const spring = { figure: 'contracts', basis: 'signed', ...days } as const;
    const offers = { figure: 'quotes', basis: 'issued', ...days } as const;
    const blind = await user(901, EVERY.filter((privilege) => privilege !== p.seeMargin)); // prettier-ignore
    const seeing = await userWith('seeSalesStats', 'seeMargin');
    for (const as of [boss, blind])
      for (const of of [
        rowsOf(as, spring),
        rowsOf(as, offers),
        call(as, 'GET /stats/rows/export', { query: { ...spring, format: 'csv' } }),
        call(as, 'GET /stats/rows/export', { query: { ...offers, format: 'csv' } }),
        call(as, 'GET /stats/daily', { query: { day: '2025-03-31' } }),
      ]) {
        const { status, body } = await of;
        const text = Buffer.isBuffer(body) ? String(body) : JSON.stringify(body);
        expect([status, /987.?654.?321|9876543,21|margin|discount/i.test(text)]).toEqual([200, false]);
      }
    expect((await call(blind, 'GET /quotes/desk')).body.lead).toBeNull();
    expect((await rowsOf(seeing, spring)).body.sums).toMatchObject({ count: 1, marginSecond: PLANTED, margins: 1 });
    expect((await rowsOf(seeing, offers)).body.sums).toMatchObject({ count: 1, margin: PLANTED, discount: PLANTED });
    await put(null);
    expect((await rowsOf(seeing, spring)).body.sums).toMatchObject({ count: 1, marginSecond: null, margins: 0 });
    expect((await rowsOf(seeing, offers)).body.sums).toMatchObject({ count: 1, margin: null, discount: null });
  });

  test('a margin that changes after the end of a month is said to who may see margins, and to nobody else', async () => {
    const contract = await make();
    await query("update contracts set signed_on = '2026-10-10' where id = $1", [contract.id]);
    const body = {
      ...blankSection('performances'),
      corrections: [{ margin: 'second', label: 'Trasporto', amount: -9_876_54 }],
    };
    const saved = await call(office, 'PUT /contracts/:id/performances', { params: { id: contract.id }, version: 1, body }); // prettier-ignore
    expect(saved.status).toBe(200);
    const october = { bases: 'signed', from: '2026-10-01', to: '2026-10-31' };
    const read = async (as: typeof boss) => (await call(as, 'GET /stats/changes', { query: october })).body;
    const seeing = await userWith('seeSalesStats', 'seeMargin');
    const [row] = (await read(seeing)).rows;
    expect([row.what, row.amountAfter - row.amountBefore, row.marginAfter - row.marginBefore]).toEqual(['margin', 0, -9_876_54]); // prettier-ignore
    expect((await csvOf(seeing, 'GET /stats/changes/export', october))[0]).toContain('Margine cambiato');
    expect(await read(boss)).toEqual({ rows: [], total: 0 });
    expect(await csvOf(boss, 'GET /stats/changes/export', october)).toEqual([]);
    // What else has changed of it says no margin either.
    await query("update contract_changes set what = 'amount' where contract_id = $1", [contract.id]);
    expect(Object.keys((await read(boss)).rows[0]).filter((key) => key.startsWith('margin'))).toEqual([]);
    expect((await csvOf(boss, 'GET /stats/changes/export', october))[0]).toHaveLength(12);
    await query('delete from contract_changes where contract_id = $1', [contract.id]);
  });

  test('a contract that goes to a colleague after the end of a month is said of the former seller and of the new one', async () => {
    const contract = await make();
    await query("update contracts set signed_on = '2026-10-10' where id = $1", [contract.id]);
    const [former, heir] = [sale.seller, await userWith('makeContracts')];
    const { version } = await sale.read(contract.id);
    const given = await call(sale.director, 'POST /contracts/assign', { body: { rows: [{ id: contract.id, version, sellerId: heir.id }] } }); // prettier-ignore
    expect(given.body.results[0].outcome).toBe('done');
    const october = { bases: 'signed', from: '2026-10-01', to: '2026-10-31' } as const;
    const said = async (personId: number) => {
      const { rows } = (await call(boss, 'GET /stats/changes', { query: { ...october, personId } })).body;
      return rows.filter(({ id }: { id: number }) => id === contract.id);
    };
    const names = await query('select name from users where id in ($1, $2) order by id = $2', [former.id, heir.id]);
    const [personBefore, personAfter] = names.map(({ name }) => name);
    for (const { id } of [former, heir])
      expect(await said(id)).toMatchObject([
        { what: 'person', personBefore, personAfter, amountAfter: contract.total },
      ]);
    expect(await said(office.id)).toEqual([]);
    const [sheet] = await csvOf(boss, 'GET /stats/changes/export', { ...october, personId: heir.id });
    expect(sheet).toEqual(expect.arrayContaining(['Venditore cambiato', personBefore, personAfter]));
    // So does what somebody leaves behind.
    const everything = await user(901, EVERY);
    const { version: leaving } = (await call(everything, 'GET /users/:id', { params: { id: heir.id } })).body;
    const left = { action: 'archive', rows: [{ id: heir.id, version: leaving }], heirs: [{ kind: 'contracts', to: former.id }] } as const; // prettier-ignore
    expect((await call(everything, 'POST /users/bulk', { body: left })).status).toBe(200);
    const back = { what: 'person', personBefore: personAfter, personAfter: personBefore };
    expect((await said(former.id))[0]).toMatchObject(back);
    await query('delete from contract_changes where contract_id = $1', [contract.id]);
  });

  test('as many contracts as pass to a colleague at once are kept, each by all its days', async () => {
    const { id } = await make();
    const days = Object.fromEntries(['signed', 'approved', 'billed', 'registered', 'delivered'].map((basis) => [`${basis}_on`, '2026-09-10'])); // prettier-ignore
    const rows = await query(
      `insert into contracts overriding system value select (jsonb_populate_record(c, $2 || jsonb_build_object('id', 7000000 + n, 'number', 'TANTI' || n))).*
        from contracts c, generate_series(1, 1000) n where c.id = $1 returning id::int, version::int`,
      [id, JSON.stringify({ ...days, quote_id: null })],
    );
    const heir = await userWith('makeContracts');
    const body = { rows: rows.map((row) => ({ id: row.id, version: row.version, sellerId: heir.id })) };
    expect((await call(sale.director, 'POST /contracts/assign', { body })).status).toBe(200);
    expect(await query('select count(*)::int as n from contract_changes where person_after = $1', [heir.id])).toEqual([{ n: 5000 }]); // prettier-ignore
    await query('delete from contracts where id > 7000000');
  });

  test('each privilege sees the statistics or is refused them, and nobody those of another company', async () => {
    for (const privilege of EVERY) {
      const as = await user(901, [privilege]);
      const expected = [29, 30].includes(privilege) ? 200 : 403;
      // A seller opens the rows of the own figures, who leads the showroom those of visits.
      const rows = [13, 25, 29, 30].includes(privilege) ? 200 : 403;
      const answers = [await call(as, 'GET /stats/daily'), await rowsOf(as, months), await changesOf(as)];
      const statuses = answers.map(({ status }) => status);
      expect([privilege, ...statuses]).toEqual([privilege, expected, rows, expected]);
    }
    const other = await strangerWith('manageAllContracts', 'seeSalesStats');
    const { sums } = (await rowsOf(other, { ...months, from: '2024-01-01' })).body;
    expect(sums.count).toBe(0);
    expect((await changesOf(other)).body.total).toBe(0);
  });

  test('days in the wrong order, too many, still to come or of no basis are refused at their field', async () => {
    const wrong = [
      [{ from: '2026-11-30', to: '2026-11-01' }, 'to'],
      [{ from: '1996-01-01', to: '2026-11-01' }, 'to'],
      [{ basis: 'received' }, 'basis'],
    ] as const;
    for (const [more, field] of wrong) {
      const { status, body } = await rowsOf(boss, { ...months, ...more });
      expect([status, Object.keys(body.fields)]).toEqual([422, [field]]);
    }
    const { status, body } = await call(boss, 'GET /stats/daily', { query: { day: '2026-12-24' } });
    expect([status, body.fields]).toEqual([422, { day: expect.stringContaining('futuro') }]);
  });
});

describe('figures-drill', () => {
  const listCalls = {
    contracts: 'GET /contracts',
    leads: 'GET /leads',
    visits: 'GET /accesses',
    quotes: 'GET /quotes',
  } as const;

  test('every number of the day leads to rows that are as many, in the list as in the figure’s own', async () => {
    const all = await user(901, EVERY);
    const { rows, total, day, month } = (await call(all, 'GET /stats/daily')).body as DailyAnswer;
    const wrong: unknown[] = [];
    for (const name of keysOf(dailyFigures)) {
      const { figure } = dailyFigures[name];
      const basis = basisOf(name, 'signed');
      for (const { id, cells } of [
        ...rows.map((row) => ({ ...row, id: row.id ?? 0 })),
        { id: undefined, cells: total.cells },
      ])
        for (const [days, count] of [
          [{ from: day, to: day }, cells[name].day],
          [month, cells[name].month],
        ] as const) {
          const within = { basis, ...days, ...(id !== undefined && { locationId: id }) };
          const own = (await rowsOf(boss, { figure, ...within })).body;
          const listed = (
            await call(all, listCalls[figure], { query: { ...listFilters(counted[figure], within), limit: 1 } })
          ).body;
          if (own.sums.count !== count || listed.total !== count || own.rows.length !== Math.min(50, count))
            wrong.push({ name, within, count, own: own.sums.count, list: listed.total });
        }
    }
    expect(wrong).toEqual([]);
    const sums = keysOf(dailyFigures).map((name) => rows.reduce((sum, { cells }) => sum + cells[name].month, 0));
    expect(sums).toEqual(keysOf(dailyFigures).map((name) => total.cells[name].month));
  });

  test('past what lists count, a number leads to the figure’s own rows, which count on', async () => {
    const MANY = 5_010;
    const at = { received_at: '2019-05-05T10:00:00Z' };
    await copies(
      'leads',
      await madeLead(),
      Array.from({ length: MANY }, () => at),
    );
    const within = { basis: 'received', from: '2019-05-01', to: '2019-05-31' };
    const { sums, rows } = (await rowsOf(boss, { figure: 'leads', ...within }, { offset: 5_000 })).body;
    expect([sums.count, rows.length]).toEqual([MANY, 10]);
    // The list counts on as well where a link from a figure asks it to.
    const list = async (more = {}) =>
      (await call(await userWith('manageAllLeads'), 'GET /leads', { query: { from: within.from, to: within.to, limit: 1, ...more } })).body.total; // prettier-ignore
    expect([await list(), await list({ countAll: 'true' })]).toEqual([5_001, MANY]);
    // A desk says how many there are, where the list by itself says that there are more than it counts.
    const views = { views: 'from=2019-05-01&to=2019-05-31|from=2019-05-01&to=2019-05-04|q=forse' };
    const viewsOf = async (as: typeof boss) => (await call(as, 'GET /leads/counts', { query: views })).body;
    expect(await viewsOf(await userWith('manageAllLeads'))).toEqual([MANY, 0, null]);
    // They are the seller's own; another one and another company have none.
    expect(await viewsOf(sale.seller)).toEqual([MANY, 0, null]);
    for (const as of [await userWith('createQuotes'), await strangerWith('manageAllLeads')])
      expect(await viewsOf(as)).toEqual([0, 0, null]);
    expect((await call(boss, 'GET /leads/counts', { query: views })).status).toBe(403);
    const href = (count: number, privileges: readonly number[]) =>
      drillHref('leads', counted.leads, within, { count, privileges });
    expect(href(MANY, EVERY)).toBe('/dealer/stats/rows?figure=leads&basis=received&from=2019-05-01&to=2019-05-31');
    expect(href(5_000, EVERY)).toBe('/dealer/leads/list?from=2019-05-01&to=2019-05-31');
    expect(href(3, [30])).toContain('/dealer/stats/rows?');
    await query("delete from leads where created_at = '2024-01-01'");
  });

  test('what a month is to bring in pieces stands at its place, by the day that targets count, with what it comes to at this pace', async () => {
    const contract = await walked('approve');
    const place = (await query('insert into locations (company_id, name) values (901, $1) returning id::int', ['Sede dei pezzi']))[0]!.id; // prettier-ignore
    await query(`update contracts set location_id = $2, signed_on = '2026-11-20', kind = 'new', pieces = 1 where id = $1`, [contract.id, place]); // prettier-ignore
    await query(
      `with e as (insert into target_editions (company_id, year, state, basis, in_force_at, created_at, updated_at) values (901, 2026, 'in_force', 'signed', now(), now(), now()) returning id)
        insert into targets (company_id, edition_id, objective, location_id, month, amount)
          select 901, e.id, o.objective, $1, o.month, o.amount from e, (values ('new_pieces', 11, 40), ('used_pieces', 11, 7), ('value', 11, 900), ('new_pieces', 10, 3)) o (objective, month, amount)`,
      [place],
    );
    const daily = async (more: object = {}) =>
      (await call(boss, 'GET /stats/daily', { query: { locationId: place, ...more } })).body as DailyAnswer;
    const { rows, total } = await daily();
    const [row] = rows;
    // One sold on 14 or so of its working days: as many as the contracts beside it, which come to the same.
    expect(row!.pieces).toEqual({ target: 47, done: 1, forecast: row!.cells.contracts.forecast });
    expect(total.pieces).toEqual(row!.pieces);
    expect((await daily({ basis: 'approved' })).rows[0]!.pieces).toBeNull();
    const others = ((await call(boss, 'GET /stats/daily')).body as DailyAnswer).rows.filter(({ id }) => id !== place);
    expect(others.every(({ pieces }) => pieces === null)).toBe(true);
    // What is not set is not done of what is.
    await query("delete from targets where company_id = 901 and objective = 'new_pieces'");
    expect((await daily()).rows[0]!.pieces).toMatchObject({ target: 7, done: 0 });
    await query('delete from targets where company_id = 901');
    await query('delete from target_editions where company_id = 901');
  });

  test('the sheet of the day has the numbers of the page', async () => {
    const { body } = await call(boss, 'GET /stats/daily/export', { query: { format: 'csv' } });
    const lines = String(body)
      .trim()
      .split('\r\n')
      .map((line) => line.split(';'));
    const page = (await call(boss, 'GET /stats/daily')).body as DailyAnswer;
    expect(lines.length).toBe(page.rows.length + 2);
    const total = lines
      .at(-1)!
      .slice(3)
      .map((cell) => (cell === '' ? null : Number(cell)));
    expect(total).toEqual(
      keysOf(dailyFigures).flatMap((name) => {
        const { day, month, before, forecast } = page.total.cells[name];
        return [day, month, before, forecast];
      }),
    );
  });
});

describe('figures-tie-out', () => {
  const BASES = ['signed', 'approved', 'billed', 'registered', 'delivered'] as const;
  /** Days around both nights of the clock, the year's turn, and a leap day. */
  const EDGES = ['2024-02-29', '2024-03-31', '2024-10-27', '2024-12-31', '2025-01-01'];
  const dayNear = fc
    .tuple(fc.constantFrom(...EDGES), fc.integer({ min: -2, max: 2 }))
    .map(([day, n]) => addDays(day, n));
  const span = fc.tuple(dayNear, dayNear).map(([a, b]) => (a <= b ? { from: a, to: b } : { from: b, to: a }));
  const SEED = Number(process.env.SEED ?? 20_261_128);

  test('random contracts: figure = contracts = drill = sheet = list, on each basis', async () => {
    const places = (await query('select id::int from locations where company_id = 901 order by id')).map(
      ({ id }) => id as number,
    );
    const all = await user(901, EVERY);
    const { id } = await make();
    const one = fc.record({
      ...Object.fromEntries(BASES.map((basis) => [`${basis}_on`, fc.option(dayNear)])),
      canceled_at: fc.option(fc.constant('2025-02-01T10:00:00Z'), { freq: 6 }),
      partner_id: fc.option(fc.constant(office.id)),
      location_id: fc.option(fc.constantFrom(...places)),
      total: fc.integer({ min: 0, max: 9_000_000 }),
      net_revenue: fc.option(fc.integer({ min: -1000, max: 8_000_000 })),
      margin_second: fc.option(fc.integer({ min: -300_000, max: 500_000 })),
      pieces: fc.integer({ min: 1, max: 30 }),
      quote_id: fc.constant(null),
    });
    const made = fc.sample(one, { numRuns: rounds(500), seed: SEED }) as Record<string, string | number | null>[];
    await copies('contracts', id, made);
    const asked = fc.tuple(
      fc.constantFrom(...BASES),
      span,
      fc.option(fc.constantFrom(0, ...places), { nil: undefined }),
    );
    await fc.assert(
      fc.asyncProperty(asked, async ([basis, days, locationId]) => {
        const within = { basis, ...days, ...(locationId !== undefined && { locationId }) };
        const fits = made.filter((row) => {
          const day = row[`${basis}_on`] as string | null;
          return row.canceled_at === null && day !== null && day >= days.from && day <= days.to && (locationId === undefined || (row.location_id ?? 0) === locationId); // prettier-ignore
        });
        const sum = (key: string) => {
          const known = fits.map((row) => row[key] as number | null).filter((value) => value !== null);
          return known.length === 0 ? null : known.reduce((all, value) => all + value, 0);
        };
        const { sums } = (await rowsOf(all, { figure: 'contracts', ...within })).body;
        expect(sums).toMatchObject({
          count: fits.length,
          pieces: sum('pieces'),
          total: sum('total'),
          netRevenue: sum('net_revenue'),
          marginSecond: sum('margin_second'),
          margins: fits.filter((row) => row.margin_second !== null).length,
        });
        const rows: { amount: number }[] = [];
        while (rows.length < fits.length)
          rows.push(
            ...(await rowsOf(boss, { figure: 'contracts', ...within }, { limit: 200, offset: rows.length })).body.rows,
          );
        const sheet = await csvOf(boss, 'GET /stats/rows/export', { figure: 'contracts', ...within });
        const query = listFilters(counted.contracts, within);
        const list = (await call(all, 'GET /contracts', { query: { ...query, limit: 1, countAll: 'true' } })).body;
        const listSum = list.sums.reduce((all: number, { total }: { total: number }) => all + total, 0);
        const total = sum('total') ?? 0;
        const added = (amounts: number[]) => [amounts.length, amounts.reduce((all, value) => all + value, 0)];
        expect([
          added(rows.map(({ amount }) => amount)),
          added(sheet.map((cells) => cents(cells.at(-1)!))),
          [list.total, listSum],
        ]).toEqual(Array.from({ length: 3 }, () => [fits.length, total]));
      }),
      // Each reads its rows page by page: of 10,000 contracts that takes seconds.
      { numRuns: Math.max(25, rounds(5)), seed: SEED },
    );
    await query("delete from contracts where company_id = 901 and created_at = '2024-01-01'");
  });

  test('instants on both nights of the clock and at the year’s turn count on their day in Rome', async () => {
    const instant = fc
      .tuple(fc.constantFrom(...EDGES), fc.integer({ min: -180, max: 420 }))
      .map(([day, minutes]) => new Date(Date.parse(`${day}T00:00:00Z`) + minutes * 60_000).toISOString());
    const instants = fc.sample(instant, { numRuns: 120, seed: SEED });
    await copies(
      'leads',
      await madeLead(),
      instants.map((at) => ({ received_at: at, location_id: null })),
    );
    const quote = await issuedQuote(side, sale.seller);
    await copies(
      'quotes',
      quote.id,
      instants.map((at) => ({ issued_at: at, location_id: null, root_id: null })),
    );
    const days = [...new Set(instants.map((at) => dayInRome(new Date(at))))].toSorted();
    for (const [figure, basis] of [
      ['leads', 'received'],
      ['quotes', 'issued'],
    ] as const)
      for (const on of days) {
        const expected = instants.filter((at) => dayInRome(new Date(at)) === on).length;
        const { sums, rows } = (await rowsOf(boss, { figure, basis, from: on, to: on, locationId: 0 }, { limit: 200 }))
          .body;
        expect([
          figure,
          on,
          sums.count,
          rows.length,
          new Set(rows.map(({ day }: { day: string }) => day)).size,
        ]).toEqual([figure, on, expected, expected, 1]);
      }
  });

  test('after a reopening, a credit note and a delivery taken back the last entry that still holds counts', async () => {
    const contract = await walked('complete');
    const START = world.clock.now;
    await query('delete from contract_changes where company_id = 901');
    const ended = (await rowsOf(boss, { figure: 'contracts', basis: 'approved', from: '2026-11-01', to: '2026-11-30' }))
      .body.sums;
    // The month is over.
    world.clock.now = new Date('2026-12-01T09:00:00Z');
    const counts = async () => {
      const on = [];
      for (const basis of ['signed', 'approved', 'billed', 'delivered']) {
        const rows: { id: number; day: string }[] = [];
        const { body } = await rowsOf(
          boss,
          { figure: 'contracts', basis, from: '2026-11-01', to: '2026-12-31' },
          { limit: 200 },
        );
        rows.push(...body.rows);
        on.push(rows.find(({ id }) => id === contract.id)?.day ?? null);
      }
      return on;
    };
    expect(await counts()).toEqual(['2026-11-20', '2026-11-20', '2026-11-20', '2026-11-20']);
    await done(office, 'resume', contract, await because('resume'));
    expect(await counts()).toEqual(['2026-11-20', '2026-11-20', '2026-11-20', null]);
    await done(office, 'unbill', contract, await because('unbill', { number: 'NC T1', day: '2026-11-20' }));
    expect(await counts()).toEqual(['2026-11-20', '2026-11-20', null, null]);
    await done(office, 'reopen', contract, await because('reopen'));
    expect(await counts()).toEqual(['2026-11-20', null, null, null]);
    // Else what was received waits for an invoice of its own.
    await query('delete from contract_invoices where contract_id = $1', [contract.id]);
    await prepareContract(side, contract.id);
    world.clock.now = new Date('2026-12-02T09:00:00Z');
    await done(office, 'approve', contract);
    expect(await counts()).toEqual(['2026-11-20', '2026-12-02', null, null]);
    await done(office, 'cancelApproved', contract, await because('cancelApproved'));
    await done(sale.director, 'cancelApproved', contract, {});
    expect(await counts()).toEqual([null, null, null, null]);
    const nameOf = async ({ id }: { id: number }) =>
      (await query('select name from users where id = $1', [id]))[0].name;
    const [directs, checks] = [await nameOf(sale.director), await nameOf(office)];
    // November says what became of it afterwards: contract, what, when and who, and no customer.
    const { rows, total } = (await changesOf(boss)).body;
    const said = rows.map((one: { basis: string; what: string; dayBefore: string; dayAfter: null; by: string; number: string }) =>
      [one.basis, one.what, one.dayBefore, one.dayAfter, one.by]); // prettier-ignore
    expect(said).toEqual([
      ['signed', 'canceled', '2026-11-20', null, directs],
      ['approved', 'undone', '2026-11-20', null, checks],
      ['billed', 'undone', '2026-11-20', null, checks],
      ['delivered', 'undone', '2026-11-20', null, checks],
    ]);
    expect(total).toBe(4);
    expect(new Set(rows.map(({ href }: { href: string | null }) => href))).toEqual(new Set([null]));
    const seen = (await changesOf(await userWith('manageAllContracts'), 'approved')).body.rows[0];
    expect(seen.href).toBe(`/dealer/contracts/${contract.id}`);
    const sheet = await csvOf(boss, 'GET /stats/changes/export', {
      bases: 'approved',
      from: '2026-11-01',
      to: '2026-11-30',
    });
    expect(sheet.map((cells) => cells[3])).toEqual(['Riaperto']);
    // As many as it counted at its end are those of today, with these taken back.
    const today = (await rowsOf(boss, { figure: 'contracts', basis: 'approved', from: '2026-11-01', to: '2026-11-30' }))
      .body.sums;
    expect([today.count + 1, today.total + seen.amountBefore]).toEqual([ended.count, ended.total]);
    const away = { bases: 'approved', from: '2026-11-01', to: '2026-11-19' };
    expect((await call(boss, 'GET /stats/changes', { query: away })).body.total).toBe(0);
    world.clock.now = START;
  });
});

describe('statistics of visits', () => {
  // Days on which nothing else of the test database happened.
  const days = { from: '2025-03-03', to: '2025-03-05' };
  const { locationId } = side;
  const watcher = world.userWith('seeAccessStats');
  const visit = (columns: Record<string, unknown>) => {
    const row = {
      state: 'seller_handled',
      day: '2025-03-03',
      ticket: null,
      subject: 'new',
      location_id: locationId,
      ...columns,
    };
    const names = ['company_id', ...Object.keys(row), 'created_at', 'updated_at'];
    const marks = Object.keys(row).map((_, at) => `$${at + 1}`);
    return query(
      `insert into accesses (${names.join(', ')}) values (${side.as.companyId}, ${marks.join(', ')}, now(), now())`,
      Object.values(row),
    );
  };
  const handled = (arrived: string, begun: string, more = {}) => ({
    seller_id: manager.id,
    arrived_at: `2025-03-03T${arrived}+01:00`,
    begun_at: `2025-03-03T${begun}+01:00`,
    handled_at: `2025-03-03T${begun}+01:00`,
    handled_on: '2025-03-03',
    ...more,
  });

  test('tell how long people wait, who goes, what becomes of it, and each number leads to as many rows', async () => {
    const contract = await walked('approve');
    const [{ customer }] = await query(
      "update contracts set signed_on = '2025-05-31' where id = $1 returning customer_id::int as customer",
      [contract.id],
    );
    await visit(handled('10:00', '10:04'));
    await visit(handled('10:30', '10:38', { refusals: 2 }));
    // The last of ninety days, and the day after them.
    await visit({ ...handled('11:00', '11:30', { customer_id: customer }), day: '2025-03-03' });
    await visit({ ...handled('11:00', '11:01', { customer_id: customer }), day: '2025-03-02' });
    await visit({ state: 'waiting', day: '2025-03-05', arrived_at: '2025-03-05T16:10+01:00' });
    // Closed two days later, it says nothing of how long somebody waited.
    await visit({ ...handled('12:00', '12:00'), handled_at: '2025-03-05T09:00+01:00', begun_at: '2025-03-05T09:00+01:00' }); // prettier-ignore
    await visit({ state: 'external_booking', day: '2025-03-04', expected_at: '2025-03-04T16:10+01:00' });
    const drive = (at: string, state: string) =>
      query(
        `insert into calendar_events (company_id, kind, title, state, starts_at, ends_at, calendar_ids, user_ids, customer_id, created_at, updated_at)
         values ($1, 'test_drive', '', $2, $3, $3::timestamptz + interval '1 hour', '{}', array[$4::bigint], $5, now(), now())`,
        [side.as.companyId, state, at, manager.id, customer],
      );
    await drive('2025-03-04T15:00+01:00', 'completed');
    await drive('2025-03-04T17:00+01:00', 'not_started');
    const as = await watcher;
    const { status, body } = await call(as, 'GET /stats/accesses', { query: days });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      now: {
        visits: 5,
        waited: 3,
        waitMedian: 8,
        waitLate: 30,
        abandoned: 1,
        refused: 1,
        refusals: 2,
        contracted: 1,
      },
      times: [
        { from: '2025-03-03', visits: 4 },
        { from: '2025-03-05', visits: 1 },
      ],
      hours: [
        { hour: 10, visits: 2 },
        { hour: 11, visits: 1 },
        { hour: 12, visits: 1 },
        { hour: 16, visits: 1 },
      ],
      drives: { driven: 1, contracted: 1 },
    });
    expect(Object.fromEntries(body.states.map(({ state, count }: { state: string; count: number }) => [state, count]))).toEqual({ external_booking: 1, waiting: 1, assigned: 0, seller_handled: 4, desk_handled: 0 }); // prettier-ignore
    expect(body.sellers.map(({ id, numbers }: AccessStats['sellers'][number]) => [id, numbers.visits])).toEqual([[manager.id, 4], [null, 1]]); // prettier-ignore
    expect(body.places.map(({ id, numbers }: AccessStats['places'][number]) => [id, numbers.visits])).toEqual([[locationId, 5]]); // prettier-ignore

    const opened = async (figure: FigureName, basis: string, filters: PartFilters, more = {}) => {
      const asked = filtersText(filters);
      const { body: rows } = await rowsOf(as, { figure, basis, ...days, ...more }, asked ? { filters: asked } : {});
      return [rows.rows?.length, rows.sums?.count];
    };
    for (const name of accessCountNames)
      expect([name, ...(await opened('visits', 'arrived', accessCounts[name]))]).toEqual([name, body.now[name], body.now[name]]); // prettier-ignore
    for (const { hour, visits } of body.hours)
      expect(await opened('visits', 'arrived', { hour })).toEqual([visits, visits]);
    for (const { state, count } of body.states)
      expect(await opened('accesses', 'day', { state })).toEqual([count, count]);
    expect(await opened('visits', 'arrived', {}, { personId: 0 })).toEqual([1, 1]);
    expect(await opened('drives', 'driven', accessCounts.contracted, { personId: manager.id })).toEqual([1, 1]);
  });

  test('are the company’s own, and for who may see them', async () => {
    const stranger = await strangerWith('seeAccessStats');
    expect((await call(stranger, 'GET /stats/accesses', { query: days })).body.now.visits).toBe(0);
    expect((await call(boss, 'GET /stats/accesses', { query: days })).status).toBe(403);
    const wrong = await call(await watcher, 'GET /stats/accesses', { query: { from: '2025-03-05', to: '2025-03-03' } });
    expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([422, ['to']]);
  });
});
