import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readXlsx } from '#backend/imports/xlsx.ts';
import type { ReportAnswer } from '#domain/reports/endpoints.ts';
import { money } from '#domain/italian.ts';
import { columnsFor, isAdded, type Report } from '#domain/reports/report.ts';
import { reports, type ReportName } from '#domain/reports/reports.ts';
import { keysOf } from '#domain/record/machine.ts';
import { testDatabase } from '#tests/support/database.ts';
import { pdfText } from '#tests/support/pdf-text.ts';
import { saleIn } from '#tests/support/contracts.ts';
import { makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
const { call, query, userWith, strangerWith } = world;
afterAll(() => world.close());
const sale = await saleIn(world);
const { office, walked, make, post } = sale;
const everything = await userWith('validateContracts', 'manageAllContracts', 'seeMargin');
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
});

describe('reports-tie-out', () => {
  test.each(keysOf(reports))('%s: groups, rows, CSV, XLSX and PDF come to the same', async (name) => {
    const of: Report = reports[name];
    let most = 0;
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
  });

  test('a contract uses a campaign once, with however many of its incentives', async () => {
    const { total, groups } = await readOf(everything, 'campaignsResume', { by: 'campaign' });
    expect([total.count, total.sums.uses, groups.length]).toEqual([6, 3, 1]);
    const { total: due } = await readOf(everything, 'campaignsResume', { only: 'due' });
    expect([due.count, due.sums.uses]).toEqual([3, 3]);
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

  test('groups with words stand in their order', async () => {
    const [short, long, longest] = [await make(), await make(), await make()];
    const signed = `update contracts set signed_on = '2026-11-20', stock_days = $2 where id = $1`;
    for (const [{ id }, of] of [[longest, 99], [short, 5], [long, 45]] as const) await query(signed, [id, of]); // prettier-ignore
    const { groups } = await readOf(everything, 'performance', { by: 'stock' });
    expect(groups.map(({ key }) => key)).toEqual(['a', 'b', 'd', '-']);
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

  test('what contracts owe and what came is what their list and the register say', async () => {
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

describe('instalments', () => {
  test('what came covers them in their order, and the rest is late by its days', async () => {
    const { rows } = await readOf(everything, 'paymentFlowReport', { listed: 'true' });
    const late = rows.filter(({ href }) => href === `/dealer/contracts/${owing}`).map(({ cells }) => cells);
    const { total } = (await query('select total::int from contracts where id = $1', [owing]))[0];
    const none = { late30: 0, late60: 0, late90: 0, lateMore: 0, upcoming: 0 };
    expect(late).toMatchObject([
      { ...none, received: 321_09, lateMore: 678_91, daysLate: 142 },
      { ...none, received: 0, late90: 2_000_00, daysLate: 82 },
      { ...none, late60: 3_000_00, daysLate: 41 },
      { ...none, upcoming: total - 6_000_00, daysLate: null },
    ]);
    const flow = await readOf(everything, 'contractsPaymentFlow', { only: 'late', listed: 'true' });
    expect(flow.rows.map(({ href, cells }) => [href, cells.late, cells.daysLate, cells.nextDue])).toEqual([
      [`/dealer/contracts/${owing}`, 5_678_91, 142, '2026-07-01'],
    ]);
  });
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

  test('who may not see a column finds it nowhere, and customers only of contracts that open', async () => {
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
