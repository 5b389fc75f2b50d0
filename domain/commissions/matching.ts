/** Which rules pay a person for a sale, and why the others do not (rules.md §11). */
import type { Objective } from '../contracts/terms.ts';
import type { SaleChannel } from '../stock/terms.ts';
import type { RuleInput } from './rule-fields.ts';
import type { TargetGate } from './target-gates.ts';
import type { SaleKind, Subject } from './terms.ts';

/** Before the id of a rule of the company in its key. */
export const RULE_KEY = 'rule-';

/** A rule as it is matched: of the company, or of a seller's own plan. */
export interface Rule extends RuleInput {
  /** Unlike that of any other rule. */
  key: string;
  /** Counts as the one that began last: it is only tried. */
  isTried?: true;
}

/** What is sold of a subject: how many, and what it brings; cents, null: unknown. */
interface Sold {
  count: number;
  net: number | null;
  earned: number | null;
}

/** What rules read of a contract; cents, null: unknown. */
export interface Sale {
  kind: SaleKind;
  channel: SaleChannel;
  locationId: number | null;
  makerId: number | null;
  modelId: number | null;
  basketIds: readonly number[];
  objectives: readonly Objective[];
  /** Cars sold: several to a trader. */
  cars: number;
  marginFirst: number | null;
  marginSecond: number | null;
  marginThird: number | null;
  netRevenue: number | null;
  sold: Readonly<Record<Exclude<Subject, 'car'>, Sold>>;
}

/** Somebody who may earn: who sells, or who has a role at the place of the sale. */
export interface Person {
  id: number;
  roleName: string;
  earns: RuleInput['earner'];
  /** The targets of the sale's month that are reached: the own ones, of a role those of the place. */
  reached?: readonly TargetGate[];
}

/** What a rule asks that the sale or the person is not. */
const missed = {
  day: 'non in vigore quel giorno',
  earner: 'paga altri',
  sale: 'altro tipo di vendita',
  user: 'altra persona',
  role: 'altro ruolo',
  model: 'altro modello',
  basket: 'fuori dal paniere',
  brand: 'altra marca',
  location: 'altra sede',
  channel: 'altro canale',
  nothing: 'non venduto',
  gate: 'obiettivo non raggiunto',
  target: 'obiettivo del mese non raggiunto',
} as const;
export type Missed = keyof typeof missed;

/** What becomes of a rule. */
export const verdicts = {
  wins: 'vince: la più stretta',
  adds: 'si somma',
  equal: 'altrettanto stretta, non si somma',
  wider: 'più larga, non si somma',
  ...missed,
} as const;
export type Verdict = keyof typeof verdicts;

/** A rule, and what becomes of it. */
export interface Judged {
  rule: Rule;
  verdict: Verdict;
}

export const countOf = (sale: Sale, subject: Subject): number =>
  subject === 'car' ? sale.cars : sale.sold[subject].count;

const isIn = <T>(wanted: T | null, is: T | null) => wanted === null || wanted === is;

/** The first condition of a rule that does not hold; null when all do. */
function missedBy(rule: Rule, sale: Sale, person: Person, day: string): Missed | null {
  if (day < rule.from || (rule.to !== null && day > rule.to)) return 'day';
  if (rule.earner !== person.earns) return 'earner';
  if (!isIn(rule.sale, sale.kind)) return 'sale';
  if (!isIn(rule.userId, person.id)) return 'user';
  if (!isIn(rule.roleName, person.roleName)) return 'role';
  if (!isIn(rule.modelId, sale.modelId)) return 'model';
  if (rule.basketId !== null && !sale.basketIds.includes(rule.basketId)) return 'basket';
  if (!isIn(rule.makerId, sale.makerId)) return 'brand';
  if (!isIn(rule.locationId, sale.locationId)) return 'location';
  if (!isIn(rule.channel, sale.channel)) return 'channel';
  if (countOf(sale, rule.subject) === 0) return 'nothing';
  if (rule.gate !== null && !sale.objectives.includes(rule.gate)) return 'gate';
  if (rule.target !== null && !person.reached?.includes(rule.target)) return 'target';
  return null;
}

/** What makes a rule narrow, the weightiest first; a kind of sale tells only otherwise equal rules apart. */
const narrowing = ['userId', 'roleName', 'modelId', 'basketId', 'makerId', 'locationId', 'channel', 'sale'] as const;

/** How narrow a rule is: of two the one with the weightier condition, whatever else the other asks. */
export const narrowness = (rule: Rule): number =>
  narrowing.reduce((sum, key) => sum * 2 + (rule[key] === null ? 0 : 1), 0);

/** Of equally narrow rules the one that began last. */
const laterFirst = (one: Rule, other: Rule) =>
  Number(other.isTried ?? false) - Number(one.isTried ?? false) ||
  other.from.localeCompare(one.from) ||
  one.key.localeCompare(other.key);

/** Of the rules of one subject that fit the narrowest ones, and the one of them that wins where it does not add. */
function narrowestOf(rivals: readonly Rule[]): { equals: ReadonlySet<Rule>; winner: Rule | undefined } {
  const widths = rivals.map(narrowness);
  const most = Math.max(...widths);
  const equals = rivals.filter((_, at) => widths[at] === most);
  return { equals: new Set(equals), winner: equals.filter(({ adds }) => !adds).toSorted(laterFirst)[0] };
}

/**
 * Says of each rule whether it pays this person for this sale by what holds on a day. Rules of the same subject stand
 * against each other: the narrowest wins; of equally narrow ones the one that began last, and all that are marked to add.
 */
export function judge(rules: readonly Rule[], sale: Sale, person: Person, day: string): Judged[] {
  const judged = rules.map((rule) => ({ rule, missed: missedBy(rule, sale, person, day) }));
  const fitting = judged.flatMap(({ rule, missed }) => (missed === null ? [rule] : []));
  const narrowest = new Map(
    [...Map.groupBy(fitting, ({ subject }) => subject)].map(([subject, rivals]) => [subject, narrowestOf(rivals)]),
  );
  const verdictOf = (rule: Rule): Verdict => {
    const { equals, winner } = narrowest.get(rule.subject)!;
    if (!equals.has(rule)) return 'wider';
    if (rule.adds) return equals.size === 1 ? 'wins' : 'adds';
    return rule === winner ? 'wins' : 'equal';
  };
  return judged.map(({ rule, missed }) => ({ rule, verdict: missed ?? verdictOf(rule) }));
}
