import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changesOf, type ContractChange } from '#domain/contracts/changes.ts';
import { countedContracts } from '#domain/contracts/counted.ts';
import { addDays } from '#domain/dates.ts';
import {
  beside,
  changeWords,
  drillHref,
  endOfMonth,
  forecast,
  listFilters,
  spanFault,
} from '#domain/record/figures.ts';
import { counted } from '#domain/stats/figures.ts';
import { rounds } from '#tests/support/rounds.ts';

test('whole months stand beside whole ones, unfinished ones beside the same days, other spans beside as many days before', () => {
  const spans = [
    ['2026-12-01', '2026-12-16', 'year', '2025-12-01', '2025-12-16'],
    ['2026-12-01', '2026-12-16', 'month', '2026-11-01', '2026-11-16'],
    ['2026-03-01', '2026-03-31', 'month', '2026-02-01', '2026-02-28'],
    ['2026-02-01', '2026-02-28', 'month', '2026-01-01', '2026-01-31'],
    ['2025-02-01', '2025-02-28', 'year', '2024-02-01', '2024-02-29'],
    ['2024-02-01', '2024-02-29', 'year', '2023-02-01', '2023-02-28'],
    ['2026-01-01', '2026-03-31', 'month', '2025-10-01', '2025-12-31'],
    ['2026-01-01', '2026-03-10', 'month', '2025-10-01', '2025-12-10'],
    ['2026-01-05', '2026-01-11', 'month', '2025-12-29', '2026-01-04'],
    ['2026-01-01', '2026-01-01', 'month', '2025-12-01', '2025-12-01'],
  ] as const;
  for (const [from, to, comparison, since, until] of spans)
    expect([from, to, comparison, beside({ from, to }, comparison, to)]).toEqual([from, to, comparison, { from: since, to: until }]); // prettier-ignore
});

test('of a span that is going on only the days up to today stand beside others, one to come stands beside whole ones', () => {
  const spans = [
    ['2026-12-01', '2026-12-31', 'month', '2026-11-01', '2026-11-16'],
    ['2026-12-01', '2026-12-31', 'year', '2025-12-01', '2025-12-16'],
    ['2026-10-01', '2026-12-31', 'month', '2026-07-01', '2026-09-16'],
    ['2026-12-14', '2026-12-20', 'month', '2026-12-07', '2026-12-09'],
    ['2027-01-01', '2027-01-31', 'month', '2026-12-01', '2026-12-31'],
  ] as const;
  for (const [from, to, comparison, since, until] of spans)
    expect(beside({ from, to }, comparison, '2026-12-16')).toEqual({ from: since, to: until });
  expect(beside({ from: '2026-10-01', to: '2026-12-31' }, 'month', '2026-11-30')).toEqual({ from: '2026-07-01', to: '2026-08-31' }); // prettier-ignore
});

const someDay = fc.integer({ min: 0, max: 1500 }).map((n) => addDays('2023-12-20', n));
const firstOf = (day: string) => `${day.slice(0, 7)}-01`;
const monthsIn = ({ from, to }: { from: string; to: string }) =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7)) + 1;

test('a span beside any other is earlier, has as many whole months, and overlaps it nowhere', () => {
  const ends = fc.tuple(someDay, someDay).map(([a, b]) => (a <= b ? [a, b] : [b, a]) as [string, string]);
  fc.assert(
    fc.property(ends, fc.constantFrom('month' as const, 'year' as const), ([a, b], comparison) => {
      const whole = { from: firstOf(a), to: endOfMonth(b) };
      const other = beside(whole, comparison, whole.to);
      expect([firstOf(other.from), endOfMonth(other.to), monthsIn(other)]).toEqual([
        other.from,
        other.to,
        monthsIn(whole),
      ]);
      if (comparison === 'month') expect(addDays(other.to, 1)).toBe(whole.from);
      const begun = { from: firstOf(a), to: b };
      const same = beside(begun, comparison, b);
      if (b !== endOfMonth(b))
        expect(Number(same.to.slice(8))).toBe(Math.min(Number(b.slice(8)), Number(endOfMonth(same.to).slice(8))));
      const any = beside({ from: a, to: b }, comparison, b);
      expect(any.from <= any.to && any.from < a && any.to < b).toBe(true);
      if (comparison === 'month') expect(any.to < a).toBe(true);
    }),
  );
});

describe('changes of a month that is over', () => {
  const blank = {
    signedOn: null,
    approvedOn: null,
    billedOn: null,
    registeredOn: null,
    deliveredOn: null,
    canceledAt: null,
    withdrawnAt: null,
    total: 100,
    marginSecond: null as number | null,
    sellerId: 1,
  };
  type One = Omit<typeof blank, 'canceledAt'> & { canceledAt: string | null } & Record<string, unknown>;

  test('is said by its basis: reopened, credited, cancelled, entered late, of another amount; this month says nothing', () => {
    const approved = { ...blank, approvedOn: '2026-10-20', billedOn: '2026-10-31' };
    const whats = (after: object, today: string) =>
      changesOf(approved, { ...approved, ...after }, today).map((one) => changeWords(countedContracts, one));
    expect(whats({ approvedOn: null }, '2026-11-01')).toEqual(['Riaperto']);
    expect(whats({ billedOn: null }, '2026-11-01')).toEqual(['Stornato con nota di credito']);
    expect(whats({ canceledAt: '2026-11-02T10:00:00Z' }, '2026-11-02')).toEqual(['Annullato', 'Annullato']);
    const withdrawn = { withdrawnAt: '2026-11-02T10:00:00Z' };
    expect(whats(withdrawn, '2026-11-02')).toEqual(['Recesso del cliente', 'Recesso del cliente']);
    // Its closing takes nothing back once more.
    expect(changesOf({ ...approved, ...withdrawn }, { ...approved, ...withdrawn, canceledAt: 'later' }, '2026-12-02')).toEqual([]); // prettier-ignore
    expect(whats({ signedOn: '2026-10-30' }, '2026-11-02')).toEqual(['Inserito dopo']);
    expect(whats({ total: 90 }, '2026-11-02')).toEqual(['Importo cambiato', 'Importo cambiato']);
    expect(whats({ total: 90, marginSecond: 5 }, '2026-11-02')).toEqual(['Importo cambiato', 'Importo cambiato']);
    expect(whats({ marginSecond: 5 }, '2026-11-02')).toEqual(['Margine cambiato', 'Margine cambiato']);
    expect(whats({ marginSecond: 5, sellerId: 2 }, '2026-11-02')).toEqual(['Venditore cambiato', 'Venditore cambiato']);
    expect(whats({ marginSecond: 5, sellerId: 2 }, '2026-10-31')).toEqual([]);
    expect(whats({ signedOn: '2026-11-01' }, '2026-11-02')).toEqual([]);
    expect(whats({ approvedOn: null, canceledAt: '2026-10-31T10:00:00Z' }, '2026-10-31')).toEqual([]);
  });

  test('adds up: what each seller’s month counted at its end is what it counts today, with every later entry taken back', () => {
    const write = fc.record({
      days: fc.nat(45),
      basis: fc.constantFrom('signedOn', 'approvedOn', 'billedOn', 'registeredOn', 'deliveredOn'),
      day: fc.option(fc.nat(100)),
      total: fc.option(fc.nat(1000)),
      // Undefined: as it was.
      margin: fc.option(fc.option(fc.integer({ min: -100, max: 100 })), { nil: undefined }),
      isCanceled: fc.option(fc.boolean(), { freq: 4 }),
      seller: fc.constantFrom(1, 2),
    });
    fc.assert(
      fc.property(fc.array(write, { minLength: 1, maxLength: 12 }), (writes) => {
        let today = '2023-12-15';
        let now: One = blank;
        const states = [{ today, now }];
        const kept: (ContractChange & { on: string })[] = [];
        for (const { days, basis, day, total, margin, isCanceled, seller } of writes) {
          today = addDays(today, days);
          const after: One = { ...now, sellerId: seller, [basis]: day === null ? null : addDays(today, -day) };
          if (total !== null) after.total = total;
          if (margin !== undefined) after.marginSecond = margin;
          if (isCanceled !== null) after.canceledAt = isCanceled ? today : null;
          kept.push(...changesOf(now, after, today).map((one) => ({ ...one, on: today })));
          now = after;
          states.push({ today, now });
        }
        for (const month of new Set(states.map((one) => firstOf(one.today)))) {
          const end = endOfMonth(month);
          const isIn = (on: string | null) => on !== null && on >= month && on <= end;
          const then = states.findLast((one) => one.today <= end)!.now;
          for (const basis of ['signed', 'approved', 'billed', 'registered', 'delivered'] as const)
            for (const person of [1, 2]) {
              const of = (one: One) =>
                one.sellerId === person && one.canceledAt === null && isIn(one[`${basis}On`])
                  ? [1, one.total, one.marginSecond ?? 0]
                  : [0, 0, 0];
              const later = kept.filter((one) => one.basis === basis && one.on > end);
              const back = later.map((one) => {
                const [was, is] = [
                  Number(one.personBefore === person && isIn(one.dayBefore)),
                  Number(one.personAfter === person && isIn(one.dayAfter)),
                ];
                const margins = was * (one.marginBefore ?? 0) - is * (one.marginAfter ?? 0);
                return [was - is, was * one.amountBefore - is * one.amountAfter, margins];
              });
              const sum = [of(now), ...back].reduce((a, b) => a.map((value, n) => value + b[n]!));
              expect(sum).toEqual(of(then));
            }
        }
      }),
      { numRuns: rounds(200) },
    );
  });
});

test('a forecast is done ÷ days worked × working days, none before the first working day, and what was done once the month is over', () => {
  expect(forecast(148, { worked: 12, working: 23 })).toBe(284);
  expect(forecast(0, { worked: 0, working: 23 })).toBeNull();
  expect(forecast(7, { worked: 23, working: 23 })).toBe(7);
});

test('a number leads to the filters of its list, with what always counts', () => {
  const within = { basis: 'arrived', from: '2026-11-01', to: '2026-11-20', locationId: 0 };
  expect(listFilters(counted.visits, within)).toEqual({
    arrived: 'true',
    from: '2026-11-01',
    to: '2026-11-20',
    locationId: 0,
  });
  const href = (privileges: number[]) => drillHref('visits', counted.visits, within, { count: 3, privileges });
  expect(href([23])).toBe('/dealer/accesses/list?arrived=true&from=2026-11-01&to=2026-11-20&locationId=0');
  // The reception sees every visit and has no page of the list; who sells sees the own ones.
  for (const one of [[35, 30], [13, 30]]) expect(href(one)).toContain('/dealer/stats/rows?figure=visits&basis=arrived'); // prettier-ignore
});

test('a span has an order and an end', () => {
  expect(spanFault({ from: '2026-11-01', to: '2026-10-31' })).toHaveProperty('to');
  expect(spanFault({ from: '2020-01-01', to: '2026-10-31' })).toHaveProperty('to');
  expect(spanFault({ from: '2024-01-01', to: '2026-12-31' })).toBeNull();
});
