/** What happens to files by the day: some are announced to end, and what nobody brought back in 30 days goes for good. */
import { sql } from 'kysely';
import { addDays } from '#domain/dates.ts';
import { KEPT_DAYS, WARN_DAYS } from '#domain/files/limits.ts';
import { day } from '#domain/italian.ts';
import { privileges as p } from '#domain/privileges.ts';
import { deleteFiles } from '../lib/files/delete.ts';
import { holdersOf, notify } from '../lib/people/notify.ts';
import { writeWords } from '../lib/records/search.ts';
import type { Ctx } from '../lib/work/context.ts';
import type { Schedule } from '../lib/work/schedules.ts';
import { sweepArrivals } from './arrivals.ts';

/** The most files that one run deletes; the next one goes on. */
const AT_ONCE = 500;

/** Tells whoever wrote a file that it ends soon; who works here no more is stood in for by those who manage files. */
async function warn(ctx: Ctx): Promise<void> {
  const { db, user, today } = ctx;
  const { rows } = await sql<{ id: number; name: string; expiresOn: string; makerId: number | null }>`
    select f.id, f.name, f.expires_on::text, case when u.archived_at is null then f.made_by end as maker_id
    from files f left join users u on u.company_id = f.company_id and u.id = f.made_by
    where f.company_id = ${user.companyId} and f.deleted_at is null
    and f.expires_on between ${today}::date and ${addDays(today, WARN_DAYS)}::date order by f.id limit 1000`.execute(
    db,
  );
  if (rows.length === 0) return;
  const managers = await holdersOf(ctx, p.manageFiles);
  for (const { id, name, expiresOn, makerId } of rows)
    await notify(ctx, makerId === null ? managers : [makerId], {
      kind: 'file_expiring',
      title: `${name} scade il ${day(expiresOn)}`,
      text: `Dopo quel giorno non lo vede più nessuno, e si riprende per ${KEPT_DAYS} giorni.`,
      href: `/dealer/files?file=${id}`,
      once: `file_expiring:${id}:${expiresOn}`,
    });
}

/** Deletes for good what has been in the bin, or expired, for longer than it comes back. */
async function purge(ctx: Ctx): Promise<void> {
  const { db, user, now, today, enqueue } = ctx;
  const { companyId } = user;
  const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000);
  const { rows: gone } = await sql<{ id: number }>`select id from files where company_id = ${companyId}
    and (deleted_at < ${before} or expires_on < ${addDays(today, -KEPT_DAYS)}::date)
    order by id limit ${AT_ONCE} for update skip locked`.execute(db);
  const ids = gone.map(({ id }) => id);
  if (ids.length > 0) {
    const versions = await db
      .selectFrom('fileVersions')
      .select(['fileKey', 'previewKey'])
      .where('companyId', '=', companyId)
      .where('fileId', 'in', ids)
      .execute();
    await db.deleteFrom('files').where('companyId', '=', companyId).where('id', 'in', ids).execute();
    await writeWords(ctx, 'files', ids);
    for (const id of ids) ctx.audit({ action: 'purge', entity: 'file', entityId: id });
    await enqueue(deleteFiles, {
      keys: versions.flatMap(({ fileKey, previewKey }) => [fileKey, ...(previewKey ? [previewKey] : [])]),
    });
  }
  // From the inside out, as far as nothing stands in them any more: the next run goes on.
  await sql`delete from file_folders d where d.company_id = ${companyId} and d.deleted_at < ${before}
    and not exists (select from file_folders c where c.company_id = ${companyId} and c.parent_id = d.id)
    and not exists (select from files f where f.company_id = ${companyId} and f.folder_id = d.id)`.execute(db);
}

export const sweep: Schedule = {
  name: 'sweep-files',
  at: ['03:50'],
  run: async (ctx) => {
    await warn(ctx);
    await purge(ctx);
    await sweepArrivals(ctx);
  },
};
