/** The verbs of settings that change on a date (domain/record/dated.ts), made once for each group of settings. */
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { addDays, daysBetween } from '#domain/dates.ts';
import type { DatedAnswer } from '#domain/record/in-force.ts';
import { Failure } from '#domain/errors.ts';
import { factsIn, textOf } from '#domain/record/field-text.ts';
import { shortOf, typed, type Fields, type Values } from '#domain/record/fields.ts';
import { day } from '#domain/italian.ts';
import type { Ctx } from '../work/context.ts';
import { takeVersion, versionOf } from './param-versions.ts';
import { readSettingsOn, writeCompanyParams } from './params.ts';
import { timelineOf } from './timeline.ts';

/** The number of days that a change may lie ahead, and the number of future changes. */
const AHEAD = 730;
const MOST_WAITING = 12;

export interface Dated<F extends Fields, Beside extends object> {
  /** Prefix of its parameters: `quotes.expiryDays`. */
  group: string;
  /** Its name in the audit. */
  entity: string;
  fields: F;
  /** Reads the values in force on each day, for groups that depend on more than the company's own settings. */
  readOn?: (ctx: Ctx, days: readonly string[]) => Promise<Values<F>[]>;
  /** Throws at the field where values do not fit other records. */
  check?: (ctx: Ctx, values: Values<F> & { from: string }) => Promise<void>;
  /** What is stored of changed values, for groups in which not every value is the company's own; absent: all. */
  kept?: (ctx: Ctx, changed: Readonly<Record<string, unknown>>, from: string) => Promise<Record<string, unknown>>;
  /** What follows from a change from a day on. */
  saved?: (ctx: Ctx, changed: readonly string[], from: string) => Promise<void>;
  /** The values for the activity, with names in place of ids. */
  named?: (ctx: Ctx, values: Values<F>) => Promise<Record<string, unknown>>;
  /** Further data for the page. */
  beside?: (ctx: Ctx) => Promise<Beside>;
}

type Saved<V> = { body: V & { from: string }; version: number };

/**
 * The days on which a setting of the group begins, with the names of the settings: the newest one in force, and all
 * future ones.
 */
async function readDays(ctx: Ctx, group: string): Promise<{ from: string; changed: string[] }[]> {
  const { rows } = await sql<{ from: string; changed: string[] }>`
    select valid_from as "from", array_agg(split_part(key, '.', 2) order by key) as changed from params
    where company_id = ${ctx.user.companyId} and split_part(key, '.', 1) = ${group}
    group by valid_from order by valid_from desc limit ${MOST_WAITING + 1}`.execute(ctx.db);
  const days = rows.toReversed();
  const inForce = days.findLastIndex(({ from }) => from <= ctx.today);
  return days.slice(Math.max(0, inForce));
}

const readOn = <F extends Fields>(ctx: Ctx, of: Dated<F, object>, days: readonly string[]): Promise<Values<F>[]> =>
  of.readOn ? of.readOn(ctx, days) : readSettingsOn(ctx.db, ctx.user.companyId, of, days);

async function answer<F extends Fields, Beside extends object>(
  ctx: Ctx,
  of: Dated<F, Beside>,
): Promise<DatedAnswer<Values<F>> & Beside> {
  const days = await readDays(ctx, of.group);
  const now = days.find(({ from }) => from <= ctx.today) ?? { from: null, changed: [] };
  const waiting = days.filter(({ from }) => from > ctx.today);
  const values = await readOn(ctx, of, [ctx.today, ...waiting.map(({ from }) => from)]);
  const periods = [now, ...waiting].map((period, at) => ({ ...period, values: values[at]! }));
  return { version: await versionOf(ctx, of.group), periods, ...((await of.beside?.(ctx)) ?? ({} as Beside)) };
}

/** Locks the settings for a change; throws `stale` when they changed since the caller read them. */
const take = <F extends Fields>(ctx: Ctx, of: Dated<F, object>, seen: number): Promise<void> =>
  takeVersion(ctx, of.group, seen, () => answer(ctx, of));

/** Deletes what begins on this day; returns the number of values. */
async function forget(ctx: Ctx, group: string, from: string, names: readonly string[]): Promise<bigint> {
  const keys = names.map((name) => `${group}.${name}`);
  const [{ numDeletedRows } = { numDeletedRows: 0n }] = await ctx.db
    .deleteFrom('params')
    .where('companyId', '=', ctx.user.companyId)
    .where('validFrom', '=', from)
    .where('key', 'in', keys)
    .execute();
  return numDeletedRows;
}

async function factsOf<F extends Fields>(ctx: Ctx, of: Dated<F, object>, values: Values<F>) {
  return factsIn(of.fields, (await of.named?.(ctx, values)) ?? values);
}

/** Throws `invalid` at `from` for a day that is past or too far ahead, or when too many changes are waiting. */
async function checkDay(ctx: Ctx, group: string, from: string): Promise<void> {
  const refuse = (message: string) => new Failure('invalid', undefined, { fields: { from: message } });
  if (from < ctx.today) throw refuse('Scegliere oggi o un giorno futuro: il passato non cambia');
  if (daysBetween(ctx.today, from) > AHEAD) throw refuse('Scegliere un giorno entro due anni');
  if (from === ctx.today) return;
  const waiting = (await readDays(ctx, group)).filter((each) => each.from > ctx.today && each.from !== from);
  if (waiting.length >= MOST_WAITING) throw refuse(`Ci sono già ${MOST_WAITING} modifiche programmate: annullarne una`);
}

/**
 * Sets values from a day on, today or later; values that equal those of the day before are not stored again. Issued
 * documents keep the values they were issued with. Throws `stale`, and `invalid` at `from` or at a field.
 */
async function save<F extends Fields, Beside extends object>(
  ctx: Ctx,
  of: Dated<F, Beside>,
  { body: values, version }: Saved<Values<F>>,
) {
  const { group, entity, fields } = of;
  const names = typed(fields).map(([key]) => key);
  const { from } = values;
  await take(ctx, of, version);
  await checkDay(ctx, group, from);
  await of.check?.(ctx, values);
  const [before, base] = (await readOn(ctx, of, [from, addDays(from, -1)])) as [Values<F>, Values<F>];
  const valueOf = (one: Values<F>, key: string) => (one as Record<string, unknown>)[key];
  const changed = names.filter((key) => !isDeepStrictEqual(valueOf(values, key), valueOf(base, key)));
  const same = names.filter((key) => !changed.includes(key));
  const typedIn = Object.fromEntries(changed.map((key) => [key, valueOf(values, key)]));
  const kept = of.kept ? await of.kept(ctx, typedIn, from) : typedIn;
  const set = Object.fromEntries(Object.entries(kept).map(([key, value]) => [`${group}.${key}`, value]));
  await writeCompanyParams(ctx.db, ctx.user.companyId, from, set);
  if (same.length > 0) await forget(ctx, group, from, same);
  await of.saved?.(ctx, changed, from);
  // What is in force then: not each typed value is kept.
  const [after] = (await readOn(ctx, of, [from])) as [Values<F>];
  ctx.audit({
    action: from > ctx.today ? 'schedule' : 'update',
    entity,
    entityId: ctx.user.companyId,
    before: { ...(await factsOf(ctx, of, before)), from: null },
    after: { ...(await factsOf(ctx, of, after)), from },
  });
  return answer(ctx, of);
}

/** Cancels a change on a future day. Throws `stale`, and `not_found` when nothing begins on that day. */
async function unschedule<F extends Fields, Beside extends object>(
  ctx: Ctx,
  of: Dated<F, Beside>,
  { body: { from }, version }: { body: { from: string }; version: number },
) {
  const { group, entity, fields } = of;
  await take(ctx, of, version);
  const names = typed(fields).map(([key]) => key);
  const taken = from > ctx.today ? await forget(ctx, group, from, names) : 0n;
  if (taken === 0n) throw new Failure('not_found');
  ctx.audit({ action: 'unschedule', entity, entityId: ctx.user.companyId, before: { from }, after: { from: null } });
  return answer(ctx, of);
}

const history = <F extends Fields>(ctx: Ctx, { entity, fields }: Dated<F, object>) =>
  timelineOf(ctx, entity, [ctx.user.companyId], {
    actions: {
      update: 'ha cambiato i parametri',
      schedule: 'ha programmato una modifica',
      unschedule: 'ha annullato una modifica programmata',
    },
    fields: {
      from: ['Da', (value) => (typeof value === 'string' ? day(value) : '—')],
      ...Object.fromEntries(
        typed(fields).map(([key, field]) => [key, [shortOf(field), (value) => textOf(field, value)]]),
      ),
    },
  });

/** The verbs of a group of dated settings. */
export const datedSettings = <const F extends Fields, Beside extends object = object>(of: Dated<F, Beside>) => ({
  read: (ctx: Ctx) => answer(ctx, of),
  save: (ctx: Ctx, input: Saved<Values<F>>) => save(ctx, of, input),
  unschedule: (ctx: Ctx, input: { body: { from: string }; version: number }) => unschedule(ctx, of, input),
  history: (ctx: Ctx) => history(ctx, of),
});
