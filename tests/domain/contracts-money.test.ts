import { expect, test } from 'vitest';
import { Random } from '#backend/db/seed/random.ts';
import {
  CASH_LIMIT,
  cashOf,
  invoicedOf,
  moneyIn,
  owedBack,
  receiptFaults,
  signOf,
} from '#domain/contracts/accounts.ts';
import { planOf } from '#domain/contracts/agreed.ts';
import { paymentKinds, paymentMethods, type DepositOutcome } from '#domain/contracts/terms.ts';
import { keysOf } from '#domain/machine.ts';
import { price } from '#domain/quotes/pricing.ts';
import { randomQuote, randomUsedQuote } from '#tests/support/random-quote.ts';
import { rounds } from '#tests/support/rounds.ts';

const sum = (rows: readonly { amount: number }[]) => rows.reduce((total, { amount }) => total + amount, 0);

/** A sale by a random quote: what it owes, and the plan that its contract begins with. */
function saleOf(seed: number) {
  const { draft, sheet } = seed % 2 ? randomQuote(seed) : randomUsedQuote(seed);
  const { keysInHand, insurances, tradeIn, deposit, financed, balance, listTotal, offer } = price(draft, sheet);
  const figures = {
    total: balance + deposit + financed + tradeIn,
    keysInHand,
    listTotal,
    discount: 0,
    deposit,
    financed,
  };
  const rest = {
    instalment: offer?.monthly ?? null,
    balance,
    vat: 0,
    marginVat: 0,
    marginFirst: null,
    marginSecond: null,
  };
  const tradeIns = draft.tradeIns.map((car) => ({ ...car, km: car.km ?? null }));
  const plan = planOf({ figures: { ...figures, ...rest, marginThird: null }, tradeIns }, '2026-11-20', null);
  const owed = keysInHand + insurances.reduce((total, { gross }) => total + gross, 0);
  return { plan, total: figures.total, owed, random: new Random(seed) };
}

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

test('whatever is tried at the till, cash stays below its limit, and nothing more goes back than came', () => {
  for (let seed = 1; seed <= rounds(200); seed += 1) {
    const random = new Random(seed);
    type Row = Parameters<typeof moneyIn>[0][number];
    const receipts: Row[] = [];
    const accounts = {
      state: 'incomplete' as const,
      canceledAt: null,
      depositOutcome: null,
      keptTradeIns: 0,
      receipts,
      invoices: [],
    };
    for (let id = 1; id <= 30; id += 1) {
      const live = receipts.filter(
        (one) => one.reversesId === null && !receipts.some(({ reversesId }) => reversesId === one.id),
      );
      const number = String(id);
      if (live.length > 0 && random.chance(0.2)) {
        const { kind, method, amount, id: reversesId } = random.pick(live);
        receipts.push({ id, number, kind, method, amount: -amount, receivedOn: '2026-11-20', reversesId });
        continue;
      }
      const given = {
        kind: random.pick(keysOf(paymentKinds)),
        method: random.pick(keysOf(paymentMethods)),
        amount: random.int(1, 4_000_00),
        receivedOn: '2026-11-20',
        again: true,
      };
      if (Object.keys(receiptFaults(accounts, given, '2026-11-20')).length > 0) continue;
      const { kind, method, receivedOn } = given;
      receipts.push({ id, number, kind, method, amount: given.amount * signOf(kind), receivedOn, reversesId: null });
    }
    const { came, went } = cashOf(receipts);
    expect([seed, came < CASH_LIMIT, went < CASH_LIMIT]).toEqual([seed, true, true]);
    const ended = (depositOutcome: DepositOutcome) =>
      owedBack({ ...accounts, depositOutcome, canceledAt: '2026-11-21T10:00:00Z' });
    expect(ended('returned')).toBe(moneyIn(receipts));
    expect(ended('doubled') + ended('kept')).toBe(2 * ended('returned'));
  }
});
