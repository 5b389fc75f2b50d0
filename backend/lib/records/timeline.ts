import { textOf } from '#domain/record/field-text.ts';
import { shortOf, type Field } from '#domain/record/fields.ts';
import { day, money, number, percent, yesNo } from '#domain/italian.ts';
import type { Timeline } from '#domain/record/timeline.ts';
import type { Facts } from './audit.ts';
import type { Ctx } from '../work/context.ts';

/** The label of an audited field in the activity, and how its value is written. */
export type FieldText = [label: string, write: (value: unknown) => string];

const NOTHING = '—';
const given =
  <T>(write: (value: T) => string) =>
  (value: unknown) =>
    value === null || value === undefined || value === '' ? NOTHING : write(value as T);

/** Ways to write a value; an absent value is a dash. */
export const write = {
  text: given((value: unknown) => String(value)),
  money: given(money),
  number: given(number),
  percent: given(percent),
  day: given(day),
  flag: (value: unknown) => yesNo(Boolean(value)),
  /** The word of a key in a table of words or states; a dash for one that is not there. */
  word:
    (words: Readonly<Record<string, { label: string } | string>>) =>
    (value: unknown): string => {
      const found = words[String(value)];
      return found === undefined ? NOTHING : typeof found === 'string' ? found : found.label;
    },
  list: given((items: string[]) => (items.length > 0 ? items.join(', ') : NOTHING)),
};

/** The label and text of a field in the activity. */
export const fieldText = (field: Field): FieldText => [shortOf(field), (value) => textOf(field, value)];

/** Actions that may occur in the activity of any record. */
const everywhere: Record<string, string> = {
  facts_erased: 'ha cancellato i dati dalla cronologia',
  comment: 'ha scritto un commento',
};

/** Saves of one person within this time are shown as one change. */
const TOGETHER_MS = 15 * 60_000;

/** The words for the actions of a record and the fields of its audit. */
export interface Vocabulary {
  /** Verb phrases by action; null: not shown, because something else tells it. */
  actions: Record<string, string | null>;
  fields: Record<string, FieldText>;
  /** Who acted, and the verb phrase, for actions of people outside the company; null: use the noted actor. */
  outside?: (action: string, after: Facts | null, noted: string) => { who: string; what: string } | null;
}

/** No facts were noted, or they were erased. */
const NO_FACTS = { before: null, after: null };
interface Step {
  at: string;
  who: string;
  userId: number | null;
  action: string;
  before: Facts | null;
  after: Facts | null;
}

/**
 * The activity of a record from its audit rows, newest first, at most 200 changes. Fields without a label in the
 * vocabulary are left out; `beside` are records of another kind that belong to it. Consecutive saves of one person, as
 * autosave makes them, are one entry from the first value to the last.
 */
export async function timelineOf(
  ctx: Ctx,
  entity: string,
  ids: readonly number[],
  { actions, fields, outside }: Vocabulary,
  beside: { entity: string; ids: readonly number[] } = { entity: '', ids: [] },
): Promise<Timeline> {
  const rows = await ctx.db
    .selectFrom('auditEvents as e')
    .leftJoin('auditFacts as f', (on) => on.onRef('f.companyId', '=', 'e.companyId').onRef('f.eventId', '=', 'e.id'))
    .leftJoin('users as u', (on) => on.onRef('u.companyId', '=', 'e.companyId').onRef('u.id', '=', 'e.userId'))
    .select(['e.at', 'e.userId', 'e.action', 'f.facts'])
    .select((eb) => eb.fn.coalesce('u.name', 'e.userName').as('who'))
    .where('e.companyId', '=', ctx.user.companyId)
    .where((eb) =>
      eb.or(
        [{ entity, ids }, beside]
          .filter((of) => of.ids.length > 0)
          .map((of) => eb.and([eb('e.entity', '=', of.entity), eb('e.entityId', 'in', of.ids)])),
      ),
    )
    .orderBy('e.id', 'desc')
    .limit(1000)
    .execute();
  const steps = rows
    .filter(({ action }) => actions[action] !== null)
    .toReversed()
    .map(({ facts, ...row }) => ({ ...row, ...((facts as Pick<Step, 'before' | 'after'> | null) ?? NO_FACTS) }))
    .reduce<Step[]>(together, []);
  return steps
    .toReversed()
    .slice(0, 200)
    .map(({ at, who, action, before, after }) => ({
      at,
      ...(outside?.(action, after, who) ?? { who, what: actions[action] ?? everywhere[action] ?? action }),
      // Facts that only belong to the event, such as its reason, have no former value: a dash as former value is shown
      // for edits only.
      changes: changes(before, after, fields).map((one) =>
        one.from === NOTHING && action !== 'update' ? { ...one, from: '' } : one,
      ),
    }));
}

function together(steps: Step[], step: Step): Step[] {
  const last = steps.at(-1);
  const joins =
    last?.action === 'update' &&
    step.action === 'update' &&
    last.userId === step.userId &&
    Date.parse(step.at) - Date.parse(last.at) < TOGETHER_MS;
  if (!joins) return [...steps, step];
  return [
    ...steps.slice(0, -1),
    { ...step, before: { ...step.before, ...last.before }, after: { ...last.after, ...step.after } },
  ];
}

function changes(before: Facts | null, after: Facts | null, fields: Vocabulary['fields']): Timeline[number]['changes'] {
  if (!before || !after) return [];
  return Object.entries(fields).flatMap(([key, [field, text]]) => {
    if (!(key in after)) return [];
    const [from, to] = [text(before[key]), text(after[key])];
    return from === to ? [] : [{ field, from, to }];
  });
}
