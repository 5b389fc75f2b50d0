/** How files of the network come: as those of a company, in pieces; nobody reads one until it is published. */
import { Failure } from '#domain/errors.ts';
import { kindOf } from '#domain/files/kinds.ts';
import { MOST_VERSIONS } from '#domain/files/limits.ts';
import type { NetworkFile, networkFiles as table } from '#domain/files/network.ts';
import type { VerbOf } from '#backend/lib/work/bind.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { type Arrival, begin, manyVersions, previewKey } from '../arrivals.ts';
import { arrive, type Read } from '../arrive.ts';
import { lockTree } from '../folders.ts';
import { readOne, usedBytes } from './list.ts';

type Table = typeof table;

/** Throws where a file of this name cannot be the next version. */
function checkNext({ name, kind, number }: NetworkFile, next: string): void {
  const refuse = (message: string) => new Failure('invalid', undefined, { fields: { name: message } });
  if (kind !== kindOf(next)) throw refuse(`«${name}» è un file .${kind}: una sua versione nuova è dello stesso tipo`);
  if (number >= MOST_VERSIONS) throw refuse(manyVersions);
}

export const announce: VerbOf<Table, 'POST /network/files/arrivals'> = async (ctx, { body }) => {
  if (body.fileId !== null) checkNext(await readOne(ctx, body.fileId), body.name);
  await lockTree(ctx);
  const room = { used: await usedBytes(ctx), free: 'Eliminare file che non servono più' };
  return begin(ctx, { ...body, folderId: null, again: false }, room);
};

/** What a row says of the bytes that arrived. */
const bytesOf = (arrival: Arrival, { fit, words }: Read, now: Date) => ({
  note: arrival.note,
  bytes: arrival.bytes,
  fileKey: arrival.fileKey,
  previewKey: fit.preview && previewKey(arrival),
  look: fit.look,
  why: fit.why,
  textWords: words,
  readyAt: now,
  updatedAt: now,
});

/** Whom it is for reads the new version from now on; the one before stays for the manufacturer. */
async function becomeNext(ctx: Ctx, fileId: number, arrival: Arrival, read: Read): Promise<number> {
  const current = await ctx.db
    .selectFrom('networkFiles')
    .select(['number', 'fileKey', 'previewKey', 'look', 'why', 'bytes', 'note'])
    .where('id', '=', fileId)
    .forUpdate()
    .executeTakeFirst();
  const before = await readOne(ctx, fileId);
  checkNext(before, arrival.name);
  await ctx.db
    .insertInto('networkFileVersions')
    .values({ ...current!, at: before.at, fileId })
    .execute();
  const [number, version] = [before.number + 1, before.version + 1];
  await ctx.db
    .updateTable('networkFiles')
    .set({ ...bytesOf(arrival, read, ctx.now), number, version })
    .where('id', '=', fileId)
    .execute();
  const after = { number, note: arrival.note, bytes: arrival.bytes };
  ctx.audit({ action: 'version', entity: 'network_file', entityId: fileId, after });
  return fileId;
}

async function becomeFile(ctx: Ctx, arrival: Arrival, read: Read): Promise<number> {
  const { name, bytes } = arrival;
  const folder = arrival.folder!;
  const { id } = await ctx.db
    .insertInto('networkFiles')
    .values({ ...bytesOf(arrival, read, ctx.now), name, folder, kind: kindOf(name)!, createdAt: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  ctx.audit({ action: 'create', entity: 'network_file', entityId: id, after: { name, folder, bytes } });
  return id;
}

export const become: VerbOf<Table, 'POST /network/files/arrivals/:id/done'> = (ctx, { params: { id } }) =>
  arrive(ctx, id, {
    land: (inner, arrival, read) =>
      arrival.fileId === null ? becomeFile(inner, arrival, read) : becomeNext(inner, arrival.fileId, arrival, read),
    answer: readOne,
  });
