/** How much the rules that hold pay, and how it is split (rules.md §11). Cents. */
import { percentOf, round } from '../money.ts';
import { countOf, judge, type Person, type Rule, type Sale, type Verdict } from './matching.ts';
import type { RuleInput } from './rule-fields.ts';
import type { Basis, CommissionType, Trigger } from './terms.ts';

/** What one rule pays for a sale, as it is kept: each part with its literal type. */
export interface Part {
  rule: string;
  name: string;
  subject: RuleInput['subject'];
  count: number;
  fixed: number;
  /** Null: the rule has no percentage. */
  basis: Basis | null;
  /** Null: unknown, so that its share is missing. */
  base: number | null;
  variable: number;
  /** The percentages by which it was reckoned. */
  bands: RuleInput['bands'];
  bandsBy: RuleInput['bandsBy'];
  /** What its limit took away. */
  capped: number;
  amount: number;
}

/** The percentage of an amount by bands, rounded once; a loss pays nothing. */
export function byBands(base: number, bands: RuleInput['bands'], way: RuleInput['bandsBy']): number {
  const whole = Math.max(0, base);
  if (way === 'whole') return percentOf(whole, bands.findLast(({ from }) => from <= whole)?.percent ?? 0);
  const parts = bands.map(({ from, percent }, at) => {
    const end = Math.min(whole, bands[at + 1]?.from ?? whole);
    return (Math.max(0, end - from) * percent) / 100;
  });
  return round(parts.reduce((sum, part) => sum + part, 0));
}

const carBase = { margin_first: 'marginFirst', margin_second: 'marginSecond', margin_third: 'marginThird', net_revenue: 'netRevenue' } as const; // prettier-ignore

/** Of how much a rule pays its percentage; null: unknown, or it has none. */
function baseOf({ subject, basis, bands }: Rule, sale: Sale): number | null {
  if (bands.length === 0 || basis === null) return null;
  if (basis === 'net' || basis === 'earned') return subject === 'car' ? null : sale.sold[subject][basis];
  return sale[carBase[basis]];
}

/** What a rule pays for a sale before it is split. */
export function partOf(rule: Rule, sale: Sale): Part {
  const { key, name, subject, bands, bandsBy, cap } = rule;
  const count = countOf(sale, subject);
  const base = baseOf(rule, sale);
  const fixed = rule.fixed * count;
  const variable = base === null ? 0 : byBands(base, bands, bandsBy);
  const amount = Math.min(fixed + variable, cap ?? Infinity);
  const basis = bands.length === 0 ? null : rule.basis;
  return { rule: key, name, subject, count, fixed, basis, base, variable, bands, bandsBy, capped: fixed + variable - amount, amount }; // prettier-ignore
}

/** The literal types of what a part pays. */
export const typesOf = (kind: Sale['kind'], { subject, fixed, variable }: Part): CommissionType[] =>
  subject === 'pickup'
    ? ['pickup']
    : [...(fixed === 0 ? [] : [`${kind}_fixed` as const]), ...(variable === 0 ? [] : [`${kind}_variable` as const])];

/** The whole of a share, in hundredths of a percent. */
export const WHOLE = 100_00;

/** The most people among whom a sale is split. */
export const MOST_SHARERS = 4;

/** Splits an amount by shares that add up to the whole; the odd cents are the first one's. */
export function splitBy(amount: number, shares: readonly number[]): number[] {
  const parts = shares.map((share) => Math.floor((amount * share) / WHOLE));
  const rest = amount - parts.reduce((sum, part) => sum + part, 0);
  return parts.map((part, at) => (at === 0 ? part + rest : part));
}

/** Equal shares; what does not divide is the first one's. */
export const equalShares = (people: number): number[] =>
  splitBy(
    WHOLE,
    Array.from({ length: people }, () => Math.floor(WHOLE / people)),
  );

/** The shares with the wanted one, perhaps of somebody who has none; the others keep their proportions of what is left, the first of them the odd hundredths. */
export function withShare<T extends { id: number; share: number }>(now: readonly T[], wanted: T): T[] {
  const others = now.filter(({ id }) => id !== wanted.id);
  const held = others.reduce((sum, { share }) => sum + share, 0);
  const parts = splitBy(WHOLE - wanted.share, others.map(({ share }) => Math.floor((share * WHOLE) / held))); // prettier-ignore
  return (others.length < now.length ? now : [...now, wanted])
    .map((one) => ({ ...one, share: one.id === wanted.id ? wanted.share : parts[others.indexOf(one)]! }))
    .filter(({ share }) => share > 0);
}

/** What is wrong with shares that somebody typed; null: nothing. */
export function sharesFault(shares: readonly { userId: number; share: number }[]): string | null {
  if (shares.length === 0 || shares.length > MOST_SHARERS) return `Da una a ${MOST_SHARERS} persone`;
  if (new Set(shares.map(({ userId }) => userId)).size < shares.length) return 'Ogni persona una volta sola';
  if (shares.some(({ share }) => share <= 0)) return 'Ogni quota è sopra lo 0 %';
  const sum = shares.reduce((total, { share }) => total + share, 0);
  return sum === WHOLE ? null : `Le quote fanno ${(sum / 100).toLocaleString('it-IT')} %, non 100 %`;
}

/** Who sells with which share, the first one first. */
export interface Sharer {
  id: number;
  roleName: string;
  share: number;
  reached?: Person['reached'];
}

/** What somebody earns with one trigger. */
export interface Earning {
  userId: number;
  earns: RuleInput['earner'];
  trigger: Trigger;
  /** Hundredths of a percent. */
  share: number;
  parts: Part[];
  /** Before the split. */
  whole: number;
  amount: number;
  /** A share of an unknown basis is missing from the amount. */
  open: boolean;
}

/** Whether a rule with this verdict pays. */
export const pays = (verdict: Verdict): boolean => verdict === 'wins' || verdict === 'adds';

/** What a person earns by trigger, before the split. */
function wholesOf(rules: readonly Rule[], sale: Sale, person: Person, day: string) {
  const paying = judge(rules, sale, person, day).flatMap(({ rule, verdict }) => (pays(verdict) ? [rule] : []));
  const triggers = [...new Set(paying.map(({ trigger }) => trigger))];
  return triggers.map((trigger) => {
    const parts = paying.filter((rule) => rule.trigger === trigger).map((rule) => partOf(rule, sale));
    const whole = parts.reduce((sum, { amount }) => sum + amount, 0);
    return { trigger, parts, whole, open: parts.some(({ basis, base }) => basis !== null && base === null) };
  });
}

/**
 * What a sale earns everybody by the rules of a day. Each seller gets the share of what they would earn alone; who earns
 * by a role at the place is no part of the split.
 */
export function earningsOf(
  rules: readonly Rule[],
  sale: Sale,
  people: { sellers: readonly Sharer[]; team: readonly Omit<Sharer, 'share'>[] },
  day: string,
): Earning[] {
  const shares = people.sellers.map(({ share }) => share);
  const sellers = people.sellers.flatMap(({ id, roleName, share, reached = [] }, at) =>
    wholesOf(rules, sale, { id, roleName, earns: 'seller', reached }, day).map((one) => {
      const amount = splitBy(one.whole, shares)[at]!;
      return { userId: id, earns: 'seller' as const, share, ...one, amount };
    }),
  );
  const team = people.team.flatMap(({ id, roleName, reached = [] }) =>
    wholesOf(rules, sale, { id, roleName, earns: 'role', reached }, day).map((one) => ({
      userId: id,
      earns: 'role' as const,
      share: WHOLE,
      ...one,
      amount: one.whole,
    })),
  );
  return [...sellers, ...team];
}
