/** What has arrived whole is put together, read, and becomes a file or the next version of one. */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import type { files as table } from '#domain/files/endpoints.ts';
import { fileKinds, kindOf } from '#domain/files/kinds.ts';
import { MOST_VERSIONS } from '#domain/files/limits.ts';
import { deleteFiles } from '../lib/files/delete.ts';
import { incoming } from '../lib/files/receive.ts';
import { StoreError } from '../lib/files/store.ts';
import { writeWords } from '../lib/records/search.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx, HeavyCtx } from '../lib/work/context.ts';
import { type Arrival, drop, GONE, manyVersions, pieceKeys, previewKey, readArrival } from './arrivals.ts';
import { refuseTaken } from './change.ts';
import { lockTree } from './folders.ts';
import { type Fit, inspected } from './inspected.ts';
import { fileOf } from './one.ts';
import { askReaders } from './readers.ts';
import { readFolders } from './rights.ts';
import { textIn, wordsOf } from './words.ts';

type Table = typeof table;

const wrong = (field: string, message: string) => new Failure('invalid', undefined, { fields: { [field]: message } });

/** Writes the pieces one behind the other to the disk; a few kilobytes of them are in memory. */
async function assemble({ files }: Pick<HeavyCtx, 'files'>, arrival: Arrival, path: string): Promise<void> {
  async function* bytes() {
    for (const key of pieceKeys(arrival)) {
      const piece = await files.read(key);
      if (!piece) throw new StoreError(`a piece is gone: ${key}`);
      yield* piece.stream as AsyncIterable<Buffer>;
    }
  }
  await pipeline(bytes, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
}

interface Landing {
  arrival: Arrival;
  folderId: number;
  fit: Fit;
  /** Of its text. */
  words: string[];
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

/** In the transaction by which the file is there: whatever throws here leaves the arrival as it is, to be tried again. */
async function land(ctx: Ctx, id: number, wanted: number | undefined, read: Pick<Landing, 'fit' | 'words'>) {
  await lockTree(ctx);
  const arrival = await readArrival(ctx, id, true);
  // Pressed twice: the first one has done it.
  if (arrival.madeId !== null) return fileOf(ctx, arrival.madeId);
  const folderId = wanted ?? arrival.folderId;
  if (!(await readFolders(ctx)).some((folder) => folder.id === folderId)) throw wrong('folderId', GONE);
  const landing = { arrival, folderId, ...read };
  const madeId = arrival.fileId === null ? await addFile(ctx, landing) : await addVersion(ctx, arrival.fileId, landing);
  await ctx.db
    .updateTable('fileArrivals')
    .set({ madeId, updatedAt: ctx.now })
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', id)
    .execute();
  await ctx.enqueue(deleteFiles, { keys: pieceKeys(arrival) });
  return fileOf(ctx, madeId);
}

export const become: VerbOf<Table, 'POST /files/arrivals/:id/done'> = async (
  ctx,
  { params: { id }, body: { folderId } },
) => {
  const { files, inside } = ctx;
  const arrival = await inside((inner) => readArrival(inner, id));
  if (arrival.madeId !== null) return inside((inner) => fileOf(inner, arrival.madeId!));
  if (arrival.received < arrival.bytes) throw new Failure('conflict', 'Il file non è ancora arrivato tutto.');
  const path = join(await incoming(ctx.config), randomUUID());
  try {
    await assemble(ctx, arrival, path);
    const fit = await inspected(kindOf(arrival.name)!, path).catch(async (error: unknown) => {
      // What it is does not change: nobody tries again with the same bytes.
      if (error instanceof Failure && error.code === 'invalid') await inside((inner) => drop(inner, [arrival]));
      throw error;
    });
    await files.put(arrival.fileKey, { path }, fileKinds[kindOf(arrival.name)!].type);
    if (fit.preview) await files.put(previewKey(arrival), fit.preview, 'image/jpeg');
    const text = await textIn(kindOf(arrival.name)!, path);
    // Before the tree is locked: long texts take their time.
    const words = await inside((inner) => wordsOf(inner, text));
    return await inside((inner) => land(inner, id, folderId, { fit, words }));
  } finally {
    await rm(path, { force: true });
  }
};
