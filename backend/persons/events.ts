/** Appointments of an erased person: what was written goes, that there was one is still counted. */
import { sql } from 'kysely';
import { dayInRome } from '#domain/dates.ts';
import { day, time } from '#domain/italian.ts';
import { eraseFacts } from '../lib/records/audit-chain.ts';
import type { Ctx } from '../lib/work/context.ts';
import { eventHref } from '../lib/records/links.ts';
import { notify } from '../lib/people/notify.ts';
import { writeWords } from '../lib/records/search.ts';

/** Empties the signatures of these events' agreements and deletes their files. */
async function clearAgreements(ctx: Ctx, eventIds: readonly number[]): Promise<void> {
  const { companyId } = ctx.user;
  const { rows } = await sql<{
    id: number;
    keys: (string | null)[];
  }>`select id, array[file_key, pages_key, sealed_key] as keys
    from signatures where company_id = ${companyId} and entity = 'event' and record_id = any(${eventIds}::bigint[])`.execute(
    ctx.db,
  );
  const ids = rows.map(({ id }) => id);
  for (const key of rows.flatMap(({ keys }) => keys)) if (key) ctx.afterCommit(() => ctx.files.delete(key));
  await sql`update signatures set state = 'voided', reason = null, blocks = '[]', version = version + 1
    where company_id = ${companyId} and id = any(${ids}::bigint[])`.execute(ctx.db);
  await sql`update signature_signers set name = '', email = null, phone = null, ip = null, agent = null, refusal = null, drawing = null, code_hash = null
    where company_id = ${companyId} and signature_id = any(${ids}::bigint[])`.execute(ctx.db);
  await sql`update signature_events set detail = '', ip = '', agent = '' where company_id = ${companyId}
    and signature_id = any(${ids}::bigint[])`.execute(ctx.db);
}

interface Coming {
  id: number;
  userIds: number[];
  startsAt: string;
  endsAt: string;
}

/** Gives back the time of appointments that nobody will come to, and tells who expected somebody. */
async function free(ctx: Ctx, events: readonly Coming[]): Promise<void> {
  await sql`delete from calendar_bookings where company_id = ${ctx.user.companyId}
    and event_id = any(${events.map(({ id }) => id)}::bigint[])`.execute(ctx.db);
  for (const { id, userIds, startsAt, endsAt } of events)
    await notify(
      ctx,
      userIds.filter((one) => one !== ctx.user.id),
      {
        kind: 'event_changed',
        title: `Appuntamento annullato: ${day(dayInRome(new Date(startsAt)))} ${time(startsAt)}–${time(endsAt)}`,
        text: 'I dati della persona sono stati cancellati.',
        href: eventHref(id),
      },
    );
}

/**
 * Empties the events of these customers and leads and returns their ids. Those to come are cancelled, and their time is free
 * again; what took place stays taken.
 */
export async function clearEvents(
  ctx: Ctx,
  customerIds: readonly number[],
  leadIds: readonly number[],
): Promise<number[]> {
  const { companyId } = ctx.user;
  const whose = sql`company_id = ${companyId} and (customer_id = any(${customerIds}::bigint[]) or lead_id = any(${leadIds}::bigint[]))`;
  const { rows: coming } = await sql<Coming>`select id, user_ids, starts_at, ends_at from calendar_events
    where ${whose} and state = 'not_started' and ended_as is null and starts_at > ${ctx.now} for update`.execute(
    ctx.db,
  );
  const { rows } = await sql<{
    id: number;
  }>`update calendar_events set title = '', note = '', checklist = '[]', licence = null, damage = null, customer_id = null,
      remind_at = null, tell_at = null, told = null, rebook = case when rebook = 'due' then 'declined' else rebook end, updated_at = ${ctx.now}, version = version + 1,
      ended_as = case when id = any(${coming.map(({ id }) => id)}::bigint[]) then 'canceled' else ended_as end
    where ${whose} returning id`.execute(ctx.db);
  const ids = rows.map(({ id }) => id);
  await sql`delete from idempotency_keys where company_id = ${companyId} and response ->> 'id' = any(${ids.map(String)}::text[])
    and call ~ '^/calendars'`.execute(ctx.db);
  await free(ctx, coming);
  await clearAgreements(ctx, ids);
  await writeWords(ctx, 'calendarEvents', ids);
  await eraseFacts(ctx, 'event', ids);
  return ids;
}
