/** What has arrived whole becomes a file of the company, or the next version of one. */
import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import type { files as table } from '#domain/files/endpoints.ts';
import { kindOf } from '#domain/files/kinds.ts';
import { MOST_VERSIONS } from '#domain/files/limits.ts';
import { writeWords } from '../lib/records/search.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { type Arrival, GONE, manyVersions, previewKey } from './arrivals.ts';
import { arrive, type Read } from './arrive.ts';
import { refuseTaken } from './change.ts';
import { fileOf } from './one.ts';
import { askReaders } from './readers.ts';
import { readFolders } from './rights.ts';

type Table = typeof table;

const wrong = (field: string, message: string) => new Failure('invalid', undefined, { fields: { [field]: message } });

interface Landing extends Read {
  arrival: Arrival;
  folderId: number;
}

/** The next version of a file that is there; who reads it is asked again where the sender wants that. */
async function addVersion(ctx: Ctx, fileId: number, { arrival, fit, words }: Landing): Promise<number> {
  const { db, user, now } = ctx;
  const { rows } = await sql<{ number: number; receiptBy: string | null }>`select number, receipt_by from files
    where company_id = ${user.companyId} and id = ${fileId} and deleted_at is null for update`.execute(db);
  if (!rows[0]) throw wrong('fileId', 'Il file non c’è più: caricarlo come file nuovo');
  const number = rows[0].number + 1;
  // Others may have come since it was announced.
  if (number > MOST_VERSIONS) throw wrong('file', manyVersions);
  const asksAgain = arrival.again && rows[0].receiptBy !== null;
  await db
    .updateTable('files')
    .set((eb) => ({
      number,
      bytes: arrival.bytes,
      look: fit.look,
      why: fit.why,
      words,
      madeAt: now,
      madeBy: user.id,
      updatedAt: now,
      version: eb('version', '+', 1),
      ...(asksAgain && { receiptFrom: number }),
    }))
    .where('companyId', '=', user.companyId)
    .where('id', '=', fileId)
    .execute();
  await keepVersion(ctx, fileId, number, { arrival, fit });
  await writeWords(ctx, 'files', [fileId]);
  ctx.audit({ action: 'version', entity: 'file', entityId: fileId, after: { number, note: arrival.note } });
  if (asksAgain) await askReaders(ctx, fileId, 'again');
  return fileId;
}

async function addFile(ctx: Ctx, { arrival, folderId, fit, words }: Landing): Promise<number> {
  const { db, user, now } = ctx;
  await refuseTaken(ctx, folderId, arrival.name, null);
  const { id } = await db
    .insertInto('files')
    .values({
      companyId: user.companyId,
      folderId,
      name: arrival.name,
      kind: kindOf(arrival.name)!,
      bytes: arrival.bytes,
      look: fit.look,
      why: fit.why,
      words,
      madeAt: now,
      madeBy: user.id,
      createdAt: now,
      updatedAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await keepVersion(ctx, id, 1, { arrival, fit });
  await writeWords(ctx, 'files', [id]);
  ctx.audit({
    action: 'create',
    entity: 'file',
    entityId: id,
    after: { name: arrival.name, folderId, bytes: arrival.bytes },
  });
  return id;
}

const keepVersion = (
  { db, user, now }: Ctx,
  fileId: number,
  number: number,
  { arrival, fit }: Pick<Landing, 'arrival' | 'fit'>,
) =>
  db
    .insertInto('fileVersions')
    .values({
      companyId: user.companyId,
      fileId,
      number,
      fileKey: arrival.fileKey,
      bytes: arrival.bytes,
      note: arrival.note,
      look: fit.look,
      why: fit.why,
      previewKey: fit.preview && previewKey(arrival),
      userId: user.id,
      at: now,
    })
    .execute();

/** In the transaction by which the file is there, with the tree locked. */
async function land(ctx: Ctx, arrival: Arrival, wanted: number | undefined, read: Read): Promise<number> {
  const folderId = wanted ?? arrival.folderId!;
  if (!(await readFolders(ctx)).some((folder) => folder.id === folderId)) throw wrong('folderId', GONE);
  const landing = { arrival, folderId, ...read };
  return arrival.fileId === null ? addFile(ctx, landing) : addVersion(ctx, arrival.fileId, landing);
}

export const become: VerbOf<Table, 'POST /files/arrivals/:id/done'> = (ctx, { params: { id }, body: { folderId } }) =>
  arrive(ctx, id, { land: (inner, arrival, read) => land(inner, arrival, folderId, read), answer: fileOf });
