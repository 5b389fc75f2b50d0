import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Random } from '#backend/seed/random.ts';
import {
  backTo,
  CASH_LIMIT,
  dueOf,
  endingFault,
  invoicedOf,
  type moneyIn,
  mostInWeek,
  owedBack,
  owedByCustomer,
  owedOnCars,
  receiptFaults,
  receiptsClosed,
  reversalRefusal,
  signOf,
} from '#domain/contracts/accounts.ts';
import { atDelivery, lienOf, nextDue, openByKind, openOfDue } from '#domain/contracts/coming.ts';
import { planOf } from '#domain/contracts/agreed.ts';
import { replanned } from '#domain/contracts/replanned.ts';
import { rowState } from '#domain/contracts/plan.ts';
import { paymentKinds, paymentMethods, type DepositOutcome } from '#domain/contracts/terms.ts';
import { keysOf } from '#domain/record/machine.ts';
import { price } from '#domain/quotes/sheet/pricing.ts';
import { randomQuote, randomUsedQuote } from '#tests/support/random-quote.ts';
import { rounds } from '#tests/support/rounds.ts';

/** What came, a car without what its lender will still have of it. */
const receivedOf = (of: Parameters<typeof lienOf>[0] & { receipts: readonly { amount: number }[] }) =>
  sum(of.receipts) - lienOf(of);
const sum = (rows: readonly { amount: number }[]) => rows.reduce((total, { amount }) => total + amount, 0);

/** A sale by a random quote: what it owes, and the plan that its contract begins with. */
function saleOf(seed: number) {
  const { draft, sheet } = seed % 2 ? randomQuote(seed) : randomUsedQuote(seed);
  const { keysInHand, insurances, tradeIn, deposit, financed, balance } = price(draft, sheet);
  const tradeIns = draft.tradeIns.map((car) => ({ ...car, km: car.km ?? null }));
  const agreed = { figures: { deposit, financed, balance }, tradeIns };
  const plan = planOf(agreed, '2026-11-20', null);
  const owed = keysInHand + insurances.reduce((total, { gross }) => total + gross, 0);
  return { agreed, plan, total: balance + deposit + financed + tradeIn, owed, random: new Random(seed) };
}

test('another price is planned for its own sum, with room for what came, and its cash stays below the limit', () => {
  for (let seed = 1; seed <= rounds(150); seed += 1) {
    const [{ plan: former, random }, { agreed, total }] = [saleOf(seed), saleOf(seed + 2)];
    // Planned by hand: a part of the balance as an acconto, the rest in cash as far as it may be.
    const payments = former.flatMap((row) => {
      const advance = row.kind === 'balance' ? random.int(0, row.amount) : 0;
      const method = row.kind === 'balance' && row.amount - advance < CASH_LIMIT ? ('cash' as const) : row.method;
      return [
        { ...row, kind: 'advance' as const, amount: advance },
        { ...row, method, amount: row.amount - advance },
      ].filter(({ amount }) => amount !== 0);
    });
    const came = payments.slice(0, random.int(0, payments.length));
    const receipts = came.map((row, id) => ({ ...row, id, reversesId: null }));
    const planned = replanned({ payments, promisedOn: null, receipts: [] }, agreed, '2026-11-20');
    expect([seed, planned && sum(planned)]).toEqual([seed, total]);
    for (const plan of [planned, replanned({ payments, promisedOn: null, receipts }, agreed, '2026-11-20')]) {
      if (plan === null) continue;
      expect([seed, sum(plan), plan.some(({ amount }) => amount === 0)]).toEqual([seed, total, false]);
      expect(sum(plan.filter(({ method, amount }) => method === 'cash' && amount > 0))).toBeLessThan(CASH_LIMIT);
      // A car keeps what was noted of itself, and of no other one.
      const plates = agreed.tradeIns.map(({ plate }) => plate);
      expect(plan.filter(({ kind, note }) => kind === 'used_car' && !plates.includes(note))).toEqual([]);
      if (plan === planned) continue;
      for (const { kind } of receipts) {
        const ofKind = (rows: readonly { kind: string; amount: number }[]) =>
          sum(rows.filter((one) => one.kind === kind));
        expect(Math.abs(ofKind(receipts))).toBeLessThanOrEqual(Math.abs(ofKind(plan)));
      }
    }
  }
});

test('quote, plan, receipts and invoices of a sale are the same sum, to the cent', () => {
  for (let seed = 1; seed <= rounds(500); seed += 1) {
    const { plan, total, owed, random } = saleOf(seed);
    expect([seed, total, sum(plan)]).toEqual([seed, owed, owed]);
    // Each row is received in parts; what comes last is what is left.
    const receipts = plan.flatMap(({ kind, method, amount }) => {
      const part = random.int(0, Math.max(0, Math.abs(amount) - 1)) * Math.sign(amount);
      return [part, amount - part].filter((cents) => cents !== 0).map((cents) => ({ kind, method, amount: cents }));
    });
    expect(sum(receipts)).toBe(total);
    const first = random.int(1, Math.max(1, total));
    const invoices = [
      { kind: 'advance' as const, amount: first },
      { kind: 'invoice' as const, amount: total - first },
      { kind: 'credit_note' as const, amount: total },
    ];
    expect([invoicedOf(invoices.slice(0, 2)), invoicedOf(invoices)]).toEqual([total, 0]);
  }
});

type Row = Parameters<typeof moneyIn>[0][number];
const DAY = '2026-11-20';
const total = 18_000_00;
const plans = [
  [{ kind: 'balance' as const, method: 'transfer' as const, amount: total }],
  // A car taken in that is worth more than the sale: the customer has the rest back.
  [
    { kind: 'used_car' as const, method: 'used_car' as const, amount: 20_000_00 },
    { kind: 'debt' as const, method: 'transfer' as const, amount: -1_000_00 },
    { kind: 'refund' as const, method: 'transfer' as const, amount: -1_000_00 },
  ],
];
const steps = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constantFrom(...keysOf(paymentKinds)),
        method: fc.constantFrom(...keysOf(paymentMethods)),
        amount: fc.oneof(fc.integer({ min: 1, max: 25_000_00 }), fc.constantFrom(1_000_00, 2_000_00)),
      }),
    },
    { weight: 3, arbitrary: fc.record({ reverses: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ ends: fc.constantFrom<DepositOutcome>('kept', 'returned', 'doubled') }) },
  ),
  { maxLength: 30 },
);

/** An independent account of what stands in the drawer: what came and what went, kind by kind, without what was reversed. */
function booked(receipts: readonly Row[]) {
  const gone = new Set(receipts.map(({ reversesId }) => reversesId));
  const live = receipts.filter(({ id, reversesId }) => reversesId === null && !gone.has(id));
  const of = (...kinds: string[]) =>
    live.reduce((sum, one) => sum + (kinds.includes(one.kind) ? Math.abs(one.amount) : 0), 0);
  const cash = (sign: number) =>
    live.reduce(
      (sum, one) => sum + (one.method === 'cash' && Math.sign(one.amount) === sign ? Math.abs(one.amount) : 0),
      0,
    );
  return { of, cash, received: of('deposit', 'advance', 'used_car', 'financed', 'balance') - of('debt', 'refund') };
}

test('whatever is received, refunded, reversed and cancelled, no balance passes its ends', () => {
  fc.assert(
    fc.property(fc.constantFrom(...plans), steps, (payments, walk) => {
      const rows: Row[] = [];
      let accounts = {
        state: 'approved' as const,
        createdAt: '2026-11-20T08:00:00Z',
        total,
        payments,
        canceledAt: null as string | null,
        withdrawnAt: null,
        depositOutcome: null as DepositOutcome | null,
        keptTradeIns: 0,
        keptDebts: 0,
        receipts: rows,
        invoices: [],
      };
      const add = (row: Omit<Row, 'id' | 'number' | 'receivedOn'>) => {
        const id = accounts.receipts.length + 1;
        accounts = {
          ...accounts,
          receipts: [...accounts.receipts, { ...row, id, number: String(id), receivedOn: DAY }],
        };
      };
      for (const step of walk) {
        if ('ends' in step) {
          const ended = { ...accounts, canceledAt: '2026-11-21T10:00:00Z', depositOutcome: step.ends };
          if (accounts.canceledAt === null && endingFault(ended) === null) accounts = ended;
        } else if ('reverses' in step) {
          const receipt = accounts.receipts[step.reverses % Math.max(1, accounts.receipts.length)];
          if (!receipt || reversalRefusal(accounts, receipt) !== null) continue;
          const { kind, method, amount, id } = receipt;
          add({ kind, method, amount: -amount, reversesId: id });
        } else {
          const given = { ...step, receivedOn: DAY, again: true };
          if (receiptsClosed(accounts) !== null || Object.keys(receiptFaults(accounts, given, DAY)).length > 0)
            continue;
          add({ kind: step.kind, method: step.method, amount: step.amount * signOf(step.kind), reversesId: null });
        }
        const { of, cash, received } = booked(accounts.receipts);
        const planned = payments.reduce((sum, { kind, amount }) => sum + (kind === 'refund' ? -amount : 0), 0);
        expect(cash(1)).toBeLessThan(CASH_LIMIT);
        expect(cash(-1)).toBeLessThan(CASH_LIMIT);
        // What arrives after the end is noted, too.
        const out = payments.reduce((sum, { amount }) => sum + Math.max(0, -amount), 0);
        expect(received).toBeLessThanOrEqual(total + Math.max(0, out - of('debt', 'refund')));
        if (accounts.canceledAt === null) {
          expect(received).toBeGreaterThanOrEqual(0);
          expect(of('refund')).toBeLessThanOrEqual(of('deposit', 'advance', 'financed', 'balance') + planned);
          expect(of('debt')).toBeLessThanOrEqual(of('used_car'));
          if (payments === plans[1]) expect(of('used_car')).toBeLessThanOrEqual(20_000_00);
        } else {
          const deposit = of('deposit');
          const more = { kept: -deposit, returned: 0, doubled: deposit }[accounts.depositOutcome!];
          // The car went home, and its owner owes what was paid of its debt.
          const owed = of('deposit', 'advance', 'financed', 'balance') + more - of('refund') - of('debt');
          expect(owedBack(accounts)).toBe(owed);
          expect(owed).toBeGreaterThanOrEqual(0);
        }
      }
    }),
    { numRuns: rounds(300), seed: 1 },
  );
});

test('what is owed to customer, lender and the lender of a car taken in is each theirs, however much of it was paid', () => {
  const cents = fc.integer({ min: 0, max: 20_000_00 });
  const part = fc.double({ min: 0, max: 1, noNaN: true });
  const sale = fc.record({
    worth: cents, debt: cents, loan: cents, cash: cents, lent: part, paid: part, extinguished: part, beyond: cents,
    end: fc.constantFrom('goes on', 'car stays', 'car goes home'),
    outcome: fc.constantFrom<DepositOutcome>('kept', 'returned', 'doubled'),
  }); // prettier-ignore
  fc.assert(
    fc.property(sale, ({ worth, debt, loan, cash, lent, paid, extinguished, beyond, end, outcome }) => {
      const due = worth - debt + loan + cash;
      const row = (kind: Row['kind'], amount: number) => ({ kind, amount, dueOn: null, method: kind === 'financed' ? 'financial' as const : 'transfer' as const }); // prettier-ignore
      const payments = [row('deposit', cash), row('used_car', worth), row('debt', -debt), row('financed', loan)];
      const [came, off, byLender] = [Math.floor(cash * paid), Math.floor(debt * extinguished), Math.floor(loan * lent) + (lent === 1 ? beyond : 0)]; // prettier-ignore
      const come = [came, worth, -off, Math.min(loan, byLender)];
      const receipts = payments.flatMap(({ kind, method }, id) => {
        const amount = kind === 'financed' ? byLender : come[id]!;
        return amount === 0 ? [] : [{ id, number: `R${id}`, kind, method, amount, receivedOn: DAY, reversesId: null }];
      });
      const stays = end === 'car stays';
      const accounts = {
        state: 'approved' as const, createdAt: '2026-11-20T08:00:00Z', total: due, payments, come, receipts, invoices: [], financed: loan,
        canceledAt: end === 'goes on' ? null : '2026-11-21T10:00:00Z', withdrawnAt: null, depositOutcome: outcome,
        keptTradeIns: stays ? worth - debt : 0, keptDebts: stays ? debt : 0,
      }; // prettier-ignore
      const now = { ...accounts, received: receivedOf({ payments, come, receipts }) };
      // Who has given what they owe: the car is its value less all its debt, whoever has paid how much of that.
      const isHere = worth > 0;
      const given = came + byLender + (isHere ? worth - debt : -off);
      if (end === 'goes on') {
        expect(dueOf(now)).toBe(due - given);
        expect(owedOnCars(now)).toBe(isHere ? debt - off : 0);
        const back = Math.max(0, given - due);
        expect(backTo(now)).toEqual({ lender: Math.min(back, Math.max(0, byLender - loan)), customer: back - Math.min(back, Math.max(0, byLender - loan)) }); // prettier-ignore
        if (isHere && byLender <= loan) expect(atDelivery(now)).toBe(0);
        return;
      }
      const kept = { kept: came, returned: 0, doubled: -came }[outcome];
      const customers = came - kept + (stays ? worth - debt : -off);
      // What a customer owes is not paid with the lender's money.
      const back = { lender: byLender, customer: Math.max(0, customers) };
      expect(backTo(now)).toEqual(back);
      expect(owedBack(now)).toBe(back.lender + back.customer);
      // A car that is worth less than its debt holds up no end: what is missing stays owed.
      expect(owedByCustomer(now)).toBe(Math.max(0, -customers));
      expect(endingFault(now) === null).toBe(stays || customers >= 0);
      expect(owedOnCars(now)).toBe(stays ? debt - off : 0);
    }),
    { numRuns: rounds(300), seed: 3 },
  );
});

test('a dearer car with a debt: what goes to its lender is not the customer’s, before it is paid and after', () => {
  const payments = plans[1]!.map((row) => ({ ...row, dueOn: null }));
  const receipt = (id: number, kind: Row['kind'], amount: number): Row => ({ id, number: `R${id}`, kind, method: kind === 'used_car' ? 'used_car' : 'transfer', amount, receivedOn: DAY, reversesId: null }); // prettier-ignore
  const [car, debt] = [receipt(1, 'used_car', 20_000_00), receipt(2, 'debt', -1_000_00)];
  const of = (come: number[], receipts: Row[]) => {
    const accounts = { state: 'approved' as const, createdAt: '2026-11-20T08:00:00Z', total, payments, come, receipts, invoices: [], financed: 0, canceledAt: null, withdrawnAt: null, depositOutcome: null, keptTradeIns: 0, keptDebts: 0 }; // prettier-ignore
    const now = { ...accounts, received: receivedOf(accounts) };
    return [now.received, backTo(now), owedOnCars(now)];
  };
  expect(of([0, 0, 0], [])).toEqual([0, { customer: 0, lender: 0 }, 0]);
  expect(of([20_000_00, 0, 0], [car])).toEqual([19_000_00, { customer: 1_000_00, lender: 0 }, 1_000_00]);
  expect(of([20_000_00, -1_000_00, 0], [car, debt])).toEqual([19_000_00, { customer: 1_000_00, lender: 0 }, 0]);
});

test('what is paid at the delivery is what is due without what comes before, with a plan or without, as its customer reads it', () => {
  const row = (kind: Row['kind'], amount: number) => ({ kind, amount, dueOn: null });
  const plan = [row('deposit', 1_000_00), row('used_car', 6_000_00), row('debt', -2_000_00), row('financed', 8_000_00), row('balance', 5_000_00)]; // prettier-ignore
  const at = (come: number[], received = sum(come.map((amount) => ({ amount }))), payments = plan) => {
    const of = { total, payments, come, received };
    const read = openByKind(of).find(({ kind }) => kind === 'balance')?.amount ?? 0;
    return [atDelivery(of), read];
  };
  expect(at([0, 0, 0, 0, 0])).toEqual([5_000_00, 5_000_00]);
  expect(at([1_000_00, 0, 0, 8_000_00, 2_000_00])).toEqual([3_000_00, 3_000_00]);
  // The car has come, its debt is the company's to pay.
  expect(at([1_000_00, 6_000_00, 0, 8_000_00, 0], 13_000_00)).toEqual([5_000_00, 5_000_00]);
  // A draft without a plan, and one that plans less than is due.
  expect(at([], 1_500_00, [])[0]).toBe(16_500_00);
  expect(at([0, 0], 0, [row('financed', 8_000_00), row('balance', 9_000_00)])[0]).toBe(10_000_00);
});

test('of what came as another kind than planned no row stays open that nobody owes: the first are done without first', () => {
  const row = (kind: Row['kind'], amount: number) => ({ kind, amount, dueOn: null });
  const payments = [row('deposit', 1_000_00), row('financed', 12_000_00), row('balance', 5_000_00)];
  const open = (come: number[], received: number) =>
    openOfDue({ total, payments, come, received }).map(({ kind, amount }) => [kind, amount]);
  expect(open([0, 0, 0], 0)).toEqual([['deposit', 1_000_00], ['financed', 12_000_00], ['balance', 5_000_00]]); // prettier-ignore
  // More of the balance than the plan has came for the lender.
  expect(open([1_000_00, 0, 5_000_00], 10_000_00)).toEqual([['financed', 8_000_00]]);
  expect(open([0, 0, 0], 5_500_00)).toEqual([
    ['financed', 12_000_00],
    ['balance', 500_00],
  ]);
  expect(open([1_000_00, 0, 5_000_00], total)).toEqual([]);
});

test('a deposit that went back is not kept with the lender’s money, and what was paid for a car that goes home is not either', () => {
  const payments = [
    { kind: 'deposit' as const, method: 'transfer' as const, amount: 1_000_00 },
    { kind: 'financed' as const, method: 'financial' as const, amount: 17_000_00 },
  ];
  const receipt = (id: number, kind: Row['kind'], method: Row['method'], amount: number): Row => ({ id, number: `R${id}`, kind, method, amount, receivedOn: DAY, reversesId: null }); // prettier-ignore
  const came = [receipt(1, 'deposit', 'transfer', 1_000_00), receipt(2, 'financed', 'financial', 17_000_00)];
  const ended = (receipts: Row[], depositOutcome: DepositOutcome) => ({ state: 'approved' as const, createdAt: '2026-11-20T08:00:00Z', total, payments, financed: 17_000_00, received: 0, canceledAt: '2026-11-21T10:00:00Z', withdrawnAt: null, depositOutcome, keptTradeIns: 0, keptDebts: 0, receipts, invoices: [] }); // prettier-ignore
  expect(backTo(ended(came, 'kept'))).toEqual({ customer: 0, lender: 17_000_00 });
  const back = receipt(3, 'refund', 'transfer', -1_000_00);
  expect(endingFault(ended([...came, back], 'kept'))?.field).toBe('depositOutcome');
  expect(endingFault(ended([...came, back], 'returned'))).toBeNull();
  const owes = (debt: number, outcome: DepositOutcome) => endingFault(ended([...came, receipt(3, 'debt', 'transfer', -debt)], outcome)); // prettier-ignore
  expect(owes(3_000_00, 'returned')?.message).toContain('2.000,00');
  expect(owes(3_000_00, 'kept')?.message).toContain('3.000,00');
  // The caparra did not go back: it is what the debt was paid with.
  expect(owes(700_00, 'kept')).toEqual({ message: expect.stringContaining('700,00') });
  // Where all went back by transfer, as it did before the lender's was told apart, nothing is owed to it once more.
  expect(backTo(ended([...came, receipt(3, 'refund', 'transfer', -total)], 'returned'))).toEqual({ customer: 0, lender: 0 }); // prettier-ignore
  const refund = { kind: 'refund' as const, receivedOn: DAY, again: false };
  const now = ended(came, 'returned');
  const cash = receiptFaults(now, { ...refund, method: 'transfer', amount: 1_000_01 }, DAY);
  expect(cash.amount).toContain('Si possono restituire al massimo 1.000,00');
  expect(receiptFaults(now, { ...refund, method: 'financial', amount: 17_000_01 }, DAY).amount).toContain('17.000,00');
});

test('a car is taken in for what the plan has it for, not for more', () => {
  const accounts = { state: 'approved' as const, createdAt: '2026-11-20T08:00:00Z', total: 30_000_00, payments: plans[1]!, canceledAt: null, withdrawnAt: null, depositOutcome: null, keptTradeIns: 0, keptDebts: 0, receipts: [], invoices: [] }; // prettier-ignore
  const car = { kind: 'used_car' as const, method: 'used_car' as const, receivedOn: DAY, again: false };
  expect(receiptFaults(accounts, { ...car, amount: 20_000_00 }, DAY)).toEqual({});
  expect(receiptFaults(accounts, { ...car, amount: 20_000_01 }, DAY).amount).toContain(
    'Nel piano l’usato vale 20.000,00',
  );
});

test('what is received next is what lacks of the first row that is open, also where it goes out', () => {
  const row = (kind: Row['kind'], amount: number) => ({ kind, method: 'transfer' as const, amount });
  const plan = [row('deposit', 1_000_00), row('financed', 9_000_00), row('refund', -500_00)];
  const [deposit, financed, refund] = plan;
  expect(nextDue(plan, [])).toEqual(deposit);
  expect(nextDue(plan, [600_00, 0, 0])).toEqual({ ...deposit, amount: 400_00 });
  expect(nextDue(plan, [1_000_00, 0, 0])).toEqual(financed);
  expect(nextDue(plan, [1_000_00, 9_000_00, -100_00])).toEqual({ ...refund, amount: 400_00 });
  expect(nextDue(plan, [1_000_00, 9_000_00, -500_00])).toBeNull();
});

test('a row of the plan is late from its day on, of a contract that is approved', () => {
  const row = { kind: 'deposit' as const, dueOn: '2026-11-18', amount: 1_000_00 };
  const at = (state: 'incomplete' | 'waiting_approvation' | 'approved', came = 0) =>
    rowState(row, came, { state, financeOutcome: 'none' }, DAY).label;
  expect([at('incomplete'), at('waiting_approvation')]).toEqual(['all’approvazione', 'all’approvazione']);
  expect([at('waiting_approvation', 400_00), at('waiting_approvation', 1_000_00)]).toEqual(['in parte', 'incassato']);
  expect([at('approved'), at('approved', 400_00)]).toEqual(['in ritardo di 2 giorni', 'in ritardo di 2 giorni']);
});

test('a deposit that was paid back is not reversed: nothing is received twice below zero', () => {
  const row = (id: number, kind: Row['kind'], amount: number): Row => ({ id, number: `R${id}`, kind, method: 'transfer', amount, receivedOn: DAY, reversesId: null }); // prettier-ignore
  const [deposit, refund] = [row(1, 'deposit', 1_000_00), row(2, 'refund', -1_000_00)];
  const accounts = { state: 'approved' as const, createdAt: '2026-11-20T08:00:00Z', total, payments: plans[0]!, canceledAt: null, withdrawnAt: null, depositOutcome: null, keptTradeIns: 0, keptDebts: 0, receipts: [deposit, refund], invoices: [] }; // prettier-ignore
  expect(reversalRefusal(accounts, deposit)).toContain('stornare prima');
  expect(reversalRefusal(accounts, refund)).toBeNull();
  const ended = { ...accounts, canceledAt: '2026-11-21T10:00:00Z', depositOutcome: 'returned' as const };
  expect([owedBack(ended), reversalRefusal(ended, deposit)]).toEqual([0, expect.stringContaining('stornare prima')]);
  expect(endingFault({ ...ended, depositOutcome: 'kept' })).toEqual({ field: 'depositOutcome', message: expect.stringContaining('già stata restituita') }); // prettier-ignore
});

test('payments of seven days count together, however they lie around the day', () => {
  const rows = [
    { on: '2026-11-10', amount: 1_000_00 },
    { on: '2026-11-14', amount: -2_000_00 },
    { on: '2026-11-20', amount: 4_000_00 },
    { on: '2026-11-21', amount: 8_000_00 },
  ];
  expect(
    ['2026-11-14', '2026-11-15', '2026-11-16', '2026-11-27', '2026-11-28'].map((day) => mostInWeek(rows, day)),
  ).toEqual([6_000_00, 12_000_00, 12_000_00, 8_000_00, 0]);
});
