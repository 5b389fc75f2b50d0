/** How the systems that the installation stands on have answered within an hour, minute by minute. */
import { sql } from 'kysely';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { hourOf, type ServiceHour } from '#domain/network/health.ts';
import type { Ctx } from '../lib/work/context.ts';

const MINUTE_MS = 60_000;
const anHourBefore = (now: Date) => new Date(now.getTime() - 60 * MINUTE_MS);

/** Keeps what was found in this minute, and forgets what is older than an hour. Harmless when called twice. */
export async function keepMinute(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  found: readonly { name: string; ms: number | null }[],
): Promise<void> {
  const at = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS);
  await db
    .insertInto('serviceChecks')
    .values(found.map(({ name, ms }) => ({ companyId: MANUFACTURER, name, at, ms })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .deleteFrom('serviceChecks')
    .where('companyId', '=', MANUFACTURER)
    .where('at', '<=', anHourBefore(now).toISOString())
    .execute();
}

/** The last hour of each system that was asked, by its name. */
export async function readHours({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<ReadonlyMap<string, ServiceHour>> {
  const { rows } = await sql<{ name: string; ms: (number | null)[] }>`select c.name, array_agg(c.ms order by c.at) as ms
    from service_checks c where c.company_id = ${MANUFACTURER} and c.at > ${anHourBefore(now)}
    group by c.name`.execute(db);
  return new Map(rows.map(({ name, ms }) => [name, hourOf(ms)]));
}
