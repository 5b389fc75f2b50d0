import { expect, test } from 'vitest';
import type { SaleLine } from '#domain/sale-lines.ts';
import { netOf, round, vatOf } from '#domain/money.ts';
import type { Offer } from '#domain/financials/offers.ts';
import { netPriceOf } from '#domain/quotes/sheet/margin.ts';
import type { Priced } from '#domain/quotes/sheet/priced.ts';
import { price } from '#domain/quotes/sheet/pricing.ts';
import type { Incentive, PriceSheet, QuoteDraft } from '#domain/quotes/schema.ts';
import { saleLinesOf } from '#domain/quotes/sheet/sale-lines.ts';
import { issueBlockers, limitsOf } from '#domain/quotes/rules.ts';
import { largeQuote, randomQuote, randomUsedQuote } from '#tests/support/random-quote.ts';
import { rounds } from '#tests/support/rounds.ts';

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
const problems: string[] = [];
let seed = 0;
const same = (what: string, one: number, other: number) => {
  if (one !== other) problems.push(`${seed} ${what}: ${one} ≠ ${other}`);
};
const holds = (what: string, fine: boolean) => {
  if (!fine) problems.push(`${seed} ${what}`);
};

/** Every sum is what stands above it; the balance is what is left of everything. */
function sums({ rows, ...priced }: Priced) {
  let running = 0;
  for (const { kind, key, amount } of rows) {
    if (kind === 'sum') same(key, amount, running);
    else if (kind !== 'info') running += amount;
  }
  const { keysInHand, insurances, tradeIn, deposit, financed, balance } = priced;
  same('balance', balance, keysInHand + sum(insurances.map(({ gross }) => gross)) - tradeIn - deposit - financed);
}

/** VAT is split once per rate, natures bear none. */
function taxes({ rows, supply, net, vat }: Priced) {
  same('supply', supply, net + vat);
  same('VAT by rate', vat, sum(rows.filter(({ key }) => key.startsWith('vat-')).map(({ amount }) => amount)));
  for (const { no, tax, kind } of rows) {
    if (no === 10 || no === 11) holds(`row ${no} is N1`, tax === 'N1');
    if (no === 14) holds('row 14 is N4', tax === 'N4');
    if (no <= 8 && kind !== 'sum')
      holds(`row ${no} has a rate`, typeof tax === 'number' || tax === 'N4' || tax === 'N5');
  }
}

/** No discount takes more than there is. */
function caps({ rows, discounts, listTotal, keysInHand, stateAid, total }: Priced, { params }: PriceSheet) {
  const accessories = sum(rows.filter(({ key }) => key === 'accessory').map(({ amount }) => amount));
  holds('discounts within the price', discounts <= listTotal + accessories);
  holds('keys in hand not negative', keysInHand >= 0 && stateAid <= total);
  holds('road cost stays', total >= Math.floor((params.roadCost + params.tyreFee) * 0.8));
  for (const { kind, amount } of rows) holds('a discount reduces', kind !== 'discount' || amount < 0);
}

/** Of a campaign with a budget no more is given than is left of it. */
function budgets({ rows }: Priced, { incentives }: PriceSheet) {
  const all = Map.groupBy(
    incentives.filter(({ campaign }) => campaign),
    ({ campaign }) => campaign!.id,
  );
  for (const [id, own] of all) {
    const keys = own.map((one) => `incentive-${one.id}`);
    const given = -sum(rows.filter(({ key }) => keys.includes(key)).map(({ amount }) => amount));
    const { left } = own[0]!.campaign!;
    holds(`budget of campaign ${id}`, left === null || given <= left);
  }
}

/** A campaign that goes with no other is the only one that gives something. */
function apart({ rows }: Priced, { incentives }: PriceSheet) {
  const given = incentives.filter(({ id }) => rows.some(({ key }) => key === `incentive-${id}`));
  const giving = new Map(given.flatMap(({ campaign }) => (campaign ? [[campaign.id, campaign.stacking]] : [])));
  holds('a campaign apart', giving.size < 2 || ![...giving.values()].includes('alone'));
}

/** Each step adds its rows to the one before; the first is the net price less the cost. */
function margins({ margin, listTotal }: Priced, { costPercent, params }: PriceSheet) {
  holds('margins only with costs', (margin === null) === (costPercent === null));
  if (!margin) return;
  let running = 0;
  for (const { key, amount, rows } of margin.steps) same(key, amount, (running += sum(rows.map((row) => row.amount))));
  same('margine II', margin.amount, margin.steps[1]!.amount);
  told(margin);
  const cost = margin.steps[0]!.rows.find(({ label }) => label === 'Costo di fattura')!.amount;
  holds('cost of the list', Math.abs(cost + (netOf(listTotal, params.taxRate) * costPercent!) / 100) <= 1);
}

/** What is told of a contract in percent is what was told of its quote. */
function told({ steps }: NonNullable<Priced['margin']>) {
  const net = netPriceOf(steps);
  for (const { key, amount, percent } of steps)
    same(`percent of margin ${key}`, net === 0 ? 0 : round((amount / net) * 10_000) / 100, percent);
}

function credit(offer: Offer | null) {
  if (!offer) return;
  same('total due', offer.totalDue, offer.amount + offer.creditCost);
  const paid = offer.instalment * (offer.instalments - 1) + offer.lastInstalment + offer.balloon;
  same('instalments', paid, offer.capital + offer.interest);
  holds('TAEG above TAN', offer.taeg >= offer.tan - 0.01);
}

/** What may not be issued says so; what has no error has everything computed. */
function blocked(priced: Priced, draft: QuoteDraft) {
  const errors = priced.issues.filter(({ level }) => level === 'error');
  const refunded = draft.refund && draft.deposit === 0 && priced.financed === 0;
  holds('negative balance blocks', priced.balance >= 0 || refunded || errors.length > 0);
  const known = draft.financing && draft.financing.planId <= 4;
  holds('a plan without cost blocks', !known || priced.offer !== null || errors.length > 0);
  const once = new Set(draft.insurances.map(({ tariffId }) => tariffId)).size === draft.insurances.length;
  if (!known || !once || draft.financing!.amount !== null || priced.financed === 0) return;
  const apart = priced.insurances.filter(
    (one) => !draft.insurances.find(({ tariffId }) => tariffId === one.tariffId)!.inPlan,
  );
  same('what follows the price pays all but policies apart', priced.balance, sum(apart.map(({ gross }) => gross)));
}

/** What figures count of a sale adds up to its price. */
function facts(priced: Priced, draft: QuoteDraft, sheet: PriceSheet) {
  const lines = saleLinesOf({ draft, sheet, priced });
  const of = (kind: SaleLine['kind'], fits: (line: SaleLine) => boolean = () => true) =>
    sum(lines.filter((line) => line.kind === kind && fits(line)).map(({ amount }) => amount));
  same(
    'incentives',
    of('incentive', ({ party }) => party !== 'state'),
    priced.discounts,
  );
  same(
    'state aid',
    of('incentive', ({ party }) => party === 'state'),
    priced.stateAid,
  );
  same('plan', of('plan'), priced.offer?.amount ?? 0);
  const premiums = sum(priced.insurances.map(({ gross }) => gross)) + (priced.offer?.protection ?? 0);
  same('policies', of('policy'), premiums);
  const beside = ['accessory', 'service', 'makerService'];
  const items = sum(priced.rows.filter(({ key }) => beside.includes(key)).map(({ amount }) => amount));
  same('items', of('accessory') + of('service') + of('warranty'), items);
}

test('thousands of random quotes hold sums, caps, VAT, margins, credit and what blocks them', () => {
  for (seed = 1; seed <= rounds(20_000); seed++) {
    const { draft, sheet } = randomQuote(seed);
    const priced = price(draft, sheet);
    sums(priced);
    taxes(priced);
    caps(priced, sheet);
    budgets(priced, sheet);
    apart(priced, sheet);
    margins(priced, sheet);
    for (const offer of [priced.offer, ...priced.alternatives.map((one) => one.offer)]) credit(offer);
    blocked(priced, draft);
    facts(priced, draft, sheet);
    if (problems.length > 10) break;
  }
  expect(problems).toEqual([]);
});

test('no choice among the incentives leaves the customer a lower price than the one that is made', () => {
  let better = 0;
  for (seed = 1; seed <= 400; seed++) {
    const quote = randomQuote(seed);
    const free = (one: Incentive) => ({ ...one, campaign: one.campaign && { ...one.campaign, left: null } });
    const sheet = { ...quote.sheet, incentives: quote.sheet.incentives.map(free) };
    const draft = { ...quote.draft, reducedVat: false };
    const { keysInHand } = price(draft, sheet);
    const subsets: number[][] = [[]];
    for (const id of draft.incentiveIds) subsets.push(...subsets.map((one) => [...one, id]));
    for (const incentiveIds of subsets) {
      const other = price({ ...draft, incentiveIds }, sheet).keysInHand;
      if (other > keysInHand) better++;
      holds(`${incentiveIds.join()} leaves ${other} instead of ${keysInHand}`, other >= keysInHand);
    }
  }
  expect([problems, better > 1_000]).toEqual([[], true]);
});

/** VAT is on what is earned, at 22/122 to the cent, and none on a loss; what is sold in the margin scheme shows none. */
function scheme({ margin, rows, vat }: Priced, draft: QuoteDraft, { used, params }: PriceSheet) {
  holds('margins only with costs', (margin === null) === (used!.cost === null));
  const scheme = used!.regime === 'retail' && !draft.vatExposed;
  holds('N5 of the car', rows.find(({ key }) => key === 'list')!.tax === (scheme ? 'N5' : draft.reducedVat ? 4 : 22));
  if (scheme) {
    const others = rows.filter(({ no, tax, kind }) => no <= 8 && kind === 'line' && typeof tax === 'number');
    holds('VAT of what is sold beside it alone', vat <= sum(others.map(({ amount }) => amount)));
  }
  if (margin) told(margin);
  if (!margin || !scheme) return;
  const of = (label: string) => margin.steps[0]!.rows.find((row) => row.label === label)?.amount ?? 0;
  const earned = of('Prezzo di vendita') + of('Costo d’acquisto') + of('Ripristino e spese');
  same('VAT on the margin', -of('IVA sul margine'), earned > 0 ? vatOf(earned, params.taxRate) : 0);
}

/** Nobody with a cap sells below the lowest price, or what somebody else has bought. */
function guarded(priced: Priced, draft: QuoteDraft, sheet: PriceSheet) {
  const paths = issueBlockers(priced, draft, { ...limitsOf(sheet), approval: null }).map(({ path }) => path);
  const { minPrice, gone } = sheet.used!;
  const lowered = priced.discounts > 0 && priced.listTotal - priced.discounts < (minPrice ?? 0);
  if (sheet.discountCap !== null && lowered) holds('the lowest price', paths.includes('customDiscounts'));
  if (gone) holds('a car that is gone', paths.includes('stockId'));
}

test('thousands of random quotes of used cars hold the same, the margin scheme and the lowest price', () => {
  for (seed = 1; seed <= rounds(4_000); seed++) {
    const { draft, sheet } = randomUsedQuote(seed);
    const priced = price(draft, sheet);
    sums(priced);
    taxes(priced);
    caps(priced, sheet);
    scheme(priced, draft, sheet);
    guarded(priced, draft, sheet);
    blocked(priced, draft);
    facts(priced, draft, sheet);
    if (problems.length > 10) break;
  }
  expect(problems).toEqual([]);
});

test('the largest quote of a day can be issued', () => {
  const { draft, sheet } = largeQuote();
  const { issues, rows, alternatives, insurances, balance } = price(draft, sheet);
  expect(issues.filter(({ level }) => level === 'error')).toEqual([]);
  expect(rows.find(({ key }) => key === 'optional')?.amount).toBe(60 * 10_00 + (59 * 60) / 2);
  expect([alternatives.length, insurances.length, balance]).toEqual([2, 4, 2 * 681_00]);
});
