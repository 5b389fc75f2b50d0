import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { jobs, schedules } from '#backend/areas.ts';
import { pastDues, writeDues } from '#backend/contracts/dues.ts';
import { scheduling } from '#backend/lib/work/schedules.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { openFiles } from '#backend/lib/files/files.ts';
import { StoreError } from '#backend/lib/files/store.ts';
import { readXlsx } from '#backend/imports/xlsx.ts';
import type { claimMachine } from '#domain/contracts/claims/rules.ts';
import type { ClaimRow } from '#domain/contracts/claims/schema.ts';
import type { ReportAnswer } from '#domain/reports/endpoints.ts';
import { money } from '#domain/italian.ts';
import { privileges } from '#domain/privileges.ts';
import { columnsFor, isAdded, type Report } from '#domain/reports/report.ts';
import { reports, type ReportName } from '#domain/reports/reports.ts';
import { automaticFields, type AutomaticInput } from '#domain/reports/automatic/fields.ts';
import { blankOf } from '#domain/record/fields.ts';
import { keysOf, type MoveOf } from '#domain/record/machine.ts';
import { leadOf } from '#tests/support/areas/leads.ts';
import { mailsLeft } from '#tests/support/outbox.ts';
import { testDatabase } from '#tests/support/database.ts';
import { pdfText } from '#tests/support/pdf-text.ts';
import { saleIn } from '#tests/support/contracts.ts';
import { makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
const { call, query, userWith, strangerWith } = world;
afterAll(() => world.close());
const sale = await saleIn(world);
const { office, walked, make, post } = sale;
const everything = await userWith('validateContracts', 'manageAllContracts', 'seeMargin', 'seeAllCommissions');
const days = { from: '2025-01-01', to: '2027-12-31' };

const readOf = async (as: typeof office, name: ReportName, asked: object = {}): Promise<ReportAnswer> => {
  const { status, body } = await call(as, `GET /reports/${name}`, { query: { ...days, limit: 200, ...asked } });
  expect([name, asked, status]).toEqual([name, asked, 200]);
  return body;
};
const fileOf = async (as: typeof office, name: ReportName, format: string, asked: object = {}) => {
  const { status, body } = await call(as, `GET /reports/${name}/export`, { query: { ...days, ...asked, format } });
  expect([name, format, status]).toEqual([name, format, 200]);
  return body;
};
const addedOf = (of: Report, seen: readonly string[]) => seen.filter((key) => isAdded(of.columns[key]!));
const summed = (rows: readonly { cells: Record<string, unknown> }[], keys: readonly string[]) =>
  Object.fromEntries(keys.map((key) => [key, rows.reduce((sum, { cells }) => sum + Number(cells[key] ?? 0), 0)]));

/** What is due of contracts follows whoever writes them; what these tests write behind the back of the application is followed here. */
const followed = (...ids: number[]) => world.outside().asCompany(901, null, (ctx) => writeDues(ctx, ids));

/** A contract with instalments that are late. */
let owing = 0;

/** Contracts in every state, with money that came, was reversed and went back. */
beforeAll(async () => {
  const receive = (id: number, given: object) =>
    post(office, 'POST /contracts/:id/receipts', id, {
      receivedOn: '2026-11-20',
      kind: 'deposit',
      method: 'cash',
      ...given,
    });
  const [first, second, third] = [await walked('complete'), await walked('approve'), await make()];
  const { receipts } = (await receive(second.id, { amount: 1_234_56 })).body;
  await receive(second.id, { kind: 'advance', method: 'card', amount: 321_09 });
  await call(office, 'POST /contracts/:id/receipts/:receiptId/reverse', { params: { id: second.id, receiptId: receipts[0].id }, body: { reason: 'Doppio' } }); // prettier-ignore
  await receive(third.id, { method: 'satispay', amount: 50_01 });
  await query(
    `update contracts set signed_on = coalesce(signed_on, '2026-11-20'), margin_first = 1500_00, margin_second = 1000_01, margin_third = 400_50 where id = any($1)`,
    [[first.id, second.id, third.id]],
  );
  const ids = [first.id, second.id, third.id];
  await query(
    `update contracts t set signed_on = coalesce(signed_on, '2026-11-20'), margin_first = 1500_00, margin_second = 1000_01, margin_third = 400_50,
        received = (select coalesce(sum(r.amount), 0) from contract_receipts r where r.contract_id = t.id) where id = any($1)`,
    [ids],
  );
  await query('update contracts set location_id = null where id = $1', [third.id]);
  // What is written with the price of a sale that has them.
  await query(
    `insert into contract_lines (company_id, contract_id, kind, type, party, name, campaign_company_id, campaign_id, campaign, amount, net, earned, cost, months)
      select 901, id, 'incentive', 'plate', 'maker', '', 10, 7::bigint, 'Targa mese', 500_10, 409_92, 409_92, null::bigint, null::int from unnest($1::bigint[]) id
      union all select 901, id, 'incentive', 'flat', 'maker', '', 10, 7, 'Targa mese', 50_10, 41_07, null, null, null from unnest($1::bigint[]) id
      union all select 901, id, 'incentive', 'custom', 'dealer', '', null, null, null, 100_05, 82_01, null, null, null from unnest($1::bigint[]) id
      union all select 901, id, 'warranty', 'dealer_conventional', 'dealer', '', null, null, null, 300_33, 246_17, null, 120_21, 12 from unnest($1::bigint[]) id`,
    [ids],
  );
  // Today is 20 November: 142, 82 and 41 days late, and in time.
  await query('delete from contract_payments where contract_id = $1', [second.id]);
  await query(
    `insert into contract_payments (company_id, contract_id, place, kind, method, due_on, amount)
      select 901, t.id, p.place, p.kind, 'transfer', p.due::date, coalesce(p.amount, t.total - 6000_00) from contracts t,
        (values (1, 'deposit', '2026-07-01', 1000_00), (2, 'advance', '2026-08-30', 2000_00), (3, 'advance', '2026-10-10', 3000_00), (4, 'balance', '2026-12-10', null)) p (place, kind, due, amount)
      where t.id = $1`,
    [second.id],
  );
  owing = second.id;
  await followed(...ids);
  // What they are to reach in this month, by the day on which contracts are signed.
  await query(`with e as (insert into target_editions (company_id, year, state, basis, in_force_at, created_at, updated_at)
      select 901, 2026, 'in_force', 'signed', now(), now(), now() where not exists (select from target_editions where company_id = 901 and year = 2026 and state = 'in_force') returning id)
    insert into targets (company_id, edition_id, objective, location_id, seller_id, month, amount)
      select 901, e.id, o.objective, t.location_id, t.seller_id, 11, o.amount from e, contracts t,
        (values ('new_pieces', 40), ('used_pieces', 7), ('value', 90000000)) o (objective, amount) where t.id = ${first.id}`);
});

describe('reports-tie-out', () => {
  test.each(keysOf(reports))('%s: groups, rows, CSV, XLSX and PDF come to the same', async (name) => {
    const of: Report = reports[name];
    let [most, banded] = [0, 0];
    const groups = keysOf(of.groups);
    for (const [n, basis] of keysOf(of.bases).entries()) {
      const asked = { basis, by: groups[n % groups.length]! };
      const read = await readOf(everything, name, { ...asked, listed: 'true' });
      const keys = addedOf(of, read.columns);
      expect(read.columns).toEqual(keysOf(of.columns));
      expect(read.found).toEqual(read.total);
      expect(read.rows.length).toBe(read.total.count);
      expect(summed(read.rows, keys)).toEqual(read.total.sums);
      most = Math.max(most, read.total.count);
      const bands = of.bands && [of.bands.whole, ...of.bands.of];
      const inBand = (key: string) => read.rows.filter(({ cells }) => cells[key] !== 0).length;
      expect(read.bands).toEqual(bands ? Object.fromEntries(bands.map((key) => [key, inBand(key)])) : null);
      if (bands) banded += read.bands!.late!;
      // Every number leads to rows that add up to it.
      for (const group of read.groups) {
        const opened = await readOf(everything, name, { ...asked, open: group.key });
        expect([opened.found, summed(opened.rows, keys)]).toEqual([
          { count: group.count, sums: group.sums },
          group.sums,
        ]);
      }
    }
    const basis = keysOf(of.bases)[0]!;
    const read = await readOf(everything, name, { basis, listed: 'true' });
    const keys = addedOf(of, read.columns);
    for (const column of keys) {
      const opened = await readOf(everything, name, { basis, column });
      expect(opened.rows.every(({ cells }) => cells[column] !== 0)).toBe(true);
      expect(summed(opened.rows, [column])[column]).toBe(read.total.sums[column]);
    }
    const at = (column: string) => 3 + read.columns.indexOf(column);
    const lines = String(await fileOf(everything, name, 'csv', { basis })).trim().split('\r\n').slice(1).map((line) => line.split(';')); // prettier-ignore
    expect(lines.length).toBe(read.total.count);
    const parsed = (cell: string, key: string) =>
      of.columns[key]!.kind === 'money' ? Math.round(Number(cell.replace(',', '.')) * 100) : Number(cell);
    for (const key of keys)
      expect(lines.reduce((sum, line) => sum + parsed(line[at(key)]!, key), 0)).toBe(read.total.sums[key]);
    const sheet = readXlsx(Buffer.from(await fileOf(everything, name, 'xlsx', { basis })), 10_000)[0]!.rows.map(
      ([, cells]) => cells,
    );
    expect(sheet.length).toBe(1 + read.total.count + read.groups.length + 1);
    const factor = (key: string) => (of.columns[key]!.kind === 'money' ? 100 : 1);
    const numbers = (line: (typeof sheet)[number]) => Object.fromEntries(keys.map((key) => [key, Math.round(Number(String(line[at(key)] || '0').replace(',', '.')) * factor(key))])); // prettier-ignore
    expect(numbers(sheet.at(-1)!)).toEqual(read.total.sums);
    const sub = sheet.filter(([first]) => String(first).startsWith('Totale ')).slice(0, -1);
    expect(sub.map(numbers)).toEqual(read.groups.map(({ sums }) => sums));
    const text = pdfText(Buffer.from(await fileOf(everything, name, 'pdf', { basis }))).join(' ').replace(/\s+/g, ' '); // prettier-ignore
    for (const key of keys)
      if (of.columns[key]!.kind === 'money' && read.total.sums[key] !== 0)
        expect(text).toContain(money(read.total.sums[key]!).replace(/\s+/g, ' '));
    expect(most).toBeGreaterThan(0);
    expect(banded > 0).toBe(of.bands !== undefined);
  });

  test('a contract uses a campaign once, with however many of its incentives', async () => {
    const { total, groups } = await readOf(everything, 'campaignsResume', { by: 'campaign' });
    expect([total.count, total.sums.uses, groups.length]).toEqual([6, 3, 1]);
    const { total: due } = await readOf(everything, 'campaignsResume', { only: 'due' });
    expect([due.count, due.sums.uses]).toEqual([3, 3]);
  });

  test('today’s budget of a campaign that runs stands beside its uses, and is no news', async () => {
    const [{ id }] = await query(
      `insert into campaigns (company_id, name, valid_from, max_amount, state) values (901, 'Porte aperte', '2026-11-01', 5000_00, 'active') returning id::int`,
    );
    await query(
      `insert into campaigns (company_id, name, valid_from, valid_to, max_amount, state) values (901, 'Finita', '2026-10-01', '2026-10-31', 5000_00, 'active')`,
    );
    const given = (await readOf(everything, 'campaignsResume', { only: 'given' })).total;
    const { groups, total } = await readOf(everything, 'campaignsResume', { by: 'campaign' });
    expect([total.count, total.sums.given, total.sums.left]).toEqual([given.count + 1, given.sums.given, 5_000_00]);
    expect(groups.find(({ key }) => key === `901.${id}`)).toMatchObject({ label: 'Porte aperte', sums: { uses: 0, left: 5_000_00 } }); // prettier-ignore
    const last = await readOf(everything, 'campaignsResume', { from: '2026-10-01', to: '2026-10-31' });
    expect(last.total.sums.left).toBe(0);
    await query('delete from campaigns where company_id = 901 and valid_from >= $1', ['2026-10-01']);
  });

  test('cash that was reversed and entered again does not reach the limit, and is found as reversed', async () => {
    const { id } = await make();
    const receive = async () => {
      const { status, body } = await post(office, 'POST /contracts/:id/receipts', id, { receivedOn: '2026-11-20', kind: 'deposit', method: 'cash', amount: 4_000_00 }); // prettier-ignore
      expect(status).toBeLessThan(300);
      return body.receipts;
    };
    const [wrong] = await receive();
    await call(office, 'POST /contracts/:id/receipts/:receiptId/reverse', { params: { id, receiptId: wrong.id }, body: { reason: 'Doppio' } }); // prettier-ignore
    await receive();
    const marks = async (only: object) =>
      (await readOf(everything, 'payments', { listed: 'true', ...only })).rows
        .filter(({ href }) => href === `/dealer/contracts/${id}`)
        .map(({ cells }) => cells.mark);
    expect([await marks({}), await marks({ only: 'large' })]).toEqual([['reversed', 'reversal', null], []]);
    expect(await marks({ only: 'reversed' })).toEqual(['reversed', 'reversal']);
  });

  test('a target stands beside what is done, and what a month comes to at its pace', async () => {
    const month = { from: '2026-11-01', to: '2026-11-30' };
    const { total, rows } = await readOf(everything, 'objectivesReport', { ...month, listed: 'true' });
    const { body } = await call(everything, 'GET /contracts', { query: { kind: 'used', signedFrom: month.from, signedTo: month.to } }); // prettier-ignore
    const { usedTarget, usedDone, usedGap, usedForecast, valueTarget } = total.sums;
    expect([usedTarget, usedDone, usedGap, valueTarget]).toEqual([7, body.total, body.total - 7, 900_000_00]);
    // Today is 20 November: what is done grows by the working days that are left.
    expect(usedForecast).toBeGreaterThan(usedDone!);
    expect(usedForecast).toBeLessThan(usedDone! * 2);
    const { total: over } = await readOf(everything, 'objectivesReport', { from: '2026-10-01', to: '2026-10-31' });
    expect(over.sums.usedForecast).toBe(over.sums.usedDone);
    // Nothing was set for that month: nothing of it is missing.
    expect([over.sums.usedTarget, over.sums.usedGap]).toEqual([0, 0]);
    const set = rows.filter(({ number }) => number?.startsWith('Obiettivo '));
    expect(set.map(({ href, customer }) => [href, customer])).toEqual([[null, null], [null, null], [null, null]]); // prettier-ignore
    const { found } = await readOf(everything, 'objectivesReport', { ...month, only: 'targets', listed: 'true' });
    expect([found!.count, found!.sums.usedDone]).toEqual([3, 0]);
  });

  test('business centers have the pieces that their sellers are to sell, by the day that targets count', async () => {
    const month = { from: '2026-11-01', to: '2026-11-30' };
    const { id } = (await query(`insert into business_centers (company_id, name, kind) values (901, 'Nuovo con obiettivi', 'new') returning id`))[0]!; // prettier-ignore
    const [{ seller: sellerId }] = await query(`select max(seller_id)::int as seller from targets where company_id = 901 and objective = 'new_pieces' and month = 11`); // prettier-ignore
    await query('update users set business_center_id = $2 where id = $1', [sellerId, id]);
    const { total, groups } = await readOf(everything, 'businessCenters', { ...month, basis: 'signed', by: 'center' });
    expect([total.sums.target, groups.find(({ key }) => key === String(id))!.sums.target]).toEqual([47, 47]);
    const { body } = await call(everything, 'GET /contracts', {
      query: { signedFrom: month.from, signedTo: month.to },
    });
    expect(total.sums.contracts).toBe(body.total);
    const { total: billed } = await readOf(everything, 'businessCenters', { ...month, basis: 'billed', by: 'center' });
    expect(billed.sums.target).toBe(0);
  });

  test('groups with words stand in their order', async () => {
    const [short, long, longest] = [await make(), await make(), await make()];
    const signed = `update contracts set signed_on = '2026-11-20', stock_days = $2 where id = $1`;
    for (const [{ id }, of] of [[longest, 99], [short, 5], [long, 45]] as const) await query(signed, [id, of]); // prettier-ignore
    const { groups } = await readOf(everything, 'performance', { by: 'stock' });
    expect(groups.map(({ key }) => key)).toEqual(['a', 'b', 'd', '-']);
  });

  test('a print names customers in letters that its fonts have', async () => {
    const { customer_id: id } = (await query('select customer_id from contracts where id = $1', [owing]))[0]!;
    const [before] = await query('select name from customers where company_id = 901 and id = $1', [id]);
    const named = (name: unknown, latin: string | null) =>
      query('update customers set name = $2, latin_name = $3 where company_id = 901 and id = $1', [id, name, latin]);
    await named('伟 王', 'Wang Wei');
    const { body } = await call(everything, 'GET /reports/contractsPaymentFlow/export', { query: { ...days, format: 'pdf' } }); // prettier-ignore
    await named(before!['name'], null);
    const text = pdfText(Buffer.from(body as Buffer)).join(' ');
    expect([text.includes('Wang Wei'), text.includes('□')]).toEqual([true, false]);
  });

  test('a print of too many rows is refused, and is not written down as one', async () => {
    const written = () => query(`select id from audit_events where entity = 'report'`);
    const before = (await written()).length;
    await query(
      `insert into contract_lines (company_id, contract_id, kind, type, party, name, amount, net)
        select 901, $1, 'incentive', 'custom', 'dealer', 'Molte', 1, 1 from generate_series(1, 1501)`,
      [owing],
    );
    const { status } = await call(everything, 'GET /reports/incentives/export', { query: { ...days, format: 'pdf' } });
    expect([status, (await written()).length]).toEqual([422, before]);
    await query(`delete from contract_lines where name = 'Molte'`);
  });

  test('the sums that contracts owe and received are those of their list and the register', async () => {
    for (const basis of ['signed', 'approved', 'billed', 'delivered']) {
      const { total } = await readOf(everything, 'contractsPaymentFlow', { basis });
      const { body } = await call(everything, 'GET /contracts', {
        query: { [`${basis}From`]: days.from, [`${basis}To`]: days.to },
      });
      const sums = body.sums as { count: number; total: number; received: number; due: number }[];
      const sum = (key: 'count' | 'total' | 'due') => sums.reduce((all, one) => all + one[key], 0);
      expect([total.count, total.sums.total]).toEqual([sum('count'), sum('total')]);
      expect(total.sums.balance! + total.sums.lender!).toBe(sum('due'));
      const { received, financed, tradeIn, upcoming, late } = total.sums;
      expect(received! + financed! + tradeIn! + upcoming! + late!).toBe(total.sums.total);
    }
    const span = { from: '2026-11-01', to: '2026-11-30' };
    const { body: register } = await call(office, 'GET /contracts/register', { query: span });
    const { total } = await readOf(everything, 'payments', { ...span, only: 'money' });
    expect(total.sums.amount).toBe(register.received);
  });
});

test('a sale that was withdrawn from counts no more in any report of sales, by any day, nor in the list of that day', async () => {
  const { id } = await make();
  await query(
    `update contracts set kind = 'used', signed_on = '2026-08-03', approved_on = '2026-08-03', delivered_on = '2026-08-03' where id = $1`,
    [id],
  );
  await query(
    `insert into contract_lines (company_id, contract_id, kind, type, party, name, campaign_company_id, campaign_id, campaign, amount, net, earned, months)
      values (901, $1, 'warranty', 'maker', 'dealer', 'Resa', null, null, '', 300_00, 1, null, 12),
        (901, $1, 'incentive', 'plate', 'maker', 'Resa', 10, 7, 'Targa mese', 100_00, 1, 81_97, null)`,
    [id],
  );
  const counted = async () => {
    const found: string[] = [];
    const asked = { from: '2026-08-03', to: '2026-08-03', listed: 'true' };
    for (const name of [
      'businessCenters',
      'performance',
      'incentives',
      'campaignsResume',
      'usedWarranty',
      'objectivesReport',
    ] as const) {
      const basis = name === 'objectivesReport' ? {} : { basis: 'delivered' };
      const { rows } = await readOf(everything, name, { ...asked, ...basis });
      if (rows.some(({ href }) => href === `/dealer/contracts/${id}`)) found.push(name);
    }
    for (const basis of ['signed', 'approved', 'delivered']) {
      const span = { [`${basis}From`]: '2026-08-03', [`${basis}To`]: '2026-08-03' };
      const { rows } = (await call(everything, 'GET /contracts', { query: span })).body;
      if (rows.some((row: { id: number }) => row.id === id)) found.push(basis);
    }
    return found;
  };
  expect((await counted()).length).toBe(9);
  await query('update contracts set withdrawn_at = now() where id = $1', [id]);
  expect(await counted()).toEqual([]);
  // It waits to be closed, and is found there by its days, too.
  const waiting = { withdrawn: 'true', signedFrom: '2026-08-03', signedTo: '2026-08-03' };
  expect((await call(everything, 'GET /contracts', { query: waiting })).body.rows.map((row: { id: number }) => row.id)).toEqual([id]); // prettier-ignore
});

describe('instalments', () => {
  test('none is missing while a job still fills in those of contracts made before, and none counts twice', async () => {
    const both = async () =>
      [
        await readOf(everything, 'paymentFlowReport', { listed: 'true' }),
        await readOf(everything, 'contractsPaymentFlow', { listed: 'true' }),
      ].map(({ groups, total, rows }) => ({ groups, total, rows }));
    const forget = () => query('update contracts set has_dues = false where company_id = 901');
    await forget();
    await pastDues.run(world.outside(), {});
    const filled = await both();
    expect(filled[0]!.total.sums.late).toBeGreaterThan(0);
    await query('delete from contract_dues where company_id = 901');
    await forget();
    expect(await both()).toEqual(filled);
    // Somebody writes one of them before its turn.
    await followed(owing);
    expect(await both()).toEqual(filled);
    await pastDues.run(world.outside(), {});
    expect(await both()).toEqual(filled);
    // What no longer holds since an update counts once, as it is, and is written anew.
    await query('update contracts set dues_stale = true where company_id = 901');
    expect(await both()).toEqual(filled);
    await query('update contract_dues set open = 1 where company_id = 901');
    await pastDues.run(world.outside(), {});
    expect(await both()).toEqual(filled);
  });

  test('receipts cover instalments of their kind first, and the rest is late by its days', async () => {
    const { rows } = await readOf(everything, 'paymentFlowReport', { listed: 'true' });
    const late = rows.filter(({ href }) => href === `/dealer/contracts/${owing}`).map(({ cells }) => cells);
    const { total } = (await query('select total::int from contracts where id = $1', [owing]))[0];
    const none = { late30: 0, late60: 0, late90: 0, lateMore: 0, upcoming: 0 };
    expect(late).toMatchObject([
      { ...none, received: 0, lateMore: 1_000_00, daysLate: 142 },
      { ...none, received: 321_09, late90: 1_678_91, daysLate: 82 },
      { ...none, late60: 3_000_00, daysLate: 41 },
      { ...none, upcoming: total - 6_000_00, daysLate: null },
    ]);
    const flow = await readOf(everything, 'contractsPaymentFlow', { only: 'late', listed: 'true' });
    expect(flow.rows.map(({ href, cells }) => [href, cells.late, cells.daysLate, cells.nextDue])).toEqual([
      [`/dealer/contracts/${owing}`, 5_678_91, 142, '2026-07-01'],
    ]);
  });

  test('nothing of a contract is late before its approval, in either report', async () => {
    const late = () => Promise.all((['paymentFlowReport', 'contractsPaymentFlow'] as const).map(async (name) => (await readOf(everything, name, { basis: 'signed' })).total.sums.late!)); // prettier-ignore
    const set = async (state: string) => {
      await query('update contracts set state = $2 where id = $1', [owing, state]);
      await followed(owing);
    };
    const approved = await late();
    await set('waiting_approvation');
    const before = await late();
    await set('approved');
    expect(before).toEqual(approved.map((sum) => sum - 5_678_91));
    expect(await late()).toEqual(approved);
  });

  test('nothing is open of what is paid in full, and what came beyond it goes back', async () => {
    const { id } = await make();
    await query(`update contracts set state = 'approved', financed = 0, delivered_on = '2026-10-01', signed_on = '2026-09-01' where id = $1`, [id]); // prettier-ignore
    await query('delete from contract_payments where contract_id = $1', [id]);
    await query(
      `insert into contract_payments (company_id, contract_id, place, kind, method, due_on, amount)
        select 901, t.id, p.place, p.kind, 'transfer', p.due::date, coalesce(p.amount, t.total - 1000_00) from contracts t,
          (values (1, 'deposit', '2026-09-01', 1000_00), (2, 'balance', null, null)) p (place, kind, due, amount) where t.id = $1`,
      [id],
    );
    const { total } = (await query('select total::int from contracts where id = $1', [id]))[0];
    await followed(id);
    const receive = (amount: number) =>
      post(office, 'POST /contracts/:id/receipts', id, { receivedOn: '2026-11-20', kind: 'balance', method: 'transfer', amount }); // prettier-ignore
    const read = async (only?: string) =>
      (await readOf(everything, 'paymentFlowReport', { basis: 'signed', from: '2026-09-01', to: '2026-09-01', listed: 'true', ...(only && { only }) })).rows // prettier-ignore
        .filter(({ href }) => href === `/dealer/contracts/${id}`)
        .map(({ cells: { kind, dueOn, expected, received, late, refund } }) => [kind, dueOn, expected, received, late, refund]); // prettier-ignore
    expect((await receive(total - 1)).status).toBeLessThan(300);
    // What customers pay beyond the balance fills what else they owe.
    const [lacking, deposit, paid] = [
      ['deposit', '2026-09-01', 1000_00, 999_99, 1, 0],
      ['deposit', '2026-09-01', 1000_00, 1000_00, 0, 0],
      ['balance', '2026-10-01', total - 1000_00, total - 1000_00, 0, 0],
    ];
    expect([await read(), await read('late'), await read('open')]).toEqual([[lacking, paid], [lacking], [lacking]]);
    await receive(1);
    expect([await read(), await read('late'), await read('refund')]).toEqual([[deposit, paid], [], []]);
    await query('update contracts set total = total - 250_00 where id = $1', [id]);
    await followed(id);
    const back = ['refund', '2026-10-01', 0, 0, 0, 250_00];
    expect(await read('refund')).toEqual([back]);
    expect((await read()).toSorted()).toEqual([deposit, paid, back].toSorted());
  });
});

test('the page of all reports says of each what the report says, month by month, before its months are kept and after', async () => {
  const looked: string[] = [];
  const { id: cash } = await make();
  const receipt = { receivedOn: '2026-11-20', kind: 'deposit', method: 'cash', amount: 900_00 };
  expect((await post(office, 'POST /contracts/:id/receipts', cash, receipt)).status).toBeLessThan(300);
  await query(`update contract_receipts set other_cause = 'Vincita' where contract_id = $1`, [cash]);
  const keep = () => {
    const { run } = schedules.find(({ name }) => name === 'report-months')!;
    return world.outside().asCompany(901, null, (ctx) => run(ctx));
  };
  for (const [n, query] of [{}, { locationId: 0 }, {}, { locationId: 0 }].entries()) {
    if (n === 2) await keep();
    const { body } = await call(everything, 'GET /reports', { query });
    for (const { name, count, sum, months, from, to, watched } of body) {
      const of: Report = reports[name as ReportName];
      const read = async (asked: object) => (await call(everything, `GET /reports/${name as ReportName}`, { query: { ...query, ...asked } })).body; // prettier-ignore
      const usual = await read({});
      expect([name, from, to, sum]).toEqual([name, usual.from, usual.to, usual.total.sums[of.main]]); // prettier-ignore
      // As many rows as open from the sum.
      expect([name, count]).toEqual([name, (await read({ column: of.main })).found.count]);
      const { groups } = await readOf(everything, name, {
        ...query,
        by: 'month',
        from: '2026-06-01',
        to: '2026-11-30',
      });
      const keys = ['06', '07', '08', '09', '10', '11'].map((month) => `2026-${month}`);
      expect([name, months]).toEqual([name, keys.map((month) => groups.find(({ key }) => key === month)?.sums[of.main] ?? 0)]); // prettier-ignore
      expect([name, watched?.by]).toEqual([name, of.watched]);
      if (!watched) continue;
      // What is to be looked at leads to those rows.
      const isColumn = watched.by in of.columns;
      const { found } = await read(isColumn ? { column: watched.by } : { only: watched.by, listed: 'true' });
      expect([name, watched.count, watched.sum]).toEqual([
        name,
        found.count,
        found.sums[isColumn ? watched.by : of.main],
      ]);
      if (watched.count > 0) looked.push(name);
    }
    expect(body.length).toBe(keysOf(reports).length);
  }
  expect(looked).toEqual(expect.arrayContaining(['paymentFlowReport', 'payments']));
  // What is kept of a month that no report reads by itself is what is drawn, for two days; then it is read.
  await query(`update report_months set sums = '{"0": 12}' where company_id = 901 and report = 'payments' and month = '2026-08-01'`); // prettier-ignore
  const august = async () => {
    const { body } = await call(everything, 'GET /reports', { query: {} });
    return body.find(({ name }: { name: string }) => name === 'payments').months[2];
  };
  expect(await august()).toBe(12);
  await query(`update report_months set read_at = read_at - interval '3 days' where company_id = 901`);
  expect(await august()).not.toBe(12);
});

describe('rights', () => {
  const foreign = () => strangerWith('validateContracts', 'manageAllContracts', 'seeMargin');
  test('another company has none of it, and a report opens for its privileges alone', async () => {
    const stranger = await foreign();
    for (const name of keysOf(reports)) expect((await readOf(stranger, name)).total.count).toBe(0);
    const reader = await userWith('seeMargin');
    const hub = await call(reader, 'GET /reports', {});
    const open = keysOf(reports).filter((name) => (reports[name] as Report).privileges.includes(33));
    expect(hub.body.map((one: { name: string }) => one.name)).toEqual(open);
    for (const name of keysOf(reports).filter((one) => !open.includes(one)))
      expect((await call(reader, `GET /reports/${name}`, { query: {} })).status).toBe(403);
  });

  test('a person who may not see a column finds it nowhere, and customers only of contracts that open', async () => {
    const clerk = await userWith('validateContracts');
    for (const name of keysOf(reports)) {
      const of: Report = reports[name];
      if (!of.privileges.includes(28)) continue;
      const hidden = keysOf(of.columns).filter((key) => !columnsFor(of, [28]).includes(key));
      const read = await readOf(clerk, name, { listed: 'true' });
      for (const key of hidden) {
        expect(JSON.stringify(read)).not.toContain(`"${key}"`);
        expect((await call(clerk, `GET /reports/${name}`, { query: { column: key } })).status).toBe(422);
        expect(String(await fileOf(clerk, name, 'csv')).split('\r\n')[0]).not.toContain(of.columns[key]!.label);
      }
      for (const { href, customer } of read.rows) expect(customer === null).toBe(href === null);
    }
  });

  test('days in the wrong order, too many, and words that are none are refused at the field', async () => {
    const refused = async (asked: Record<string, unknown>) => {
      const { status, body } = await call(office, 'GET /reports/payments', { query: asked });
      return [status, Object.keys(body.fields ?? {})];
    };
    expect(await refused({ from: '2026-02-01', to: '2026-01-01' })).toEqual([422, ['to']]);
    expect(await refused({ from: '1990-01-01', to: '2026-01-01' })).toEqual([422, ['to']]);
    expect(await refused({ from: '2026-01-01' })).toEqual([422, ['to']]);
    expect(await refused({ by: 'salary' })).toEqual([422, ['by']]);
    expect(await refused({ column: 'reference' })).toEqual([422, ['column']]);
  });
});

describe('warranties', () => {
  test('warranties whose end nobody knows stand in a group of their own, whatever the days, and send no mail by themselves', async () => {
    const { id } = await make();
    await query(`update contracts set delivered_on = '2026-08-01' where id = $1`, [id]);
    await query(
      `insert into contract_lines (company_id, contract_id, kind, type, party, name, amount, net, months)
        values (901, $1, 'warranty', 'dealer_conventional', 'dealer', 'Con fine', 1, 1, 12), (901, $1, 'warranty', 'dealer_conventional', 'dealer', 'Senza', 1, 1, null)`,
      [id],
    );
    const asked = { from: '2027-07-01', to: '2027-09-30', basis: 'ends', by: 'month' };
    const { groups, total } = await readOf(everything, 'usedWarranty', asked);
    expect(groups.map(({ key, label, count }) => [key, label, count])).toEqual([
      ['2027-08', 'ago 2027', 1],
      ['?', 'Fine non nota', 1],
    ]);
    expect(total.count).toBe(2);
    // A page shows rows below its groups only where they are few.
    const few = async (limit: number) => (await readOf(everything, 'usedWarranty', { ...asked, listed: 'few', limit })).rows; // prettier-ignore
    expect([(await few(1)).length, (await few(2)).length]).toEqual([0, 2]);
    const { rows } = await readOf(everything, 'usedWarranty', { ...asked, open: '?' });
    expect(rows.map(({ cells }) => cells.endsOn)).toEqual([null]);
    const byPlace = await readOf(everything, 'usedWarranty', { ...asked, by: 'place' });
    expect(byPlace.groups.at(-1)).toMatchObject({ key: '?', label: 'Fine non nota', count: 1 });
    const signed = await readOf(everything, 'usedWarranty', { ...asked, from: '2026-08-01', basis: 'delivered' });
    expect(signed.groups.some(({ key }) => key === '?')).toBe(false);
  });

  test('say whether the clause that shortens the legal one was signed', async () => {
    const { id } = await make();
    await query(`update contracts set delivered_on = '2026-08-02', kind = 'used', warranty_reduced = true where id = $1`, [id]); // prettier-ignore
    await query(
      `insert into contract_lines (company_id, contract_id, kind, type, party, name, amount, net, months)
        values (901, $1, 'warranty', 'maker', 'dealer', 'Con clausola', 1, 1, 12)`,
      [id],
    );
    const clauses = async (only?: string) =>
      (await readOf(everything, 'usedWarranty', { from: '2026-08-02', to: '2026-08-02', basis: 'delivered', listed: 'true', ...(only && { only }) })).rows.map(({ cells }) => cells.clause); // prettier-ignore
    expect([await clauses(), await clauses('unsigned')]).toEqual([['no'], ['no']]);
    // A business buyer has the warranty of the civil code: there is no clause to sign.
    const buyerIs = (type: string) =>
      query('update customers set type = $2 where id = (select customer_id from contracts where id = $1)', [id, type]);
    await buyerIs('vat');
    expect([await clauses(), await clauses('unsigned')]).toEqual([[null], []]);
    await buyerIs('private');
    await query(
      `insert into signatures (company_id, entity, record_id, kind, state, number, title, blocks, file_key, pages, hash, sign_by)
        values (901, 'contract', $1, 'analogic', 'signed', 'F-CLAUSOLA', 'Contratto', '[{"kind": "warranty", "title": "", "text": ""}]', 'x', 1, '', '2026-08-30')`,
      [id],
    );
    expect([await clauses(), await clauses('unsigned')]).toEqual([['yes'], []]);
  });
});

describe('report-mail', () => {
  const DOWN = 'smtp://127.0.0.1:1';
  const [clock, scheduled] = scheduling(schedules);
  const at = (time: string) => (world.clock.now = new Date(time));
  const keeping = ['managePreferences', 'validateContracts', 'manageAllContracts', 'seeMargin'] as const;
  let made = 0;

  /** Does the waiting jobs of these kinds once; what fails stays for later. */
  const work = async (settings: { SMTP_URL?: string } = {}) => {
    for (const name of ['scheduled', 'automatic-report', 'automatic-report-mail']) {
      const job = name === 'scheduled' ? scheduled : jobs.find((one) => one.name === name)!;
      for (const { id, data } of await query(
        'select id, data from pgboss.job where name = $1 order by created_on, id',
        [name],
      )) {
        const outside = world.outside();
        const done = await job.run({ ...outside, config: { ...outside.config, ...settings } }, data as never).then(
          () => true,
          () => false,
        );
        if (done) await query('delete from pgboss.job where name = $1 and id = $2', [name, id]);
      }
    }
  };
  const inputOf = (changes: Partial<AutomaticInput> = {}): AutomaticInput => ({
    ...blankOf(automaticFields),
    name: `Rapporto ${(made += 1)}`,
    report: 'businessCenters',
    period: 'this_year',
    groupBy: 'center',
    format: 'csv',
    ...changes,
  });
  const makeOne = async (as: typeof office, changes: Partial<AutomaticInput> = {}) => {
    const { status, body } = await call(as, 'POST /automatic-reports', {
      body: inputOf({ userIds: [as.id], ...changes }),
    });
    expect([status, body.fields]).toEqual([201, undefined]);
    return body as { id: number; version: number; dueAt: string };
  };
  const send = (as: typeof office, id: number, to: 'all' | 'me' = 'all') =>
    call(as, 'POST /automatic-reports/:id/send', { params: { id }, body: { to } });
  const history = async (as: typeof office, id: number) =>
    (await call(as, 'GET /automatic-reports/:id/mailings', { params: { id } })).body;
  const allow = async (...domains: string[]) => {
    const { version, periods } = (await call(everyone, 'GET /reports/settings')).body;
    const { status } = await call(everyone, 'PUT /reports/settings', {
      version,
      body: { ...periods[0].values, domains: domains.map((domain) => ({ domain })), from: '2026-11-20' },
    });
    expect(status).toBe(200);
  };
  /** Mails to an address, whoever answers go to. */
  const mailsTo = (to: string) => mailsLeft(world.config).filter((mail) => mail.includes(`\nTo: ${to}`));
  /** The newest one: the text of what comes with it stands in the outbox as it is. */
  const attached = (to: string) => mailsTo(to).at(-1) ?? '';
  let everyone: typeof office;
  beforeAll(async () => {
    everyone = await userWith(...keeping);
    await allow('studio.example.it');
    await query('delete from pgboss.job');
  });

  test('leaves at its hour once, to colleagues by their own rights and outside without margins', async () => {
    const clerk = await userWith('validateContracts');
    const stranger = await userWith('createQuotes');
    const { id, dueAt } = await makeOne(everyone, {
      userIds: [everyone.id, clerk.id, stranger.id],
      addresses: [{ address: 'crediti@studio.example.it' }],
    });
    at(new Date(Date.parse(dueAt) + 1000).toISOString());
    await clock.run(world.outside(), {});
    await clock.run(world.outside(), {});
    await work();
    await work();
    const [{ state, rows, mails }] = await history(everyone, id);
    expect([state, rows > 0]).toEqual(['sent', true]);
    expect(mails.map((mail: { state: string }) => mail.state)).toEqual(['sent', 'sent', 'skipped', 'sent']);
    const margin = reports.businessCenters.columns.marginSecond.label;
    expect(attached(everyone.email)).toContain(margin);
    for (const other of [clerk.email, 'crediti@studio.example.it']) {
      expect(mailsTo(other).length).toBe(1);
      expect(attached(other)).toContain(reports.businessCenters.columns.total.label);
      expect(attached(other)).not.toContain(margin);
    }
    expect(mailsTo(stranger.email)).toEqual([]);
  });

  test('an owner who lost a right an hour before sends no more than they see, and is told once', async () => {
    const owner = await userWith(...keeping);
    const margins = await makeOne(owner, {
      report: 'performance',
      groupBy: 'seller',
      filter: null,
      marginsOutside: true,
      addresses: [{ address: 'a@studio.example.it' }],
    });
    const sums = await makeOne(owner, { marginsOutside: true, addresses: [{ address: 'b@studio.example.it' }] });
    await query('update users set privileges = array_remove(privileges, 33) where id = $1', [owner.id]);
    for (const { id } of [margins, margins, sums]) {
      expect((await send(everyone, id)).status).toBe(204);
      await work();
    }
    expect((await history(everyone, margins.id)).map(({ state }: { state: string }) => state)).toEqual([
      'failed',
      'failed',
    ]);
    // Among those of all reports, for thirty days.
    const failed = async () =>
      (
        await call(everyone, 'GET /automatic-reports/mailings', { query: { state: 'failed', limit: 200 } })
      ).body.rows.filter(({ reportId }: { reportId: number }) => reportId === margins.id);
    expect(await failed()).toMatchObject([{ state: 'failed', how: 'hand' }, { by: expect.any(String) }]);
    await query(`update report_mailings set created_at = created_at - interval '31 days' where report_id = $1`, [margins.id]); // prettier-ignore
    expect(await failed()).toEqual([]);
    expect(mailsTo('a@studio.example.it')).toEqual([]);
    expect(attached('b@studio.example.it')).not.toContain(reports.businessCenters.columns.marginSecond.label);
    const told = await query(`select title from notifications where user_id = $1 and kind = 'report_failed'`, [
      owner.id,
    ]);
    expect(told.length).toBe(1);
  });

  test('only with rows', async () => {
    const { id } = await makeOne(everyone, {
      report: 'usedWarranty',
      basis: 'ends',
      groupBy: 'type',
      period: 'yesterday',
    });
    await send(everyone, id);
    const before = mailsLeft(world.config).length;
    await work();
    expect((await history(everyone, id))[0]).toMatchObject({ state: 'empty', rows: 0, mails: [] });
    expect(mailsLeft(world.config).length).toBe(before);
  });

  test('targets without a contract are no rows for which it is sent, but where they are asked for', async () => {
    const [{ id: locationId }] = await query(`insert into locations (company_id, name) values (901, 'Sede solo con obiettivi') returning id::int`); // prettier-ignore
    await query(`insert into targets (company_id, edition_id, objective, location_id, month, amount)
      select 901, id, 'new_pieces', ${locationId}, 11, 5 from target_editions where company_id = 901 and year = 2026 and state = 'in_force'`);
    const sentFor = async (filter: string | null) => {
      const { id } = await makeOne(everyone, { basis: 'signed', locationId, filter });
      await send(everyone, id);
      await work();
      const [{ state, rows }] = await history(everyone, id);
      return [state, rows];
    };
    expect([await sentFor(null), await sentFor('targets')]).toEqual([['empty', 0], ['sent', 1]]); // prettier-ignore
    await query('delete from targets where company_id = 901 and location_id = $1', [locationId]);
  });

  test('a mail server that is down for a day loses nothing and doubles nothing', async () => {
    const owner = await userWith(...keeping);
    const { id } = await makeOne(owner);
    await send(owner, id);
    await work({ SMTP_URL: DOWN });
    await work({ SMTP_URL: DOWN });
    expect((await history(owner, id))[0].mails).toMatchObject([{ state: 'waiting', failure: expect.any(String) }]);
    // The list calls nothing sent that stands still.
    const last = async () => (await call(owner, 'GET /automatic-reports/:id', { params: { id } })).body.lastState;
    const failed = async () => (await call(owner, 'GET /automatic-reports', { query: { state: 'failed', limit: 200 } })).body.rows.some((one: { id: number }) => one.id === id); // prettier-ignore
    expect([await last(), await failed()]).toEqual(['stuck', true]);
    const gone = await userWith('validateContracts');
    const other = await makeOne(owner, { userIds: [gone.id] });
    await send(owner, other.id);
    await work({ SMTP_URL: DOWN });
    await query('update users set archived_at = now() where id = $1', [gone.id]);
    at(new Date(world.clock.now.getTime() + 86_400_000).toISOString());
    await work();
    await work();
    expect((await history(owner, other.id))[0].mails).toMatchObject([{ state: 'skipped' }]);
    expect((await history(owner, id))[0].mails).toMatchObject([{ state: 'sent', failure: null }]);
    expect([await last(), await failed()]).toEqual(['sent', false]);
    expect(mailsTo(owner.email).filter((mail) => mail.includes('Rapporto automatico di')).length).toBe(1);
    // Once of each of the two.
    expect(
      (await query(`select 1 from notifications where user_id = $1 and kind = 'report_failed'`, [owner.id])).length,
    ).toBe(2);
  });

  test('a large file is a link, which opens that file until its days are over', async () => {
    const owner = await userWith(...keeping);
    const { id } = await makeOne(owner);
    await send(owner, id);
    await work({ SMTP_URL: DOWN });
    await query('update report_mails set bytes = 9000000 where user_id = $1', [owner.id]);
    await work();
    const mail = mailsTo(owner.email).at(-1)!;
    const token = /mailed-reports\?token=([\w.-]+)/.exec(mail)![1]!;
    const file = await call(null, 'GET /mailed-reports', { query: { token } });
    expect([file.status, String(file.body).includes('Valore')]).toEqual([200, true]);
    at(new Date(world.clock.now.getTime() + 8 * 86_400_000).toISOString());
    expect((await call(null, 'GET /mailed-reports', { query: { token } })).status).toBe(404);
    const { run } = schedules.find(({ name }) => name === 'automatic-reports-retention')!;
    const [{ key }] = await query('select file_key as key from report_mails where user_id = $1', [owner.id]);
    await world.outside().asCompany(901, null, (ctx) => run(ctx));
    const drop = jobs.find(({ name }) => name === 'delete-files')!;
    for (const { data } of await query(`select data from pgboss.job where name = 'delete-files'`))
      await drop.run(world.outside(), data as never);
    expect(await openFiles(world.config).size(key)).toBeNull();
  });

  test('a mail that waited leaves by the rights of that moment, and its link opens by those of its own', async () => {
    const [owner, clerk] = [await userWith(...keeping), await userWith('validateContracts')];
    const addresses = ['giusto', 'sbagliato'].map((name) => ({ address: `${name}@studio.example.it` }));
    const { id } = await makeOne(owner, { userIds: [owner.id, clerk.id], addresses });
    await send(owner, id);
    await work({ SMTP_URL: DOWN });
    await query(`update users set privileges = '{}' where id = $1`, [clerk.id]);
    await query('update automatic_reports set addresses = $2 where id = $1', [id, JSON.stringify(addresses.slice(0, 1))]); // prettier-ignore
    await query('update report_mails set bytes = 9000000 where user_id = $1', [owner.id]);
    await work();
    expect((await history(owner, id))[0].mails).toMatchObject([
      { state: 'sent' },
      { state: 'skipped', failure: 'non può aprire questo rapporto' },
      { state: 'sent' },
      { state: 'skipped', failure: 'non è più tra i destinatari' },
    ]);
    expect([mailsTo(clerk.email).length, mailsTo('sbagliato@studio.example.it').length]).toEqual([0, 0]);
    const token = /mailed-reports\?token=([\w.-]+)/.exec(mailsTo(owner.email).at(-1)!)![1]!;
    const opened = async () => (await call(null, 'GET /mailed-reports', { query: { token } })).status;
    expect(await opened()).toBe(200);
    await query(`update users set privileges = '{26}' where id = $1`, [owner.id]);
    expect(await opened()).toBe(404);
  });

  test('margins that go out no more stay, in what waited and behind a link', async () => {
    const owner = await userWith(...keeping);
    const { id } = await makeOne(owner, { marginsOutside: true, addresses: [{ address: 'conti@studio.example.it' }] });
    await send(owner, id);
    await work({ SMTP_URL: DOWN });
    await query('update automatic_reports set margins_outside = false where id = $1', [id]);
    await query('update report_mails set bytes = 9000000 where user_id = $1', [owner.id]);
    await work();
    expect((await history(owner, id))[0].mails).toMatchObject([
      { state: 'sent' },
      { state: 'skipped', failure: 'non può più vedere tutto ciò che il file contiene' },
    ]);
    expect(mailsTo('conti@studio.example.it')).toEqual([]);
    const token = /mailed-reports\?token=([\w.-]+)/.exec(mailsTo(owner.email).at(-1)!)![1]!;
    const opened = async () => (await call(null, 'GET /mailed-reports', { query: { token } })).status;
    expect(await opened()).toBe(200);
    await query('update users set privileges = array_remove(privileges, 33) where id = $1', [owner.id]);
    expect(await opened()).toBe(404);
  });

  test('a file stays for whom it is kept, and goes with them; what never leaves is kept no longer', async () => {
    const [owner, other, never] = [await userWith(...keeping), await userWith(...keeping), await userWith(...keeping)];
    const { id } = await makeOne(owner, { userIds: [owner.id, other.id] });
    await send(owner, id);
    await work();
    const stuck = await makeOne(never);
    await send(never, stuck.id);
    await work({ SMTP_URL: DOWN });
    await query("delete from pgboss.job where name = 'automatic-report-mail'");
    // One of the two got it some days after the other, who sees the same.
    await query(`update report_mails set sent_at = sent_at + interval '3 days' where user_id = $1`, [other.id]);
    const keyOf = async (who: { id: number }) => (await query('select file_key as key from report_mails where user_id = $1', [who.id]))[0]!.key; // prettier-ignore
    const [shared, waiting] = [await keyOf(owner), await keyOf(never)];
    expect(await keyOf(other)).toBe(shared);
    const { run } = schedules.find(({ name }) => name === 'automatic-reports-retention')!;
    const drop = jobs.find(({ name }) => name === 'delete-files')!;
    const later = async (days: number) => {
      at(new Date(world.clock.now.getTime() + days * 86_400_000).toISOString());
      await world.outside().asCompany(901, null, (ctx) => run(ctx));
      for (const { data } of await query(`select data from pgboss.job where name = 'delete-files'`))
        await drop.run(world.outside(), data as never);
      const files = openFiles(world.config);
      return [await files.size(shared), await files.size(waiting)].map((size) => size !== null);
    };
    await later(5);
    const failure = 'La posta non l’ha preso per tre giorni.';
    expect((await history(never, stuck.id))[0].mails).toMatchObject([{ state: 'failed', failure }]);
    expect(await later(3)).toEqual([true, false]);
    expect([await keyOf(owner), await keyOf(other)]).toEqual([null, shared]);
    expect(await later(3)).toEqual([false, false]);
  });

  test('a store that fails between two files keeps none of them', async () => {
    const clerk = await userWith('validateContracts');
    const { id } = await makeOne(everyone, { userIds: [everyone.id, clerk.id] });
    await send(everyone, id);
    const outside = world.outside();
    const puts: string[] = [];
    const files = {
      ...openFiles(world.config),
      put: async (...[key, content, type]: Parameters<typeof outside.files.put>) => {
        if (puts.length > 0) throw new StoreError('full');
        puts.push(key);
        await outside.files.put(key, content, type);
      },
    };
    const [{ data }] = await query("select data from pgboss.job where name = 'automatic-report'");
    const make = jobs.find(({ name }) => name === 'automatic-report')!;
    await expect(make.run({ ...outside, files }, data as never)).rejects.toThrow(StoreError);
    expect([puts.length, await outside.files.size(puts[0]!)]).toEqual([1, null]);
    await work();
    expect((await history(everyone, id))[0]).toMatchObject({ state: 'sent' });
  });

  test('a leaver hands a mail on; one that nobody takes rests, and a new owner sends by their own rights', async () => {
    const [owner, heir] = [await userWith(...keeping), await userWith(...keeping)];
    const one = () => makeOne(owner, { userIds: [heir.id] });
    const [kept, saved, left] = [await one(), await one(), await one()];
    await call(everyone, 'POST /automatic-reports/bulk', {
      body: { action: 'archive', rows: [{ id: left.id, version: left.version }] },
    });
    const manager = await userWith('manageUsers', ...keeping);
    const block = (who: { id: number }, heirs: object[]) =>
      query('select version::int from users where id = $1', [who.id]).then(([{ version }]) =>
        call(manager, 'POST /users/bulk', {
          body: { action: 'archive', rows: [{ id: who.id, version }], heirs, tokens: [] },
        }),
      );
    const { body: kinds } = await call(manager, 'GET /users/leaving', { query: { ids: String(owner.id) } });
    expect(kinds).toMatchObject([{ kind: 'automaticReports', count: 2 }]);
    expect((await block(owner, [{ kind: 'automaticReports', to: heir.id }])).status).toBe(200);
    const read = async (id: number) => (await call(everyone, 'GET /automatic-reports/:id', { params: { id } })).body;
    expect(await read(kept.id)).toMatchObject({ ownerId: heir.id, state: 'active' });
    expect((await block(heir, [])).status).toBe(200);
    expect(await read(kept.id)).toMatchObject({ state: 'left', dueAt: null });
    expect(
      (
        await query(
          `select 1 from notifications where user_id = $1 and kind = 'report_failed' and title like '%non ha più accesso%'`,
          [everyone.id],
        )
      ).length,
    ).toBeGreaterThan(0);
    expect((await call(everyone, 'POST /automatic-reports/:id/resume', { params: { id: kept.id } })).status).toBe(409);
    expect((await call(everyone, 'POST /automatic-reports/:id/take', { params: { id: kept.id } })).body).toMatchObject({
      ownerId: everyone.id,
      state: 'active',
    });
    // Whoever saves one stands for it as well.
    const { version } = await read(saved.id);
    const body = inputOf({ userIds: [everyone.id] });
    expect((await call(everyone, 'PUT /automatic-reports/:id', { params: { id: saved.id }, version, body })).body).toMatchObject({
      ownerId: everyone.id,
      state: 'active',
      dueAt: expect.any(String),
    }); // prettier-ignore
  });

  test('a pause keeps it, and what it misses is not sent afterwards', async () => {
    const { id } = await makeOne(everyone, { every: 'week', weekday: 'mon' });
    const { body: paused } = await call(everyone, 'POST /automatic-reports/:id/pause', { params: { id } });
    expect(paused).toMatchObject({ state: 'paused', dueAt: null });
    at(new Date(world.clock.now.getTime() + 15 * 86_400_000).toISOString());
    await clock.run(world.outside(), {});
    await work();
    expect(await history(everyone, id)).toEqual([]);
    const { body: again } = await call(everyone, 'POST /automatic-reports/:id/resume', { params: { id } });
    expect(Date.parse(again.dueAt)).toBeGreaterThan(world.clock.now.getTime());
    await clock.run(world.outside(), {});
    expect(await history(everyone, id)).toEqual([]);
  });

  test('a mail that cannot be sent is refused at its field', async () => {
    const refused = async (as: typeof office, changes: object) => {
      const { status, body } = await call(as, 'POST /automatic-reports', {
        body: { ...inputOf({ userIds: [everyone.id] }), ...changes },
      });
      return [status, Object.keys(body.fields ?? {})];
    };
    const outside = (...addresses: string[]) => ({ addresses: addresses.map((address) => ({ address })) });
    expect(await refused(everyone, { userIds: [] })).toEqual([422, ['userIds']]);
    expect(await refused(everyone, { userIds: Array.from({ length: 10_000 }, (_, n) => n + 1) })).toEqual([
      422,
      ['userIds'],
    ]);
    expect(await refused(everyone, { userIds: [(await strangerWith('validateContracts')).id] })).toEqual([
      422,
      ['userIds'],
    ]);
    expect(
      await refused(everyone, outside(...Array.from({ length: 10_000 }, (_, n) => `a${n}@studio.example.it`))),
    ).toEqual([422, ['addresses']]);
    expect(await refused(everyone, outside('crediti@studio', 'x'))).toEqual([
      422,
      ['addresses.0.address', 'addresses.1.address'],
    ]);
    expect(await refused(everyone, outside('a@altro.example.it'))).toEqual([422, ['addresses.0.address']]);
    expect(await refused(everyone, outside('a@studio.example.it', 'A@studio.example.it'))).toEqual([
      422,
      ['addresses.1.address'],
    ]);
    expect(await refused(everyone, { groupBy: 'seller', basis: 'ends' })).toEqual([422, ['basis']]);
    expect(await refused(everyone, { every: 'month' })).toEqual([422, ['monthday']]);
    expect(await refused(everyone, { time: '25:00' })).toEqual([422, ['time']]);
    const [blind, clerk] = [
      await userWith('managePreferences'),
      await userWith('managePreferences', 'validateContracts'),
    ];
    expect(await refused(blind, {})).toEqual([422, ['report']]);
    expect(await refused(clerk, { ...outside('a@studio.example.it'), marginsOutside: true })).toEqual([
      422,
      ['marginsOutside'],
    ]);
    expect(
      await refused(everyone, { ...outside('a@studio.example.it'), report: 'performance', groupBy: 'seller' }),
    ).toEqual([422, ['marginsOutside']]);
  });
});

describe('alerts', () => {
  const run = () => {
    const { run: tell } = schedules.find(({ name }) => name === 'report-alerts')!;
    return world.outside().asCompany(901, null, (ctx) => tell(ctx));
  };
  const told = async (userId: number) =>
    await query(`select title, text, href from notifications where user_id = $1 and kind = 'alert' order by id`, [
      userId,
    ]);

  test('tell of what passed the days of the company, once of each record, and of nothing that nobody set', async () => {
    world.clock.now = new Date('2026-11-20T06:00:00Z');
    const accountant = await userWith('validateContracts');
    await run();
    expect(await told(accountant.id)).toEqual([]);
    const keeper = await userWith('managePreferences', 'manageStock');
    const director = await userWith('seeSalesStats');
    const { version, periods } = (await call(keeper, 'GET /reports/settings')).body;
    const set = await call(keeper, 'PUT /reports/settings', {
      version,
      body: {
        ...periods[0].values,
        stockDays: 60,
        unsignedDays: 10,
        lateDays: 50,
        claimEndDays: 10,
        targetGap: 20,
        from: '2026-11-20',
      },
    });
    expect(set.status).toBe(200);
    const unsigned = await make();
    await query(`update contracts set signed_on = null, created_at = '2026-11-09T12:00:00Z' where id = $1`, [
      unsigned.id,
    ]);
    for (const [number, dueBy] of [
      ['R-1', '2026-11-30'],
      ['R-2', '2026-12-05'],
    ])
      // prettier-ignore
      await query(
        `insert into claims (company_id, contract_id, number, vehicle, kind, type, payer, name, amount, due_by, created_at, updated_at)
          values (901, $1, $2, '', 'other', '', 'maker', 'Targa', 10000, $3, now(), now())`,
        [unsigned.id, number, dueBy],
      );
    await query(`update used_cars set acquired_on = '2026-11-10' where company_id = 901`);
    const [car] = await query(
      `update used_cars set state = 'acquired', archived_at = null, acquired_on = '2026-09-20' where id = $1 returning id::int`,
      [world.alfa.usedCarId],
    );
    await run();
    await run();
    // 142 and 82 days late; the one of 41 days is not told yet.
    const claim = 'Un rimborso da chiedere entro 10 giorni';
    expect(await told(accountant.id)).toMatchObject([
      { title: '2 pagamenti in ritardo da più di 50 giorni' },
      { title: claim, text: 'R-1 Targa' },
    ]);
    expect(await told(keeper.id)).toMatchObject([
      { title: 'Un’auto usata in stock da più di 60 giorni', href: `/dealer/stock/used/${car!.id}` },
    ]);
    const behind = (await told(director.id))[0]!;
    expect([behind.title, behind.text]).toEqual([expect.stringContaining('sotto il segno di oggi di almeno 20 %'), expect.stringContaining('Nuove, pezzi')]); // prettier-ignore
    const [{ seller }] = await query('select seller_id::int as seller from contracts where id = $1', [unsigned.id]);
    expect((await told(seller)).map(({ href }) => href)).toEqual([`/dealer/contracts/${unsigned.id}`]);
    // Whoever saves the plan writes its rows anew: the payments are the same.
    await query('update contract_payments set id = default where contract_id = $1', [owing]);
    await followed(owing);
    world.clock.now = new Date('2026-11-30T06:00:00Z');
    await run();
    expect((await told(accountant.id)).map(({ title }) => title)).toEqual([
      '2 pagamenti in ritardo da più di 50 giorni',
      claim,
      'Un pagamento in ritardo da più di 50 giorni',
      claim,
    ]);
    expect((await told(keeper.id)).length).toBe(1);
    expect((await told(director.id)).length).toBe(1);
  });
});

describe('reminders', () => {
  test('go to who is late once a day, say what the contracts say, and are kept with the customer', async () => {
    world.clock.now = new Date('2026-11-20T09:00:00Z');
    const read = async (query = {}) => (await call(office, 'GET /reports/paymentFlowReport/reminders', { query })).body;
    const [{ customer: customerId }] = await query('select customer_id::int as customer from contracts where id = $1', [
      owing,
    ]);
    await query(`update customers set email = '' where id = $1`, [customerId]);
    const of = async () => (await read()).find((one: { customerId: number }) => one.customerId === customerId);
    const [{ number }] = await query('select number from contracts where id = $1', [owing]);
    expect(await of()).toMatchObject({
      contracts: [{ id: owing, number }],
      amount: 5_678_91,
      since: '2026-07-01',
      refused: 'non ha un indirizzo e-mail',
    });
    // Of what is late for so long, and with all that the customer owes.
    const late = async (band: string) => (await read({ band })).flatMap((one: { customerId: number; amount: number }) => (one.customerId === customerId ? [one.amount] : [])); // prettier-ignore
    expect([await late('late60'), await late('late30')]).toEqual([[5_678_91], []]);
    await query(`update customers set email = 'debitore@prova.example.it' where id = $1`, [customerId]);
    const press = (as = office, ids = [customerId]) =>
      call(as, 'POST /reports/paymentFlowReport/reminders', { body: { customerIds: ids } });
    const both = await Promise.all([press(), press()]);
    expect(both.map(({ body }) => body.sent).toSorted()).toEqual([0, 1]);
    expect(await of()).toMatchObject({ refused: 'sollecitato oggi', lastAt: expect.any(String) });
    const messages = await query(
      `select id::int, address, subject, body, user_id::int as by from messages where entity = 'customer' and record_id = $1`,
      [customerId],
    );
    expect(messages).toMatchObject([{ address: 'debitore@prova.example.it', by: office.id }]);
    expect(messages[0]!.subject).toContain(number);
    expect(messages[0]!.body).toContain('5.678,91');
    const post = jobs.find(({ name }) => name === 'payment-post')!;
    await post.run(world.outside(), { companyId: 901, id: messages[0]!.id } as never);
    await post.run(world.outside(), { companyId: 901, id: messages[0]!.id } as never);
    expect(mailsLeft(world.config, 'debitore@prova.example.it').length).toBe(1);
    // A sender that stood still before it noted that the mail left makes it leave again, under the same name.
    await query('update messages set sent_at = null where id = $1', [messages[0]!.id]);
    await post.run(world.outside(), { companyId: 901, id: messages[0]!.id } as never);
    const names = mailsLeft(world.config, 'debitore@prova.example.it').map(
      (mail) => /^Message-ID: <.*>$/m.exec(mail)![0],
    );
    expect([names.length, new Set(names).size]).toEqual([2, 1]);
    world.clock.now = new Date('2026-11-21T09:00:00Z');
    // A lead that asks for quiet marks its person; what a contract owes is said all the same where a person chooses so.
    expect(await of()).toMatchObject({ quiet: false, refused: null });
    const quiet = { ...leadOf({ email: 'Debitore@prova.example.it', quiet: true }), assigneeId: null };
    expect((await call(await world.userWith('manageAllLeads'), 'POST /leads', { body: quiet })).status).toBe(201);
    expect(await of()).toMatchObject({ quiet: true, refused: null });
    expect((await press()).body.sent).toBe(1);
    // The second one says that it is, and the next debt begins anew.
    const [{ body: second }] = await query(`select body from messages where entity = 'customer' and record_id = $1 order by id desc limit 1`, [customerId]); // prettier-ignore
    expect(second).toMatch(/mancano ancora [\d.]+,\d\d.€, dovuti dal 01\/07\/2026: ne abbiamo scritto il 20\/11\/2026/);
    await query(`update payment_reminders set created_at = '2026-06-01' where customer_id = $1`, [customerId]);
    expect(await of()).toMatchObject({ again: false });
    // Whoever was erased meanwhile, or is another company's, gets none.
    await query(`update customers set archived_at = now() where id = $1`, [customerId]);
    world.clock.now = new Date('2026-11-22T09:00:00Z');
    expect((await press()).body).toMatchObject({ sent: 0, refused: [{ why: 'non ha niente in ritardo' }] });
    expect((await press(await strangerWith('validateContracts'))).body).toEqual({ sent: 0, refused: [] });
    expect((await press(office, [])).status).toBe(422);
    await query(`update customers set archived_at = null where id = $1`, [customerId]);
  });
});

type ClaimMove = MoveOf<typeof claimMachine>;

describe('claims', () => {
  beforeEach(() => {
    world.clock.now = new Date('2026-11-30T08:00:00Z');
  });
  const of = async (id: number) =>
    (await call(office, 'GET /claims', { query: { contractId: id, sort: 'payer' } })).body.rows as ClaimRow[];
  /** An approved contract with an incentive of the maker’s campaign, and one of the lender. */
  const approved = async () => {
    const contract = await walked('validate');
    await query(
      `insert into contract_lines (company_id, contract_id, kind, type, party, name, campaign_company_id, campaign_id, campaign, amount, net, earned)
        values (901, $1, 'incentive', 'plate', 'maker', 'Targa', 10, 7, 'Targa mese', 500_10, 409_92, 409_92),
          (901, $1, 'incentive', 'financial', 'financial', 'Tasso', null, null, null, 122_00, 100_00, 100_00),
          (901, $1, 'incentive', 'custom', 'dealer', 'Sconto', null, null, null, 122_00, 100_00, null)`,
      [contract.id],
    );
    await sale.done(office, 'approve', contract);
    return contract;
  };
  const moved = (name: ClaimMove, { id, version }: { id: number; version: number }, body?: object) =>
    call(office, `POST /claims/:id/${name}`, { params: { id }, version, ...(body && { body }) });
  const credit = { creditNote: 'NC 77', creditedOn: '2026-11-30', creditedAmount: 409_92 };

  test('an approval makes one for each incentive that is refunded, and the report follows them', async () => {
    const contract = await approved();
    const rows = await of(contract.id);
    expect(rows.map(({ payer, state, amount, dueBy }) => [payer, state, amount, dueBy])).toEqual([
      ['financial', 'due', 100_00, '2027-01-29'],
      ['maker', 'due', 409_92, '2027-01-29'],
    ]);
    const [lender, maker] = rows as [ClaimRow, ClaimRow];
    const bulk = (move: string, chosen: readonly { id: number; version: number }[]) =>
      call(office, 'POST /claims/bulk', { body: { move, rows: chosen.map(({ id, version }) => ({ id, version })) } });
    expect((await bulk('claim', rows)).body.fields).toEqual({ rows: 'Scegliere rimborsi di un solo pagatore' });
    const { results } = (await bulk('claim', [maker])).body;
    const { results: undone } = (await bulk('takeBack', results)).body;
    const { results: again } = (await bulk('claim', undone)).body;
    expect(await bulk('claim', undone)).toMatchObject({ body: { results: [{ id: maker.id, version: null }] } });
    const tooMuch = await moved('credit', again[0], { ...credit, creditedAmount: 409_93 });
    expect([tooMuch.status, Object.keys(tooMuch.body.fields)]).toEqual([422, ['creditedAmount']]);
    const tooEarly = await moved('credit', again[0], { ...credit, creditedOn: '2026-11-29' });
    expect([tooEarly.status, Object.keys(tooEarly.body.fields)]).toEqual([422, ['creditedOn']]);
    expect((await moved('credit', again[0], credit)).status).toBe(200);
    const asked = (await moved('claim', lender, { claimedOn: '2026-11-30' })).body;
    expect((await moved('refuse', asked, { reason: 'proof' })).body.refusal).toBe('proof');
    const { rows: shown } = await readOf(office, 'incentives', { open: 'maker' });
    const one = shown.find(({ cells }) => cells.creditNote === 'NC 77');
    expect(one?.cells).toMatchObject({ due: 409_92, open: 0, asked: 0, credited: 409_92, proof: 'no' });
    const { total } = await readOf(office, 'incentives', { only: 'refused' });
    expect(total.sums).toMatchObject({ refused: 100_00, due: 100_00 });
    // The network hears of the maker's alone, and of what is claimed of itself.
    const facts = await query(
      `select state, campaign_id::int as campaign, count, amount::int as amount from network_facts where company_id = 901 and entity = 'claim' and until is null
        and record_id = any($1)`,
      [rows.map(({ id }) => id)],
    );
    expect(facts).toEqual([{ state: 'credited', campaign: 7, count: 1, amount: 409_92 }]);
  });

  test('a contract that is cancelled ends what is due and asks back what was credited; an approval again keeps it', async () => {
    const contract = await approved();
    const [, maker] = (await of(contract.id)) as [ClaimRow, ClaimRow];
    const asked = (await moved('claim', maker, { claimedOn: '2026-11-30' })).body;
    await moved('credit', asked, credit);
    const states = async () => (await of(contract.id)).map(({ state }) => state);
    await sale.done(office, 'reopen', contract, await sale.because('reopen'));
    const [due] = (await of(contract.id)) as [ClaimRow];
    expect((await moved('claim', due, { claimedOn: '2026-11-30' })).status).toBe(409);
    await query("update contract_lines set earned = 90_00 where contract_id = $1 and party = 'financial'", [
      contract.id,
    ]);
    await sale.done(office, 'approve', contract);
    expect((await of(contract.id)).map(({ state, amount }) => [state, amount])).toEqual([
      ['due', 90_00],
      ['credited', 409_92],
    ]);
    const because = await sale.because('cancelApproved', { depositOutcome: 'returned' });
    await sale.done(office, 'cancelApproved', contract, because);
    expect(await states()).toEqual(['due', 'credited']);
    await sale.done(sale.director, 'cancelApproved', contract, because);
    expect(await states()).toEqual(['void', 'owed_back']);
    const [over, owed] = (await of(contract.id)) as [ClaimRow, ClaimRow];
    expect((await moved('restore', over)).status).toBe(409);
    const returned = (await moved('giveBack', owed, { returnedOn: '2026-11-30' })).body;
    expect(returned.state).toBe('returned');
    expect((await moved('reopen', returned, { reason: 'mistake' })).body).toMatchObject({ state: 'owed_back' });
  });

  test('less of an incentive asks back the difference alone; one that comes back after all was returned is due again', async () => {
    const contract = await approved();
    const maker = async () => (await of(contract.id)).find(({ payer }) => payer === 'maker')!;
    const early = await moved('claim', await maker(), { claimedOn: '2026-11-29' });
    expect([early.status, Object.keys(early.body.fields)]).toEqual([422, ['claimedOn']]);
    await moved('claim', await maker(), { claimedOn: '2026-11-30' });
    await moved('credit', await maker(), credit);
    const again = async (change: string, ...values: unknown[]) => {
      await sale.done(office, 'reopen', contract, await sale.because('reopen'));
      await query(`${change} where contract_id = $1 and party = 'maker'`, [contract.id, ...values]);
      await sale.done(office, 'approve', contract);
    };
    await again('update contract_lines set earned = 300_00');
    const [{ row }] = await query(`select to_jsonb(l) as row from contract_lines l where contract_id = $1 and party = 'maker'`, [contract.id]); // prettier-ignore
    const owed = await maker();
    const shown = (await call(office, 'GET /claims/:id', { params: { id: owed.id } })).body;
    expect([shown.state, shown.owed, shown.amount]).toEqual(['owed_back', 109_92, 300_00]);
    // The list says and adds up what goes back, not all that was credited.
    const { rows, sums } = (await call(office, 'GET /claims', { query: { contractId: contract.id, state: 'owed_back' } })).body; // prettier-ignore
    expect([rows[0].owed, sums]).toMatchObject([109_92, [{ state: 'owed_back', creditedAmount: 409_92, owed: 109_92 }]]); // prettier-ignore
    const before = await moved('giveBack', owed, { returnedOn: '2026-11-29' });
    expect([before.status, Object.keys(before.body.fields)]).toEqual([422, ['returnedOn']]);
    const kept = (await moved('giveBack', owed, { returnedOn: '2026-11-30' })).body;
    expect([kept.state, kept.creditedAmount, kept.owed]).toEqual(['credited', 300_00, null]);
    // By mistake: what was to be given back is again, and what its payer answered stays.
    const undone = (await moved('reopen', kept, { reason: 'mistake' })).body;
    expect(undone).toMatchObject({ state: 'owed_back', creditedAmount: 409_92, owed: 109_92, creditNote: 'NC 77', returnedOn: null }); // prettier-ignore
    const redone = (await moved('giveBack', undone, { returnedOn: '2026-11-30' })).body;
    expect(redone).toMatchObject({ state: 'credited', creditedAmount: 300_00, returnedOn: '2026-11-30' });

    await again('delete from contract_lines');
    const gone = (await call(office, 'GET /claims/:id', { params: { id: owed.id } })).body;
    expect([gone.state, gone.owed]).toEqual(['owed_back', 300_00]);
    expect((await moved('giveBack', gone, { returnedOn: '2026-11-30' })).body.state).toBe('returned');
    await sale.done(office, 'reopen', contract, await sale.because('reopen'));
    await query('insert into contract_lines overriding system value select * from jsonb_populate_record(null::contract_lines, $1)', [JSON.stringify(row)]); // prettier-ignore
    await sale.done(office, 'approve', contract);
    expect(await maker()).toMatchObject({ id: owed.id, state: 'due', amount: 300_00, creditedAmount: null, claimedOn: null }); // prettier-ignore
  });

  test('company 10 sees and answers what is claimed of its own campaigns, and nothing else', async () => {
    world.clock.now = new Date('2026-11-30T08:00:00Z');
    const contract = await approved();
    const [lender, maker] = (await of(contract.id)) as [ClaimRow, ClaimRow];
    for (const one of [lender, maker]) await moved('claim', one, { claimedOn: '2026-11-30' });
    const inDoor = <T>(run: (ctx: Ctx) => Promise<T>) =>
      world.outside().asCompany(901, null, async (ctx) => {
        await sql`select set_config('app.scope', 'door', true)`.execute(ctx.db);
        return run(ctx);
      });
    const seen = await inDoor(({ db }) =>
      db.selectFrom('claims').select(['payer', 'campaignCompanyId']).distinct().where('companyId', '=', 901).execute(),
    );
    expect(seen).toEqual([{ payer: 'maker', campaignCompanyId: 10 }]);
    const payer = await world.user(10, [privileges.managePreferences]);
    const params = { company_id: 901 };
    const answered = (move: 'credit' | 'refuse', id: number, version: number, body: object, as = payer) =>
      call(as, `POST /network/:company_id/claims/:id/${move}`, { params: { ...params, id }, version, body });
    const late = { reason: 'late' };
    expect((await answered('refuse', lender.id, 2, late)).status).toBe(404);
    expect((await answered('refuse', maker.id, 2, late, await world.user(10, []))).status).toBe(403);
    const waiting = (await call(payer, 'GET /network/:company_id/claims', { params })).body.claims;
    expect(waiting.map(({ id }: { id: number }) => id)).toContain(maker.id);
    const row = waiting.find(({ id }: { id: number }) => id === maker.id);
    expect(row).toMatchObject({ state: 'claimed', number: maker.number, hasProof: false });
    expect(row).not.toHaveProperty('contractId');
    const counted = async () =>
      (await call(payer, 'GET /network/campaigns/uses', {})).body.find(
        (one: { companyId: number }) => one.companyId === 901,
      );
    const before = await counted();
    const note = { creditNote: 'NC 7', creditedOn: '2026-11-30' };
    const more = await answered('credit', maker.id, 2, { ...note, creditedAmount: row.amount + 1 });
    expect([more.status, Object.keys(more.body.fields)]).toEqual([422, ['creditedAmount']]);
    const paid = await answered('credit', maker.id, 2, { ...note, creditedAmount: row.amount });
    expect(paid.body).toMatchObject({ state: 'credited', creditNote: 'NC 7' });
    expect((await answered('refuse', maker.id, 2, late)).status).toBe(412);
    expect(await counted()).toMatchObject({ claimed: before.claimed - 1, credited: before.credited + 1 });
    const [, credited] = (await of(contract.id)) as [ClaimRow, ClaimRow];
    expect((await moved('reopen', credited, { reason: 'appealed' })).status).toBe(200);
    expect((await answered('refuse', maker.id, 4, { reason: 'other', note: '' })).body.fields).toHaveProperty('note');
    expect((await answered('refuse', maker.id, 4, late)).body).toMatchObject({ state: 'refused', refusal: 'late' });
    expect((await of(contract.id)).map(({ state }) => state)).toEqual(['claimed', 'refused']);
  });

  test('a warranty is claimed for by hand, and stands in its report by what was repaired', async () => {
    const contract = await approved();
    await query(
      `insert into contract_lines (company_id, contract_id, kind, type, party, name, amount, net, months)
        values (901, $1, 'warranty', 'dealer_conventional', 'dealer', '', 1, 1, 12)`,
      [contract.id],
    );
    const { number } = await sale.read(contract.id);
    const claim = {
      number,
      kind: 'warranty',
      type: 'electric',
      payer: 'insurer',
      name: 'Alternatore',
      amount: 240_00,
      dueBy: null,
    };
    expect((await call(office, 'POST /claims', { body: claim })).status).toBe(201);
    const unknown = await call(office, 'POST /claims', { body: { ...claim, number: 'C-1999-00001' } });
    expect([unknown.status, unknown.body.fields]).toEqual([422, { number: 'Nessun contratto con questo numero' }]);
    const { total } = await readOf(office, 'usedWarranty', { basis: 'approved', only: 'claimed' });
    expect(total.sums).toMatchObject({ claims: 1, electric: 240_00, engine: 0 });
  });
});
