import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { byBands, earningsOf, equalShares, sharesFault, splitBy, typesOf, WHOLE } from '#domain/commissions/earning.ts';
import { Failure } from '#domain/errors.ts';
import { amountIn, shareIn } from '#site/areas/commissions/disputes.ts';
import { readStatement } from '#site/areas/commissions/statement.server.ts';
import { judge, narrowness, type Person, type Rule, type Sale } from '#domain/commissions/matching.ts';
import { rulesOfPlans } from '#domain/commissions/plans.ts';
import { commissionRuleFields, ruleFaults } from '#domain/commissions/rule-fields.ts';
import { withCorrections } from '#domain/commissions/entries.ts';
import { confirmable } from '#domain/commissions/statement.ts';
import { blankOf } from '#domain/record/fields.ts';
import { commissionFields, commissionOf, planOn, type CommissionPlan } from '#domain/users/commission.ts';

const rule = (more: Partial<Rule>): Rule => ({
  ...blankOf(commissionRuleFields),
  basis: null,
  key: 'rule',
  name: 'Regola',
  from: '2026-01-01',
  ...more,
});
const none = { count: 0, net: null, earned: null };
const sale: Sale = {
  kind: 'new',
  channel: 'retail',
  locationId: 1,
  makerId: 1,
  modelId: 1,
  basketIds: [1],
  objectives: [],
  cars: 1,
  marginFirst: 423_15,
  marginSecond: 2_648_56,
  marginThird: 2_853_56,
  netRevenue: 19_743_85,
  sold: {
    financial: { count: 1, net: 15_000_00, earned: 380_00 },
    insurance: { count: 1, net: 480_00, earned: 120_00 },
    rent: none,
    other: none,
    pickup: none,
  },
};
const seller: Person = { id: 7, roleName: 'Venditore', earns: 'seller' };
const DAY = '2026-10-12';
const alone = { sellers: [{ id: 7, roleName: 'Venditore', share: WHOLE }], team: [] };
const car = (more: Partial<Rule>) => rule({ basis: 'margin_second', ...more });

test('the worked example: 80 + 8 % of margine II + financing + insurance = 481,88', () => {
  const rules = [
    car({ key: 'a', sale: 'new', makerId: 1, locationId: 1, fixed: 80_00, bands: [{ from: 0, percent: 8 }] }),
    rule({ key: 'b', subject: 'financial', fixed: 150_00 }),
    rule({ key: 'c', subject: 'insurance', fixed: 40_00 }),
    car({ key: 'd', sale: 'new', fixed: 60_00, bands: [{ from: 0, percent: 6 }] }),
    car({ key: 'e', sale: 'new', modelId: 2, fixed: 500_00 }),
    car({ key: 'f', locationId: 1, makerId: 1, fixed: 2_00, gate: 'app_make', adds: true }),
  ];
  const [earning, ...more] = earningsOf(rules, sale, alone, DAY);
  expect([earning!.amount, earning!.open, more.length]).toEqual([481_88, false, 0]);
  expect(earning!.parts.flatMap((part) => typesOf('new', part))).toEqual([
    'new_fixed',
    'new_variable',
    'new_fixed',
    'new_fixed',
  ]);
  expect(judge(rules, sale, seller, DAY).map(({ verdict }) => verdict)).toEqual([
    'wins',
    'wins',
    'wins',
    'wider',
    'model',
    'gate',
  ]);
});

test('by a target of the month pays only who has reached it', () => {
  const rules = [car({ key: 'a', fixed: 10_00 }), car({ key: 'b', makerId: 1, fixed: 90_00, target: 'new_pieces' })];
  const verdicts = (person: Person) => judge(rules, sale, person, DAY).map(({ verdict }) => verdict);
  expect(verdicts(seller)).toEqual(['wins', 'target']);
  expect(verdicts({ ...seller, reached: ['used_pieces'] })).toEqual(['wins', 'target']);
  expect(verdicts({ ...seller, reached: ['new_pieces'] })).toEqual(['wider', 'wins']);
});

describe('of rules that fit', () => {
  const wide = car({ key: 'wide', fixed: 10_00 });
  const narrowed = (['userId', 'roleName', 'modelId', 'basketId', 'makerId', 'locationId', 'channel'] as const).map(
    (key) =>
      car({ key, fixed: 1, [key]: key === 'userId' ? 7 : key === 'roleName' ? 'Venditore' : key === 'channel' ? 'retail' : 1 }), // prettier-ignore
  );
  const winners = (rules: Rule[], day = DAY) =>
    judge(rules, sale, seller, day).flatMap(({ rule: { key }, verdict }) =>
      verdict === 'wins' || verdict === 'adds' ? [key] : [],
    );

  test('the narrower wins in the order user, role, model, basket, brand, location, channel', () => {
    for (const at of narrowed.keys()) expect(winners([wide, ...narrowed.slice(at)])).toEqual([narrowed[at]!.key]);
    // One weightier condition counts more than all lighter ones together.
    const all = car({ key: 'all', modelId: 1, basketId: 1, makerId: 1, locationId: 1, channel: 'retail' });
    expect(winners([all, narrowed[1]!])).toEqual(['roleName']);
  });

  test('equal ones add only if marked; else the one that began last counts alone', () => {
    const later = { ...wide, key: 'later', from: '2026-10-01' };
    expect(winners([wide, later])).toEqual(['later']);
    expect(winners([wide, later], '2026-09-30')).toEqual(['wide']);
    expect(winners([wide, { ...later, adds: true }])).toEqual(['wide', 'later']);
    expect(winners([{ ...wide, adds: true }, narrowed[6]!])).toEqual(['channel']);
  });

  test('a brute force agrees: of every subject nothing narrower is left out, nothing equal is paid twice unmarked', () => {
    const some = <T>(value: T) => fc.option(fc.constant(value), { nil: null });
    const rules = fc.array(
      fc.record({
        userId: fc.option(fc.constantFrom(7, 8), { nil: null }),
        roleName: some('Venditore'),
        modelId: fc.option(fc.constantFrom(1, 2), { nil: null }),
        basketId: some(1),
        makerId: some(1),
        locationId: fc.option(fc.constantFrom(1, 2), { nil: null }),
        channel: some('retail' as const),
        sale: some('new' as const),
        subject: fc.constantFrom('car' as const, 'insurance' as const),
        adds: fc.boolean(),
        from: fc.constantFrom('2026-01-01', '2026-10-12', '2026-10-13'),
        to: fc.option(fc.constantFrom('2026-10-11', '2026-12-31'), { nil: null }),
      }),
      { maxLength: 9 },
    );
    fc.assert(
      fc.property(rules, (those) => {
        const all = those.map((more, at) => rule({ ...more, key: `r${at}`, fixed: 1 }));
        const fits = ({ userId, modelId, locationId, from, to }: Rule) =>
          userId !== 8 && modelId !== 2 && locationId !== 2 && from <= DAY && (to === null || to >= DAY);
        const conditions = ['userId', 'roleName', 'modelId', 'basketId', 'makerId', 'locationId', 'channel', 'sale'] as const; // prettier-ignore
        const isNarrower = (one: Rule, other: Rule) => {
          const first = conditions.find((key) => (one[key] === null) !== (other[key] === null));
          return first !== undefined && one[first] !== null;
        };
        const paid = all.filter((one) => {
          const rivals = all.filter((other) => other !== one && fits(other) && other.subject === one.subject);
          if (!fits(one) || rivals.some((other) => isNarrower(other, one))) return false;
          if (one.adds) return true;
          const equals = rivals.filter((other) => !isNarrower(one, other) && !other.adds);
          return equals.every((other) => one.from > other.from || (one.from === other.from && one.key < other.key));
        });
        expect(winners(all)).toEqual(paid.map(({ key }) => key));
        for (const one of all) for (const other of all) expect(narrowness(one) > narrowness(other)).toBe(isNarrower(one, other)); // prettier-ignore
      }),
    );
  });
});

describe('an amount', () => {
  const bands = [
    { from: 0, percent: 4 },
    { from: 1_000_00, percent: 6 },
    { from: 2_000_00, percent: 10 },
  ];

  test('an amount of bands counts the band of the whole, or each band its part', () => {
    expect([999_99, 1_000_00, 2_500_00].map((base) => byBands(base, bands, 'whole'))).toEqual([40_00, 60_00, 250_00]);
    expect([999_99, 1_000_00, 2_500_00].map((base) => byBands(base, bands, 'step'))).toEqual([40_00, 40_00, 150_00]);
    expect(byBands(-1, bands, 'whole') + byBands(-1, bands, 'step')).toBe(0);
  });

  test('is limited, and open where its basis is unknown', () => {
    const rules = [car({ fixed: 100_00, bands: [{ from: 0, percent: 10 }], cap: 250_00 })];
    const [{ amount, parts }] = earningsOf(rules, sale, alone, DAY) as [ReturnType<typeof earningsOf>[number]];
    expect([amount, parts[0]!.capped]).toEqual([250_00, 114_86]);
    expect(earningsOf(rules, { ...sale, marginSecond: null }, alone, DAY)[0]).toMatchObject({ amount: 100_00, open: true }); // prettier-ignore
  });

  test('step by step, more never earns less; a cent more never jumps', () => {
    const base = fc.integer({ min: -1_000_00, max: 5_000_00 });
    fc.assert(
      fc.property(base, base, (one, other) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)].map((of) => byBands(of, bands, 'step'));
        expect(more! >= less! && Number.isSafeInteger(more)).toBe(true);
        expect(byBands(one + 1, bands, 'step') - byBands(one, bands, 'step')).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('is split to the cent among up to four, the odd cents to the first', () => {
    expect(splitBy(100_01, equalShares(2))).toEqual([50_01, 50_00]);
    expect(splitBy(1_00, equalShares(3))).toEqual([34, 33, 33]);
    fc.assert(
      fc.property(
        fc.nat(1_000_000_00),
        fc.array(fc.integer({ min: 1, max: 3_333 }), { maxLength: 3 }),
        (cents, rest) => {
          const shares = [WHOLE - rest.reduce((sum, share) => sum + share, 0), ...rest];
          const parts = splitBy(cents, shares);
          expect(parts.reduce((sum, part) => sum + part, 0)).toBe(cents);
          for (const [at, part] of parts.entries()) {
            const exact = (cents * shares[at]!) / WHOLE;
            expect(part >= Math.floor(exact) && part < exact + (at === 0 ? 4 : 1)).toBe(true);
          }
        },
      ),
    );
    const share = (...shares: number[]) => sharesFault(shares.map((of, at) => ({ userId: at, share: of })));
    expect([share(60_00, 40_00), share(WHOLE)]).toEqual([null, null]);
    expect(share(60_00, 41_00)).toContain('non 100 %');
    expect(share(20_00, 20_00, 20_00, 20_00, 20_00)).toContain('persone');
    expect(share(WHOLE, 0)).toContain('sopra lo 0 %');
    expect(sharesFault([{ userId: 1, share: 50_00 }, { userId: 1, share: 50_00 }])).toContain('una volta'); // prettier-ignore
  });

  test('an amount of a role is for everybody of it at the place, beside the split', () => {
    const rules = [car({ fixed: 100_00 }), car({ key: 'team', earner: 'role', roleName: 'Capo', fixed: 10_00 })];
    const sellers = [7, 8].map((id) => ({ id, roleName: 'Venditore', share: 50_00 }));
    const team = [{ id: 9, roleName: 'Capo' }, { id: 10, roleName: 'Altro' }]; // prettier-ignore
    const earned = earningsOf(rules, sale, { sellers, team }, DAY).map(({ userId, amount }) => [userId, amount]);
    expect(earned).toEqual([[7, 50_00], [8, 50_00], [9, 10_00]]); // prettier-ignore
  });
});

test('a line stands with what corrected it in its month; what is taken back stands by itself, and begins anew', () => {
  const line = (kind: 'earned' | 'restated' | 'reversed' | 'spiff', amount: number, more: object = {}) => ({ kind, amount, contractId: 1, earns: 'seller', trigger: 'approved', reverses: null as string | null, ...more }); // prettier-ignore
  const amounts = (...lines: ReturnType<typeof line>[]) =>
    withCorrections(lines).map(({ steps, amount }) => [steps.map((one) => one.amount), amount]);
  const paid = line('earned', 7, { trigger: 'paid' });
  expect(amounts(line('earned', 100), paid, line('restated', -30))).toEqual([[[100, -30], 70], [[7], 7]]); // prettier-ignore
  const back = (amount: number, reverses = '2026-10-01') => line('reversed', amount, { reverses });
  expect(amounts(line('earned', 100), line('restated', -30), back(-100), back(30), line('earned', 60))).toEqual([[[100, -30], 70], [[-100, 30], -70], [[60], 60]]); // prettier-ignore
  expect(amounts(back(-100, '2026-09-01'), back(30))).toEqual([[[-100], -100], [[30], 30]]); // prettier-ignore
  const byHand = { contractId: null, trigger: null };
  expect(amounts(line('spiff', 5, byHand), line('spiff', 6, byHand))).toEqual([[[5], 5], [[6], 6]]); // prettier-ignore
  expect(amounts(line('restated', -30))).toEqual([[[-30], -30]]);
});

test('a dispute names a share or an amount; what it would come to is told where the whole sale stands', () => {
  expect(['la quota è 70 %', 'mi spetta il 33,5%', 'quota 170 %', 'niente'].map(shareIn)).toEqual([
    70,
    33.5,
    null,
    null,
  ]);
  expect(['mi spettano 1.232,97 €', '300€', 'quota 70 %', 'C-2026-00305: 45 €'].map(amountIn)).toEqual([1_232_97, 300_00, null, 45_00]); // prettier-ignore
  expect(['300,5 €', '€ 300,00', '€1.250', 'sono 80 euro', '12345678 €', '80 eurobond'].map(amountIn)).toEqual([300_50, 300_00, 1_250_00, 80_00, null, null]); // prettier-ignore
  expect(['1070 %', '1.070 %', 'circa 33,333 %'].map(shareIn)).toEqual([null, null, null]);
});

test('a statement opens whose dispute names a sale that is no longer shared; no more disputes are reckoned than are answered at once', async () => {
  const line = { kind: 'earned', number: 'C-2026-00305', contractId: 5, earns: 'seller' };
  const comments = (n: number) => Array.from({ length: n }, (_, at) => ({ id: at + 1, text: 'C-2026-00305: la quota è 70 %', by: { id: 7 } })); // prettier-ignore
  const opened = async (fault: Failure, n = 1) => {
    const asked: unknown[] = [];
    const answers: Record<string, unknown> = {
      'GET /commissions/statements/:id': { id: 1, user: { id: 7 }, month: '2026-10-01', lines: [line] },
      'GET /commissions/statements/:id/comments': { rows: comments(n) },
      'GET /commissions/statements/:id/targets': [],
    };
    const call = async (name: string, { query }: { query?: unknown }) => {
      if (name in answers) return answers[name];
      asked.push(query);
      throw fault;
    };
    const user = { id: 7, privileges: [] };
    const { props } = await readStatement(call as never, user as never, '1', new URL('http://x.example/1'));
    return { asked, effects: props.effects };
  };
  expect(await opened(new Failure('not_found'))).toEqual({ asked: [{ userId: 7, share: 70_00 }], effects: { 1: [] } });
  await expect(opened(new Failure('unavailable'))).rejects.toThrow();
  expect((await opened(new Failure('not_found'), 30)).asked).toHaveLength(10);
});

test('the dated plans of today pay the same as rules, to the cent', () => {
  const cents = fc.nat(500_00);
  const percent = fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100);
  const plan = fc.record({
    from: fc.constantFrom('2025-01-01', '2026-05-01', '2026-10-12', '2026-10-13'),
    ...{ newFixed: cents, newPercent: percent, usedFixed: cents, usedPercent: percent, b2bFixed: cents, b2bPercent: percent }, // prettier-ignore
    ...{ financial: cents, insurance: cents, pickup: cents },
  });
  const plans = fc.uniqueArray(plan, { maxLength: 3, selector: ({ from }) => from });
  const margin = fc.option(fc.integer({ min: -5_000_00, max: 50_000_00 }), { nil: null });
  fc.assert(
    fc.property(
      fc.tuple(plans, plans),
      fc.constantFrom('new', 'used', 'b2b'),
      fc.record({ cars: fc.integer({ min: 1, max: 5 }), margin, financed: fc.boolean(), insurances: fc.nat(3), barters: fc.nat(2) }), // prettier-ignore
      (both, kind, { cars, margin: second, financed, insurances, barters }) => {
        // Two sellers each earn half of what they would earn alone, the odd cent is the first one's.
        const former = both.flatMap((own, at) => {
          const one = planOn(own as CommissionPlan[], DAY);
          if (one === null) return [];
          const { amount, open } = commissionOf(one, { kind, cars, margin: second, financed, insurances, barters });
          return [{ userId: at + 1, amount: at === 0 ? Math.ceil(amount / 2) : Math.floor(amount / 2), open }];
        });
        const counted = (count: number) => ({ ...none, count });
        const now = earningsOf(
          both.flatMap((own, at) => rulesOfPlans(at + 1, own)),
          {
            ...sale,
            kind: kind === 'b2b' ? 'used_b2b' : kind,
            cars,
            marginSecond: second,
            sold: { financial: counted(financed ? 1 : 0), insurance: counted(insurances), pickup: counted(barters), rent: none, other: none }, // prettier-ignore
          },
          { sellers: [1, 2].map((id) => ({ id, roleName: '', share: 50_00 })), team: [] },
          DAY,
        );
        for (const { userId, amount, open } of former) {
          const own = now.filter((one) => one.userId === userId);
          expect(own.reduce((sum, one) => sum + one.amount, 0)).toBe(amount);
          expect(own.some((one) => one.open)).toBe(open);
        }
        expect(now.every(({ userId }) => former.some((one) => one.userId === userId))).toBe(true);
      },
    ),
  );
  expect(rulesOfPlans(1, [{ ...blankOf(commissionFields), from: '2026-01-01' }])).toEqual([]);
});

test('says at its field what does not fit: gaps and overlaps of bands, 101 %, a tactic without end', () => {
  const faults = (more: Partial<Rule>) => Object.keys(ruleFaults(car({ fixed: 1, ...more })));
  expect(faults({})).toEqual([]);
  expect(faults({ bands: [{ from: 1, percent: 1 }] })).toEqual(['bands.0.from']);
  expect(faults({ bands: [{ from: 0, percent: 1 }, { from: 0, percent: 2 }] })).toEqual(['bands.1.from']); // prettier-ignore
  expect(faults({ variable: 'tactic' })).toEqual(['to']);
  expect(faults({ to: '2025-12-31' })).toEqual(['to']);
  expect(faults({ earner: 'role' })).toEqual(['roleName']);
  expect(faults({ userId: 1, roleName: 'Venditore' })).toEqual(['roleName']);
  expect(faults({ basis: 'earned', bands: [{ from: 0, percent: 1 }] })).toEqual(['basis']);
  // Of what is only counted nobody knows a part.
  for (const subject of ['pickup', 'rent'] as const) expect(faults({ subject, basis: 'earned', bands: [{ from: 0, percent: 1 }] })).toEqual(['bands']); // prettier-ignore
  expect(faults({ fixed: 0 })).toEqual(['fixed']);
  expect(faults({ cap: 0 })).toEqual(['cap']);
});

test('drafts are confirmed together in the order of their months: never the own, of an open month, or behind one that is disputed', () => {
  const of = (userId: number, month: number, more: Partial<Parameters<typeof confirmable>[0][number]> = {}) => ({ userId, month: `2026-${String(month).padStart(2, '0')}-01`, state: 'draft' as const, disputed: false, ...more }); // prettier-ignore
  const rows = [of(2, 10), of(2, 8), of(3, 8, { state: 'confirmed' }), of(3, 9, { disputed: true }), of(3, 10), of(3, 7), of(1, 8), of(2, 11)]; // prettier-ignore
  const found = confirmable(rows, 1, '2026-11-29').map(({ userId, month }) => `${userId} ${month}`);
  expect(found).toEqual(['3 2026-07-01', '2 2026-08-01', '2 2026-10-01']);
});
