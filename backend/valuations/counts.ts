/** How often the sources were asked this month, against the company's quotas. */
import { sql } from 'kysely';
import type { Config } from '#config';
import { Failure } from '#domain/errors.ts';
import { integer } from '#domain/italian.ts';
import { keysOf } from '#domain/record/machine.ts';
import { privileges as p } from '#domain/privileges.ts';
import { usedSettingFields, type UsedSettings } from '#domain/stock/used-setting-fields.ts';
import { counters, levelOf, openOf, PACE, quotaKeys, type Counter } from '#domain/valuations/counters.ts';
import type { CounterAnswer } from '#domain/valuations/schema.ts';
import type { Ctx } from '../lib/work/context.ts';
import { holdersOf, notify } from '../lib/people/notify.ts';
import { readSettingsOn } from '../lib/records/params.ts';
import { isSimulated } from './sources.ts';

const used = { group: 'used', fields: usedSettingFields } as const;

/** The company's settings for its used cars, in force today. */
export const readSettings = async ({ db, user, today }: Ctx): Promise<UsedSettings> =>
  (await readSettingsOn(db, user.companyId, used, [today]))[0]!;

/** The counters of this month as everybody sees them before a question that costs. */
export async function countersNow(ctx: Ctx & { config: Config }): Promise<CounterAnswer> {
  const month = ctx.today.slice(0, 7);
  const settings = await readSettings(ctx);
  const rows = await ctx.db
    .selectFrom('quotationCounts')
    .select(['counter', 'used'])
    .where('companyId', '=', ctx.user.companyId)
    .where('month', '=', month)
    .execute();
  return {
    month,
    overQuota: settings.overQuota,
    simulated: { EUR: isSimulated(ctx.config, 'EUR'), IND: isSimulated(ctx.config, 'IND') },
    rows: keysOf(counters).map((counter) => {
      const count = rows.find((row) => row.counter === counter)?.used ?? 0;
      const quota = settings[quotaKeys[counter]];
      return { counter, used: count, quota, open: openOf(quota, ctx.user.privileges), level: levelOf(count, quota) };
    }),
  };
}

/** Tells once a month that a quota is nearly used up. */
async function tellNear(ctx: Ctx, counter: Counter, count: number, quota: number): Promise<void> {
  if (levelOf(count, quota) === 'fine' || levelOf(count - 1, quota) !== 'fine') return;
  const told = [
    ...new Set([...(await holdersOf(ctx, p.evaluateUsed)), ...(await holdersOf(ctx, p.managePreferences))]),
  ];
  await notify(ctx, told, {
    kind: 'quota_near',
    title: `${counters[counter]}: ${integer(count)} richieste su ${integer(quota)} in questo mese`,
    text: 'Al 100 % non si interroga più fino al mese dopo, se la quota non cambia.',
    href: '/dealer/preferences/usedParameters#sources',
    once: `quota ${counter} ${ctx.today.slice(0, 7)}`,
  });
}

const MOST = 2_147_483_647;

/** Raises a counter by one up to `most`; null when it is there already. */
async function raise(ctx: Ctx, counter: Counter, month: string, most: number): Promise<number | null> {
  if (most <= 0) return null;
  const { rows } = await sql<{ used: number }>`insert into quotation_counts as c (company_id, counter, month, used)
    values (${ctx.user.companyId}, ${counter}, ${month}, 1)
    on conflict (company_id, counter, month) do update set used = c.used + 1 where c.used < ${most} returning used`.execute(
    ctx.db,
  );
  return rows[0]?.used ?? null;
}

/**
 * Throws `too_many` when the person has asked too much in a short time. The counters are raised before, so that of a
 * person's questions one is looked at after the other.
 */
async function keepPace({ db, user, now }: Ctx): Promise<void> {
  const { rows } = await sql<{ at: string }>`select asked_at as at from quotations
    where company_id = ${user.companyId} and asked_by = ${user.id}
      and asked_at > ${now}::timestamptz - make_interval(mins => ${PACE.minutes})
    order by asked_at desc limit ${PACE.questions + 1}`.execute(db);
  // The question itself is among them.
  if (rows.length <= PACE.questions) return;
  const free = Date.parse(rows[PACE.questions - 1]!.at) + PACE.minutes * 60_000;
  const retryAfter = Math.max(1, Math.ceil((free - now.getTime()) / 1000));
  throw new Failure(
    'too_many',
    `In ${PACE.minutes} minuti si possono chiedere al massimo ${PACE.questions} quotazioni a pagamento: riprovare tra ${Math.ceil(retryAfter / 60)} min, o scrivere la quotazione a mano.`,
    { retryAfter },
  );
}

/**
 * Counts one question on each of these counters. Of many who ask at the last one, one counts: the row decides. Throws
 * `conflict` when a quota is used up, or its last fifth is kept for others, `too_many` when the person asks too fast.
 */
export async function count(ctx: Ctx, asked: readonly Counter[]): Promise<void> {
  const settings = await readSettings(ctx);
  const month = ctx.today.slice(0, 7);
  for (const counter of asked) {
    const quota = settings[quotaKeys[counter]];
    const open = openOf(quota, ctx.user.privileges);
    const used = await raise(ctx, counter, month, settings.overQuota ? MOST : open);
    if (used === null)
      throw new Failure('conflict', `${counters[counter]}: ${await whyNot(ctx, counter, month, quota)}`);
    await tellNear(ctx, counter, used, quota);
  }
  await keepPace(ctx);
}

/** Why a counter was not raised: its quota is used up, or what is left is kept for others. */
async function whyNot({ db, user }: Ctx, counter: Counter, month: string, quota: number): Promise<string> {
  const row = await db
    .selectFrom('quotationCounts')
    .select('used')
    .where('companyId', '=', user.companyId)
    .where('counter', '=', counter)
    .where('month', '=', month)
    .executeTakeFirst();
  return (row?.used ?? 0) < quota
    ? `l’ultimo quinto delle ${integer(quota)} richieste di questo mese è per chi gestisce le preferenze o valida i contratti. Si può chiedere a loro, o scrivere la quotazione a mano.`
    : `le ${integer(quota)} richieste di questo mese sono finite. Si può scrivere la quotazione a mano, o alzare la quota nelle preferenze.`;
}

/** Takes a question back that the source refused and did not count. */
export async function uncount(ctx: Ctx, asked: readonly Counter[], month: string): Promise<void> {
  for (const counter of asked)
    await sql`update quotation_counts set used = used - 1
      where company_id = ${ctx.user.companyId} and counter = ${counter} and month = ${month} and used > 0`.execute(
      ctx.db,
    );
}
