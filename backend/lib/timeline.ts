import type { Timeline } from '#domain/timeline.ts';
import type { Ctx } from './context.ts';

/** How a field of the audit is called and written in the activity of a record. */
export type FieldText = [label: string, write: (value: unknown) => string];

const euros = new Intl.NumberFormat('it-IT', { style: 'currency', currency: 'EUR' });
const numbers = new Intl.NumberFormat('it-IT', { maximumFractionDigits: 4 });
const given = (write: (value: never) => string) => (value: unknown) =>
  value === null || value === undefined || value === '' ? '—' : write(value as never);

/** Ways to write a value; absent values are a dash. */
export const write = {
  text: given((value: unknown) => String(value)),
  money: given((cents: number) => euros.format(cents / 100)),
  number: given((value: number) => numbers.format(value)),
  percent: given((value: number) => `${numbers.format(value)} %`),
  day: given((day: string) => day.split('-').toReversed().join('/')),
  flag: (value: unknown) => (value ? 'Sì' : 'No'),
  list: given((items: string[]) => (items.length > 0 ? items.join(', ') : '—')),
};

/** Saves of one person within this many minutes read as one change. */
const TOGETHER_MS = 15 * 60_000;

interface Vocabulary {
  actions: Record<string, string>;
  fields: Record<string, FieldText>;
}

type Facts = Record<string, unknown> | null;
interface Step {
  at: string;
  who: string;
  userId: number | null;
  action: string;
  before: Facts;
  after: Facts;
}

/**
 * The activity of a record from its audit rows, newest first, at most 200 changes. Fields without a name in the vocabulary stay
 * unsaid. Consecutive saves of one person, as autosave makes them, are one entry from the first value to the last.
 */
export async function timelineOf(
  ctx: Ctx,
  entity: string,
  ids: readonly number[],
  { actions, fields }: Vocabulary,
): Promise<Timeline> {
  const rows = await ctx.db
    .selectFrom('auditEvents')
    .select(['at', 'userId', 'userName as who', 'action', 'before', 'after'])
    .where('companyId', '=', ctx.user.companyId)
    .where('entity', '=', entity)
    .where('entityId', 'in', ids)
    .orderBy('id', 'desc')
    .limit(1000)
    .execute();
  const steps = rows.toReversed().reduce<Step[]>(together, []);
  return steps
    .toReversed()
    .slice(0, 200)
    .map(({ at, who, action, before, after }) => ({
      at,
      who,
      what: actions[action] ?? action,
      changes: changes(before, after, fields),
    }));
}

function together(
  steps: Step[],
  row: { at: string; userId: number | null; who: string; action: string; before: unknown; after: unknown },
): Step[] {
  const step = { ...row, before: row.before as Facts, after: row.after as Facts };
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

function changes(before: Facts, after: Facts, fields: Vocabulary['fields']): Timeline[number]['changes'] {
  if (!before || !after) return [];
  return Object.entries(fields).flatMap(([key, [field, text]]) => {
    if (!(key in after)) return [];
    const [from, to] = [text(before[key]), text(after[key])];
    return from === to ? [] : [{ field, from, to }];
  });
}
