/**
 * Repeated work of each company, as rows: kinds that every company has, and those that a person set up. Every minute one
 * process looks what is due; the work itself is a job of the company, so that one company's failure keeps no other
 * waiting. Each time runs once on any number of processes. After an outage the work runs once for all times that passed,
 * the longest due first.
 */
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import { forEachCompany, suspensionOf } from '../people/companies.ts';
import type { Ctx, Job } from './context.ts';
import { nextTime, type Recurrence } from '#domain/due-times.ts';

/** The most work that one company puts into the queue in a minute. */
const AT_ONCE = 100;

/** A kind of repeated work. With times every company has it once; without, people set it up with parameters. */
export interface Schedule extends Partial<Recurrence> {
  name: string;
  /**
   * Runs in a transaction of the company, by the rights of who set it up. A second run must be harmless: a failed one is
   * tried again.
   */
  run(ctx: Ctx, parameters?: object): Promise<void>;
}

const isForAll = (kind: Schedule): kind is Schedule & Recurrence => kind.at !== undefined;
const recurrenceOf = ({ at, weekday, monthday }: Recurrence): Recurrence => ({
  at,
  ...(weekday && { weekday }),
  ...(monthday && { monthday }),
});

interface Ids {
  companyId: number;
  /** Of the run. */
  id: number;
}

/**
 * A run that has not ended well yet, with its schedule; notes that it begins. Null: it ended, its schedule is gone, or the
 * company is suspended since.
 */
async function begin({ db, user, now }: Ctx, id: number) {
  if ((await suspensionOf(db, user.companyId)) !== null) return null;
  const run = await db
    .updateTable('scheduleRuns')
    .set((eb) => ({ startedAt: now, tries: eb('tries', '+', 1) }))
    .where('companyId', '=', user.companyId)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('outcome', 'is', null), eb('outcome', '=', 'failed')]))
    .returning('scheduleId')
    .executeTakeFirst();
  if (!run) return null;
  return db
    .selectFrom('schedules')
    .select(['id', 'kind', 'ownerId', 'parameters'])
    .where('companyId', '=', user.companyId)
    .where('id', '=', run.scheduleId)
    .where('pausedAt', 'is', null)
    .executeTakeFirst();
}

/** A process that was thought dead may say that it failed after another one has done it: done it is. */
const end = ({ db, user, now }: Ctx, id: number, outcome: 'done' | 'failed') =>
  db
    .updateTable('scheduleRuns')
    .set({ endedAt: now, outcome })
    .where('companyId', '=', user.companyId)
    .where('id', '=', id)
    .where('outcome', 'is distinct from', 'done')
    .execute();

const set = ({ db, user }: Ctx, id: number, columns: { dueAt?: Date; pausedAt?: Date }) =>
  db.updateTable('schedules').set(columns).where('companyId', '=', user.companyId).where('id', '=', id).execute();

/** The job that does the work of one run. */
const working = (kinds: readonly Schedule[]): Job<Ids> => ({
  name: 'scheduled',
  atOnce: 2,
  run: async ({ asCompany }, { companyId, id }) => {
    const schedule = await asCompany(companyId, null, (ctx) => begin(ctx, id));
    const kind = kinds.find(({ name }) => name === schedule?.kind);
    // It was taken out of the product, paused or deleted since.
    if (!schedule || !kind) return;
    const { ownerId, parameters } = schedule;
    try {
      await asCompany(companyId, ownerId, async (ctx) => {
        await kind.run(ctx, parameters as object);
        await end(ctx, id, 'done');
      });
    } catch (error) {
      // Who set it up works here no more.
      const isOver = error instanceof Failure && error.code === 'unauthenticated';
      await asCompany(companyId, null, async (ctx) => {
        await end(ctx, id, 'failed');
        if (isOver) await set(ctx, schedule.id, { pausedAt: ctx.now });
      });
      if (!isOver) throw error;
    }
  },
});

/** Every company has each kind that is for all once, at the times that it has now. */
async function stand({ db, user: { companyId }, now }: Ctx, kinds: readonly (Schedule & Recurrence)[]): Promise<void> {
  const known = await db
    .selectFrom('schedules')
    .select(['id', 'kind', 'recurrence', 'dueAt'])
    .where('companyId', '=', companyId)
    .where('ownerId', 'is', null)
    .execute();
  for (const one of kinds) {
    const found = known.find(({ kind }) => kind === one.name);
    const wanted = recurrenceOf(one);
    if (found && isDeepStrictEqual(found.recurrence, wanted)) continue;
    const recurrence = JSON.stringify(wanted);
    if (found)
      await db
        .updateTable('schedules')
        // What is overdue runs once more for the times that passed.
        .set({ recurrence, ...(new Date(found.dueAt) > now && { dueAt: nextTime(one, now) }) })
        .where('companyId', '=', companyId)
        .where('id', '=', found.id)
        .execute();
    else
      await db
        .insertInto('schedules')
        .values({ companyId, kind: one.name, recurrence, dueAt: nextTime(one, now) })
        .onConflict((on) => on.doNothing())
        .execute();
  }
}

/** Puts what is due of a company into the queue, and says when it comes again. */
async function look(ctx: Ctx, kinds: readonly Schedule[], work: Job<Ids>): Promise<void> {
  const { companyId } = ctx.user;
  await stand(ctx, kinds.filter(isForAll));
  const due = await ctx.db
    .selectFrom('schedules')
    .select(['id', 'recurrence', 'dueAt'])
    .where('companyId', '=', companyId)
    .where('dueAt', '<=', ctx.now.toISOString())
    .where('pausedAt', 'is', null)
    .where(
      'kind',
      'in',
      kinds.map(({ name }) => name),
    )
    .orderBy('dueAt')
    .orderBy('id')
    .limit(AT_ONCE)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const [before, { id: scheduleId, recurrence, dueAt }] of due.entries()) {
    await set(ctx, scheduleId, { dueAt: nextTime(recurrence as Recurrence, ctx.now) });
    const { id } = await ctx.db
      .insertInto('scheduleRuns')
      .values({ companyId, scheduleId, dueAt })
      .returning('id')
      .executeTakeFirstOrThrow();
    await ctx.enqueue(work, { companyId, id }, { before });
  }
}

/** The jobs that carry out these kinds: one looks each minute, the other does the work. */
export function scheduling(kinds: readonly Schedule[]) {
  const work = working(kinds);
  const clock: Job<Record<string, never>> = {
    name: 'schedules',
    cron: '* * * * *',
    run: (call) => forEachCompany(call, (ctx) => look(ctx, kinds, work)),
  };
  return [clock, work] as const;
}

/** Days for which it is kept how runs went. */
const RUNS_DAYS = 30;

/** Deletes runs after `RUNS_DAYS`. */
export const forgetRuns = ({ db, user, now }: Ctx) =>
  sql`delete from schedule_runs where company_id = ${user.companyId}
    and due_at < ${new Date(now.getTime() - RUNS_DAYS * 86_400_000)}`.execute(db);
