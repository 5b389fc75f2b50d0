/** What the calls of settings that hold from a day on do (domain/dated.ts), bound once for each group of them. */
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { addDays, daysBetween } from '#domain/dates.ts';
import type { DatedAnswer } from '#domain/in-force.ts';
import { Failure } from '#domain/errors.ts';
import { factOf, textOf } from '#domain/field-text.ts';
import { shortOf, typed, type Fields, type Values } from '#domain/fields.ts';
import { day } from '#domain/italian.ts';
import type { Ctx } from './context.ts';
import { readSettingsOn, writeCompanyParams } from './params.ts';
import { timelineOf } from './timeline.ts';

/** Days that a change may lie ahead, and how many changes may wait. */
const AHEAD = 730;
const MOST_WAITING = 12;

export interface Dated<F extends Fields, Beside extends object> {
  /** Keys of its parameters begin with it: `quotes.expiryDays`. */
  group: string;
  /** Its name in the audit. */
  entity: string;
  fields: F;
  /** What is in force on each of the days, where that is not what the company set alone. */
  readOn?: (ctx: Ctx, days: readonly string[]) => Promise<Values<F>[]>;
  /** Throws at the field where values do not fit other records. */
  check?: (ctx: Ctx, values: Values<F>) => Promise<void>;
  /** The values as the activity keeps them, where ids have names. */
  named?: (ctx: Ctx, values: Values<F>) => Promise<Record<string, unknown>>;
  /** What else the page needs. */
  beside?: (ctx: Ctx) => Promise<Beside>;
}

type Saved<V> = { body: V & { from: string }; version: number };

export function datedSettings<const F extends Fields, Beside extends object = object>(of: Dated<F, Beside>) {
  const { group, entity, fields } = of;
  const names = typed(fields).map(([key]) => key);
  const readOn =
    of.readOn ??
    (({ db, user }: Ctx, days: readonly string[]) => readSettingsOn(db, user.companyId, { group, fields }, days));

  /** Days from which something is set, each with what: the newest that is in force, and those to come. */
  async function readDays(ctx: Ctx): Promise<{ from: string; changed: string[] }[]> {
    const { rows } = await sql<{ from: string; changed: string[] }>`
      select valid_from as "from", array_agg(split_part(key, '.', 2) order by key) as changed from params
      where company_id = ${ctx.user.companyId} and split_part(key, '.', 1) = ${group}
      group by valid_from order by valid_from desc limit ${MOST_WAITING + 1}`.execute(ctx.db);
    const days = rows.toReversed();
    return days.slice(
      Math.max(
        0,
        days.findLastIndex(({ from }) => from <= ctx.today),
      ),
    );
  }

  async function answer(ctx: Ctx): Promise<DatedAnswer<Values<F>> & Beside> {
    const row = await ctx.db
      .selectFrom('paramVersions')
      .select('version')
      .where('companyId', '=', ctx.user.companyId)
      .where('name', '=', group)
      .executeTakeFirst();
    const days = await readDays(ctx);
    const now = days.find(({ from }) => from <= ctx.today) ?? { from: null, changed: [] };
    const waiting = days.filter(({ from }) => from > ctx.today);
    const values = await readOn(ctx, [ctx.today, ...waiting.map(({ from }) => from)]);
    const periods = [now, ...waiting].map((period, at) => ({ ...period, values: values[at]! }));
    return { version: row?.version ?? 1, periods, ...((await of.beside?.(ctx)) ?? ({} as Beside)) };
  }

  /** Locks the settings for a change; throws `stale` where the caller saw other ones. */
  async function take(ctx: Ctx, seen: number): Promise<void> {
    const own = { companyId: ctx.user.companyId, name: group };
    await ctx.db
      .insertInto('paramVersions')
      .values(own)
      .onConflict((on) => on.doNothing())
      .execute();
    const { version } = await ctx.db
      .selectFrom('paramVersions')
      .select('version')
      .where((eb) => eb.and(own))
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (version !== seen) throw new Failure('stale', undefined, { current: await answer(ctx) });
    await ctx.db
      .updateTable('paramVersions')
      .set({ version: version + 1, updatedAt: ctx.now })
      .where((eb) => eb.and(own))
      .execute();
  }

  const forget = (ctx: Ctx, from: string, keys: readonly string[]) =>
    ctx.db
      .deleteFrom('params')
      .where('companyId', '=', ctx.user.companyId)
      .where('validFrom', '=', from)
      .where(
        'key',
        'in',
        keys.map((key) => `${group}.${key}`),
      )
      .execute();

  async function factsOf(ctx: Ctx, values: Values<F>): Promise<Record<string, unknown>> {
    const named: Record<string, unknown> = (await of.named?.(ctx, values)) ?? values;
    return Object.fromEntries(typed(fields).map(([key, field]) => [key, factOf(field, named[key])]));
  }

  /**
   * Sets from a day on, today or later; what is as it was the day before is not set anew. What was issued keeps its own. Throws
   * `invalid` at `from` for a day that has passed or lies too far ahead.
   */
  async function save(ctx: Ctx, { body, version }: Saved<Values<F>>) {
    await take(ctx, version);
    const { from, ...rest } = body;
    const values = rest as unknown as Values<F>;
    const refuse = (message: string) => new Failure('invalid', undefined, { fields: { from: message } });
    if (from < ctx.today) throw refuse('Scegliere oggi o un giorno futuro: il passato non cambia');
    if (daysBetween(ctx.today, from) > AHEAD) throw refuse('Scegliere un giorno entro due anni');
    await of.check?.(ctx, values);
    const waiting = (await readDays(ctx)).filter((each) => each.from > ctx.today && each.from !== from);
    if (from > ctx.today && waiting.length >= MOST_WAITING)
      throw refuse(`Ci sono già ${MOST_WAITING} modifiche programmate: annullarne una`);
    const [before, base] = (await readOn(ctx, [from, addDays(from, -1)])) as [Values<F>, Values<F>];
    const valueOf = (from_: Values<F>, key: string) => (from_ as Record<string, unknown>)[key];
    const changed = names.filter((key) => !isDeepStrictEqual(valueOf(values, key), valueOf(base, key)));
    const same = names.filter((key) => !changed.includes(key));
    const set = Object.fromEntries(changed.map((key) => [`${group}.${key}`, valueOf(values, key)]));
    await writeCompanyParams(ctx.db, ctx.user.companyId, from, set);
    if (same.length > 0) await forget(ctx, from, same);
    ctx.audit({
      action: from > ctx.today ? 'schedule' : 'update',
      entity,
      entityId: ctx.user.companyId,
      before: { ...(await factsOf(ctx, before)), from: null },
      after: { ...(await factsOf(ctx, values)), from },
    });
    return answer(ctx);
  }

  /** Takes back what was set from a day to come. Throws `not_found` when nothing begins on it. */
  async function unschedule(ctx: Ctx, { body: { from }, version }: { body: { from: string }; version: number }) {
    await take(ctx, version);
    const { numDeletedRows } = (await forget(ctx, from > ctx.today ? from : '0001-01-01', names))[0]!;
    if (numDeletedRows === 0n) throw new Failure('not_found');
    const facts = { before: { from }, after: { from: null } };
    ctx.audit({ action: 'unschedule', entity, entityId: ctx.user.companyId, ...facts });
    return answer(ctx);
  }

  const history = (ctx: Ctx) =>
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

  return { read: answer, save, unschedule, history };
}
