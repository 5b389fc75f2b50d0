import { ruleLabels, type CatalogKind } from '#domain/catalog/editions/tables.ts';
import { byNumbers } from '#domain/order.ts';
import type { CallAnswer } from '#site/lib/call.ts';
import { absent, valueIn, type Listed } from '../control.server.ts';

export type Shown = CallAnswer<'GET /catalog/lists/versions/:id'>;
export type Problem = Shown['problems'][number];

/** What an edition makes of a row. */
export const marks = {
  new: { sign: '+', label: 'aggiunta' },
  changed: { sign: '~', label: 'modificata' },
  gone: { sign: '−', label: 'ritirata' },
} as const;
export type Mark = keyof typeof marks;

export const isGone = (one: Listed): boolean => (valueIn(one, 'retiredOn') ?? null) !== null;

/** What becomes of a row in the edition; null: it stays. */
export function markOf(one: Listed): Mark | null {
  if (one.after === null) return null;
  if (one.row === null) return 'new';
  const goes = one.after.retiredOn ?? (one.after.published === false || one.after.shown === false ? true : null);
  return goes === null ? 'changed' : 'gone';
}

/** An option of the version: what it is, how the version has it, and at what price. */
export interface Line {
  id: string;
  one: Listed;
  option: Listed;
  price: Listed;
  kind: string;
  code: string;
  name: string;
  mark: Mark | null;
  /** What it wants, excludes or contains, by the codes of the others. */
  rules: { verb: string; code: string; isNew: boolean }[];
  /** Of a pack: the options in it with their prices together, in cents. */
  parts: { names: string[]; sum: number } | null;
}

const text = (one: Listed, field: string) => String(valueIn(one, field) ?? '');
/** Cents that an option costs with the edition; null: it is standard, or has no price yet. */
export const priceAfter = ({ one, price }: Pick<Line, 'one' | 'price'>): number | null => {
  const cents = valueIn(price, 'price');
  return valueIn(one, 'standard') === true || cents === null ? null : Number(cents);
};

/** Options of one table: a version may have thousands. */
export const LINES_SHOWN = 150;

/** A page of them; of more than one page those with the first places stand first. */
const pageFrom = <T>(all: readonly T[], from: number, placeOf: (one: T) => number): readonly T[] =>
  all.length <= LINES_SHOWN
    ? all
    : all.toSorted((one, other) => placeOf(one) - placeOf(other)).slice(from, from + LINES_SHOWN);

/** A page of a table, with what blocks the edition first, then what it changes. */
export function linesFrom(lines: readonly Line[], from: number, problems: readonly Problem[]): readonly Line[] {
  const wrong = new Set(problems.flatMap(({ blocks, optionId }) => (blocks ? [String(optionId)] : [])));
  return pageFrom(lines, from, ({ id, mark }) => (wrong.has(id) ? 0 : mark === null ? 2 : 1));
}

const placeOfRule = ({ after }: Listed) => (after === null ? 1 : 0);
/** A page of its rules, with those that the edition changes first. */
export const rulesFrom = (rules: readonly Listed[], from: number): readonly Listed[] =>
  pageFrom(rules, from, placeOfRule);

/** From which rule on the page begins that has this one. */
export const pageOfRule = (rules: readonly Listed[], rule: Listed): number =>
  rules.length <= LINES_SHOWN
    ? 0
    : Math.floor(rules.toSorted((one, other) => placeOfRule(one) - placeOfRule(other)).indexOf(rule) / LINES_SHOWN) *
      LINES_SHOWN;

/** Finds rows of a version by kind and key. */
export function rowsOf({ rows }: Shown): (kind: CatalogKind, key: string) => Listed {
  const known = new Map(rows.map((one) => [`${one.kind} ${one.key}`, one]));
  return (kind, key) => known.get(`${kind} ${key}`) ?? absent(kind, key);
}

/** The options of a version, by their codes. */
export function linesOf(shown: Shown): Line[] {
  const at = rowsOf(shown);
  const rules = Map.groupBy(
    shown.rows
      .filter((one) => one.kind === 'optionRules' && !isGone(one))
      .map((one) => {
        const [from = '', verb = '', to = ''] = one.key.split(':');
        return { from, verb: verb as keyof typeof ruleLabels, to, isNew: one.row === null };
      }),
    ({ from }) => from,
  );
  const codeOf = (id: string) => text(at('options', id), 'code') || id;
  const has = (id: string) => at('versionOptions', `${shown.version.id}:${id}`);
  const priceOf = (id: string) => at('versionOptionPrices', `${shown.version.id}:${id}:day`);
  return shown.rows
    .filter(({ kind }) => kind === 'versionOptions')
    .map((one): Line => {
      const id = one.key.split(':')[1]!;
      const [option, price] = [at('options', id), priceOf(id)];
      const own = rules.get(id) ?? [];
      const parts = own.filter(({ verb }) => verb === 'includes').map(({ to }) => to);
      const kind = text(option, 'kind');
      return {
        id,
        one,
        option,
        price,
        kind,
        code: text(option, 'code'),
        name: text(option, 'name'),
        mark: markOf(one) ?? ((option.after ?? price.after) && 'changed'),
        rules: own
          .filter(({ verb }) => verb !== 'includes' || kind !== 'pack')
          .map(({ verb, to, isNew }) => ({ verb: ruleLabels[verb], code: codeOf(to), isNew })),
        parts:
          kind === 'pack'
            ? {
                names: parts.map((part) => text(at('options', part), 'name') || part),
                sum: parts.reduce((sum, part) => sum + (priceAfter({ one: has(part), price: priceOf(part) }) ?? 0), 0),
              }
            : null,
      };
    })
    .toSorted((first, second) => byNumbers(first.code, second.code));
}
