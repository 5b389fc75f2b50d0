import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { addDays, daysBetween } from '#domain/dates.ts';
import { Failure } from '#domain/errors.ts';
import { factOf, textOf } from '#domain/field-text.ts';
import { shortOf, typed } from '#domain/fields.ts';
import { day } from '#domain/italian.ts';
import type { quotes as table } from '#domain/quotes/endpoints.ts';
import { quoteSettingFields, type QuoteSettings } from '#domain/quotes/setting-fields.ts';
import { settingNames, type QuoteSettingsAnswer } from '#domain/quotes/settings.ts';
import type { VerbOf } from '../lib/bind.ts';
import type { Ctx } from '../lib/context.ts';
import { readQuoteSettings, readQuoteSettingsOn, writeCompanyParams } from '../lib/params.ts';
import { timelineOf } from '../lib/timeline.ts';

type Table = typeof table;
const GROUP = 'quotes';
const ENTITY = 'quote_settings';
/** Days that a change may lie ahead, and how many changes may wait. */
const AHEAD = 730;
const MOST_WAITING = 12;

const settingsOn = (ctx: Ctx, on: string) => readQuoteSettings(ctx.db, ctx.user.companyId, on);

/** Days from which something is set, each with what: the newest that is in force, and those to come. */
async function readDays(ctx: Ctx): Promise<{ from: string; changed: string[] }[]> {
  const { rows } = await sql<{ from: string; changed: string[] }>`
    select valid_from as "from", array_agg(substr(key, 8) order by key) as changed from params
    where company_id = ${ctx.user.companyId} and key like 'quotes.%'
    group by valid_from order by valid_from desc limit ${MOST_WAITING + 1}`.execute(ctx.db);
  const days = rows.toReversed();
  return days.slice(
    Math.max(
      0,
      days.findLastIndex(({ from }) => from <= ctx.today),
    ),
  );
}

async function answer(ctx: Ctx): Promise<QuoteSettingsAnswer> {
  const row = await ctx.db
    .selectFrom('paramVersions')
    .select('version')
    .where('companyId', '=', ctx.user.companyId)
    .where('name', '=', GROUP)
    .executeTakeFirst();
  const days = await readDays(ctx);
  const now = days.find(({ from }) => from <= ctx.today) ?? { from: null, changed: [] };
  const waiting = days.filter(({ from }) => from > ctx.today);
  const on = [ctx.today, ...waiting.map(({ from }) => from)];
  const values = await readQuoteSettingsOn(ctx.db, ctx.user.companyId, on);
  const periods = [now, ...waiting].map((period, at) => ({ ...period, values: values[at]! }));
  return { version: row?.version ?? 1, makers: await readMakers(ctx), periods };
}

/** What a new quote starts from, for who makes it. */
export const readStart: VerbOf<Table, 'GET /quotes/start'> = async (ctx) => {
  const { deposit, notes, sections } = await settingsOn(ctx, ctx.today);
  return { deposit, notes, sections, province: ctx.user.province };
};

/** Locks the settings for a change; throws `stale` where the caller saw other ones. */
async function take(ctx: Ctx, seen: number): Promise<void> {
  const own = { companyId: ctx.user.companyId, name: GROUP };
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
      keys.map((key) => `quotes.${key}`),
    )
    .execute();

const readMakers = (ctx: Ctx) => ctx.db.selectFrom('makers').select(['id', 'name']).orderBy('name').execute();

/** What the activity keeps of settings: brands by their names. */
async function factsOf(ctx: Ctx, values: QuoteSettings): Promise<Record<string, unknown>> {
  const makers = await readMakers(ctx);
  const nameOf = (id: number | null) => makers.find((maker) => maker.id === id)?.name ?? null;
  const named = { ...values, caps: values.caps.map((cap) => ({ ...cap, maker: nameOf(cap.makerId) })) };
  return Object.fromEntries(
    typed(quoteSettingFields).map(([key, field]) => [key, factOf(field, named[key as 'caps'])]),
  );
}

export const readSettings: VerbOf<Table, 'GET /quotes/settings'> = (ctx) => answer(ctx);

/**
 * Sets from a day on, today or later; what is as it was the day before is not set anew. What was issued keeps its own. Throws
 * `invalid` at `from` for a day that has passed or lies too far ahead.
 */
export const saveSettings: VerbOf<Table, 'PUT /quotes/settings'> = async (ctx, { body, version }) => {
  await take(ctx, version);
  const { from, ...values } = body;
  const refuse = (message: string) => new Failure('invalid', undefined, { fields: { from: message } });
  if (from < ctx.today) throw refuse('Scegliere oggi o un giorno futuro: il passato non cambia');
  if (daysBetween(ctx.today, from) > AHEAD) throw refuse('Scegliere un giorno entro due anni');
  await checkMakers(ctx, values);
  const waiting = (await readDays(ctx)).filter((each) => each.from > ctx.today && each.from !== from);
  if (from > ctx.today && waiting.length >= MOST_WAITING)
    throw refuse(`Ci sono già ${MOST_WAITING} modifiche programmate: annullarne una`);
  const before = await settingsOn(ctx, from);
  const base = await settingsOn(ctx, addDays(from, -1));
  const changed = settingNames.filter((key) => !isDeepStrictEqual(values[key], base[key]));
  const same = settingNames.filter((key) => !changed.includes(key));
  await writeCompanyParams(
    ctx.db,
    ctx.user.companyId,
    from,
    Object.fromEntries(changed.map((key) => [`quotes.${key}`, values[key]])),
  );
  if (same.length > 0) await forget(ctx, from, same);
  ctx.audit({
    ...{ action: from > ctx.today ? 'schedule' : 'update', entity: ENTITY, entityId: ctx.user.companyId },
    before: { ...(await factsOf(ctx, before)), from: null },
    after: { ...(await factsOf(ctx, values)), from },
  });
  return answer(ctx);
};

/** Takes back what was set from a day to come. Throws `not_found` when nothing begins on it. */
export const unschedule: VerbOf<Table, 'POST /quotes/settings/unschedule'> = async (
  ctx,
  { body: { from }, version },
) => {
  await take(ctx, version);
  const { numDeletedRows } = (await forget(ctx, from > ctx.today ? from : '0001-01-01', settingNames))[0]!;
  if (numDeletedRows === 0n) throw new Failure('not_found');
  ctx.audit({
    action: 'unschedule',
    entity: ENTITY,
    entityId: ctx.user.companyId,
    before: { from },
    after: { from: null },
  });
  return answer(ctx);
};

async function checkMakers(ctx: Ctx, { caps }: QuoteSettings): Promise<void> {
  const known = new Set((await readMakers(ctx)).map(({ id }) => id));
  const wrong = caps.findIndex(({ makerId }) => makerId !== null && !known.has(makerId));
  if (wrong >= 0)
    throw new Failure('invalid', undefined, {
      fields: { [`caps.${wrong}.makerId`]: 'Scegliere una marca del catalogo' },
    });
}

export const settingsHistory: VerbOf<Table, 'GET /quotes/settings/timeline'> = (ctx) =>
  timelineOf(ctx, ENTITY, [ctx.user.companyId], {
    actions: {
      update: 'ha cambiato i parametri',
      schedule: 'ha programmato una modifica',
      unschedule: 'ha annullato una modifica programmata',
    },
    fields: {
      from: ['Da', (value) => (typeof value === 'string' ? day(value) : '—')],
      ...Object.fromEntries(
        typed(quoteSettingFields).map(([key, field]) => [key, [shortOf(field), (value) => textOf(field, value)]]),
      ),
    },
  });
