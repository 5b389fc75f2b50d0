/**
 * Repeated work of each company, at times of its day. Every minute one process looks what is due; the work itself is a
 * job of the company, so that one company's failure keeps no other waiting. Each time runs once on any number of
 * processes. After an outage the work runs once for all times that passed, the longest due first.
 */
import { addDays, dayInRome, instantInRome } from '#domain/dates.ts';
import { forEachCompany } from '../people/companies.ts';
import type { Ctx, Job } from './context.ts';

/** The most work that one company puts into the queue in a minute. */
const AT_ONCE = 20;

export interface Schedule {
  name: string;
  /** Times of each day in Rome, `HH:MM`, in order. */
  at: readonly string[];
  /** Runs in a transaction of the company. A second run must be harmless: a failed one is tried again. */
  run(ctx: Ctx): Promise<void>;
}

/** The same minute of each hour from `first` to `last`. */
export const hourly = (first: number, last: number, minute: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, n) =>
    [first + n, minute].map((part) => String(part).padStart(2, '0')).join(':'),
  );

/** The first time of a schedule after an instant. */
export function nextTime({ at }: Pick<Schedule, 'at'>, after: Date): Date {
  const today = dayInRome(after);
  const times = [today, addDays(today, 1)].flatMap((day) => at.map((time) => instantInRome(day, time)));
  return times.find((time) => time > after)!;
}

/** The jobs that carry out these schedules: one looks each minute, the other does the work. */
export function scheduling(schedules: readonly Schedule[]) {
  const work: Job<{ companyId: number; name: string }> = {
    name: 'scheduled',
    run: async ({ asCompany }, { companyId, name }) => {
      const schedule = schedules.find((one) => one.name === name);
      // It was taken out of the product since.
      if (schedule) await asCompany(companyId, null, schedule.run);
    },
  };
  async function look(ctx: Ctx): Promise<void> {
    const { companyId } = ctx.user;
    const next = (schedule: Schedule) => nextTime(schedule, ctx.now);
    await ctx.db
      .insertInto('schedules')
      .values(schedules.map((schedule) => ({ companyId, name: schedule.name, dueAt: next(schedule) })))
      .onConflict((on) => on.doNothing())
      .execute();
    const due = await ctx.db
      .selectFrom('schedules')
      .select(['name', 'dueAt'])
      .where('companyId', '=', companyId)
      .where('dueAt', '<=', ctx.now.toISOString())
      .where(
        'name',
        'in',
        schedules.map(({ name }) => name),
      )
      .orderBy('dueAt')
      .orderBy('name')
      .limit(AT_ONCE)
      .forUpdate()
      .skipLocked()
      .execute();
    for (const { name, dueAt } of due) {
      const schedule = schedules.find((one) => one.name === name)!;
      await ctx.db
        .updateTable('schedules')
        .set({ dueAt: next(schedule) })
        .where('companyId', '=', companyId)
        .where('name', '=', name)
        .execute();
      await ctx.enqueue(work, { companyId, name }, { once: `${name}:${dueAt}` });
    }
  }
  const clock: Job<Record<string, never>> = {
    name: 'schedules',
    cron: '* * * * *',
    run: (call) => forEachCompany(call, look),
  };
  return [clock, work] as const;
}
