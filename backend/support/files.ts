/** Files of tickets: what a company shows with a question, and what the manufacturer sends with an answer. */
import type { Insertable } from 'kysely';
import { Failure } from '#domain/errors.ts';
import type { DB } from '../db/types.gen.ts';
import { answerUpload, hold, readUpload } from '../lib/files/uploads.ts';
import type { StoredAnswer } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { inOwn } from './own.ts';

interface At {
  id: number;
  fileId: number;
}

/** A file that the manufacturer sent; `withNotes`: also of what it writes for itself. */
async function sentFile({ db, user }: Ctx, { id, fileId }: At, withNotes: boolean) {
  return db
    .selectFrom('ticketFiles as f')
    .innerJoin('ticketMessages as m', (join) =>
      join
        .onRef('m.companyId', '=', 'f.companyId')
        .onRef('m.ticketId', '=', 'f.ticketId')
        .onRef('m.id', '=', 'f.messageId'),
    )
    .select(['f.name', 'f.type', 'f.fileKey'])
    .where('f.companyId', '=', user.companyId)
    .where('f.ticketId', '=', id)
    .where('f.uploadId', '=', fileId)
    .$if(!withNotes, (query) => query.where('m.side', '<>', 'note'))
    .executeTakeFirst();
}

/** A file of a ticket. What somebody of the company has shown is audited when it is opened. Throws `not_found`. */
export async function fileOf(ctx: Ctx, at: At, { withNotes }: { withNotes: boolean }): Promise<StoredAnswer> {
  const sent = await sentFile(ctx, at, withNotes);
  if (sent) return answerUpload({ ...sent, smallKey: null }, 'large');
  const shown = await ctx.db
    .selectFrom('ticketDisclosures')
    .select('uploadId')
    .where('companyId', '=', ctx.user.companyId)
    .where('ticketId', '=', at.id)
    .where('uploadId', '=', at.fileId)
    .executeTakeFirst();
  if (!shown) throw new Failure('not_found');
  ctx.audit({ action: 'file_seen', entity: 'ticket', entityId: at.id, after: {} });
  return answerUpload(await readUpload(ctx, at.fileId), 'large');
}

/**
 * Keeps the manufacturer's own uploads with a message, in a door: they stay the manufacturer's, and the company knows
 * where they are. Throws `invalid` at `fileIds`.
 */
export async function sendFiles(
  ctx: Ctx,
  message: { ticketId: number; messageId: number },
  fileIds: readonly number[],
): Promise<void> {
  if (fileIds.length === 0) return;
  const { companyId } = ctx.user;
  const rows: Insertable<DB['ticketFiles']>[] = [];
  await inOwn(ctx, async (own) => {
    await hold(own, fileIds, 'ticket_answer', 'fileIds');
    for (const uploadId of new Set(fileIds)) {
      const { name, type, bytes, fileKey } = await readUpload(own, uploadId);
      rows.push({ companyId, ...message, uploadId, name, type, bytes, fileKey });
    }
  });
  await ctx.db.insertInto('ticketFiles').values(rows).execute();
}
