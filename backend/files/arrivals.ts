/**
 * Files on their way, piece by piece. The row of an arrival is there before the first byte and names all keys under
 * which its bytes may lie, so that whatever fails, the sweep finds what is left.
 */
import { sql } from 'kysely';
import { OCTETS } from '#domain/endpoint.ts';
import { Failure } from '#domain/errors.ts';
import type { files as table } from '#domain/files/endpoints.ts';
import { kindOf } from '#domain/files/kinds.ts';
import { ARRIVAL_HOURS, MOST_ARRIVALS, MOST_VERSIONS, PIECE_BYTES, QUOTA_BYTES } from '#domain/files/limits.ts';
import { integer } from '#domain/italian.ts';
import { deleteFiles } from '../lib/files/delete.ts';
import { newKey } from '../lib/files/unnamed.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { lockTree, usedBytes } from './folders.ts';
import { readFolders } from './rights.ts';

type Table = typeof table;

export const manyVersions = `Al massimo ${MOST_VERSIONS} versioni: caricarlo come file nuovo`;
export const GONE = 'La cartella non c’è più: sceglierne un’altra';

/** An arrival of the caller. */
export interface Arrival {
  id: number;
  /** Null: a file of the network, which stands in `folder`. */
  folderId: number | null;
  folder: string | null;
  fileId: number | null;
  name: string;
  note: string;
  again: boolean;
  bytes: number;
  received: number;
  fileKey: string;
  madeId: number | null;
}

const columns = [
  'id',
  'folderId',
  'folder',
  'fileId',
  'name',
  'note',
  'again',
  'bytes',
  'received',
  'fileKey',
  'madeId',
] as const;

const pieces = ({ bytes }: Pick<Arrival, 'bytes'>) => Math.ceil(bytes / PIECE_BYTES);
export const pieceKey = ({ fileKey }: Pick<Arrival, 'fileKey'>, n: number) => `${fileKey}-${n}`;
/** Where the preview of a picture is. */
export const previewKey = ({ fileKey }: Pick<Arrival, 'fileKey'>) => `${fileKey}-p`;
export const pieceKeys = (arrival: Pick<Arrival, 'bytes' | 'fileKey'>): string[] =>
  Array.from({ length: pieces(arrival) }, (_, n) => pieceKey(arrival, n));

/** An arrival of the caller, who alone sends and ends it; throws `not_found`. */
export async function readArrival({ db, user }: Ctx, id: number, lock = false): Promise<Arrival> {
  const own = db
    .selectFrom('fileArrivals')
    .select(columns)
    .where('companyId', '=', user.companyId)
    .where('userId', '=', user.id)
    .where('id', '=', id);
  const found = await (lock ? own.forUpdate() : own).executeTakeFirst();
  if (!found) throw new Failure('not_found');
  return found;
}

/** The same; undefined once it was given up, or swept away. */
export const unlessGone = (ctx: Ctx, id: number): Promise<Arrival | undefined> =>
  readArrival(ctx, id).catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'not_found') return undefined;
    throw error;
  });

/** The file whose next version comes, by its id or because it has this name in the folder; null: a file of its own. */
async function replacedBy(
  { db, user }: Ctx,
  { folderId, fileId, replaces, name }: { folderId: number; fileId: number | null; replaces: boolean; name: string },
): Promise<number | null> {
  const { rows } = await sql<{ id: number; kind: string; number: number }>`select id, kind, number from files
    where company_id = ${user.companyId} and folder_id = ${folderId} and deleted_at is null
    and ${fileId === null ? sql`lower(name) = lower(${name})` : sql`id = ${fileId}`}`.execute(db);
  const [file] = rows;
  const invalid = (field: string, message: string) =>
    new Failure('invalid', undefined, { fields: { [field]: message } });
  if (!file) {
    if (fileId !== null) throw invalid('fileId', 'Il file non c’è più in questa cartella');
    return null;
  }
  if (fileId === null && !replaces) throw invalid('name', 'Nella cartella c’è già un file con questo nome');
  if (file.kind !== kindOf(name)) throw invalid('name', `Una versione nuova è dello stesso tipo: .${file.kind}`);
  if (file.number >= MOST_VERSIONS) throw invalid('name', manyVersions);
  return file.id;
}

/** What somebody announces. */
type Coming = Pick<Arrival, 'folderId' | 'folder' | 'fileId' | 'name' | 'note' | 'again' | 'bytes'> & {
  modified: number;
};
/** Where it comes to: bytes that are taken there, and how there would be more room, in Italian. */
interface Room {
  used: number;
  free: string;
}

/**
 * Goes on with the same file of the caller, or begins it where there is room. The tree is locked: two at once would each
 * see the room that is left.
 */
export async function begin(ctx: Ctx, coming: Coming, { used, free }: Room): Promise<Arrival> {
  const { db, user, now } = ctx;
  const { folderId, folder, fileId, name, bytes, modified, note, again } = coming;
  const open = await db
    .selectFrom('fileArrivals')
    .select([...columns, 'modified'])
    .where('companyId', '=', user.companyId)
    .where('userId', '=', user.id)
    .where('madeId', 'is', null)
    .execute();
  // For two files it is two, even of the same bytes. In a folder its name may say only now of which one it is the next version.
  const isFor = (one: Pick<Arrival, 'fileId'>) =>
    one.fileId === fileId || (folderId !== null && (one.fileId === null || fileId === null));
  const begun = open.find(
    (one) =>
      isFor(one) &&
      one.folderId === folderId &&
      one.folder === folder &&
      one.name === name &&
      one.bytes === bytes &&
      one.modified === modified,
  );
  if (begun) {
    await db
      .updateTable('fileArrivals')
      .set({ fileId, note, again, updatedAt: now })
      .where('companyId', '=', user.companyId)
      .where('id', '=', begun.id)
      .execute();
    ctx.audit({ action: 'resume', entity: 'file_arrival', entityId: begun.id, after: { received: begun.received } });
    return begun;
  }
  if (open.length >= MOST_ARRIVALS)
    throw new Failure('conflict', `Al massimo ${MOST_ARRIVALS} file in arrivo: aspettare che finiscano.`);
  const left = QUOTA_BYTES - used;
  if (bytes > left)
    throw new Failure('invalid', undefined, {
      fields: { bytes: `Lo spazio non basta: restano ${integer(Math.max(0, Math.floor(left / 1e6)))} MB. ${free}` },
    });
  const made = await db
    .insertInto('fileArrivals')
    .values({
      ...coming,
      companyId: user.companyId,
      userId: user.id,
      fileKey: newKey(user.companyId),
      createdAt: now,
      updatedAt: now,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
  ctx.audit({ action: 'announce', entity: 'file_arrival', entityId: made.id, after: { bytes } });
  return made;
}

export const announce: VerbOf<Table, 'POST /files/arrivals'> = async (ctx, { body }) => {
  const { replaces: _, ...coming } = body;
  await lockTree(ctx);
  if (!(await readFolders(ctx)).some(({ id }) => id === body.folderId))
    throw new Failure('invalid', undefined, { fields: { folderId: GONE } });
  return begin(
    ctx,
    { ...coming, folder: null, fileId: await replacedBy(ctx, body) },
    { used: await usedBytes(ctx), free: 'Svuotare il cestino o togliere versioni' },
  );
};

export const takePiece: VerbOf<Table, 'POST /files/arrivals/:id/pieces'> = async (
  { inside, files },
  { params: { id }, query: { at }, body: piece },
) => {
  const arrival = await inside((ctx) => readArrival(ctx, id));
  // It is here already, or one before it is missing: the answer says where to go on.
  if (at !== arrival.received || at === arrival.bytes) return arrival;
  if (piece.bytes !== Math.min(PIECE_BYTES, arrival.bytes - at))
    throw new Failure('invalid', undefined, { fields: { file: 'Il pezzo non è arrivato intero: riprovare' } });
  const key = pieceKey(arrival, at / PIECE_BYTES);
  await files.put(key, { path: piece.path }, OCTETS);
  const kept = await inside(async (ctx) => {
    const { db, user, now } = ctx;
    const after = await db
      .updateTable('fileArrivals')
      .set({ received: at + piece.bytes, updatedAt: now })
      .where('companyId', '=', user.companyId)
      .where('id', '=', id)
      .where('received', '=', at)
      .returning(columns)
      .executeTakeFirst();
    if (after)
      ctx.audit({ action: 'piece', entity: 'file_arrival', entityId: id, after: { received: after.received } });
    return after;
  });
  if (kept) return kept;
  // Sent twice at once, or given up meanwhile: then nobody names this piece any more.
  const now = await inside((ctx) => unlessGone(ctx, id));
  if (now) return now;
  await files.delete(key);
  throw new Failure('not_found');
};

/** Deletes arrivals that became nothing, with their bytes after the commit. */
export async function drop({ db, user, enqueue }: Ctx, arrivals: readonly Pick<Arrival, 'id' | 'bytes' | 'fileKey'>[]) {
  if (arrivals.length === 0) return;
  await db
    .deleteFrom('fileArrivals')
    .where('companyId', '=', user.companyId)
    .where(
      'id',
      'in',
      arrivals.map(({ id }) => id),
    )
    .execute();
  await enqueue(deleteFiles, {
    keys: arrivals.flatMap((arrival) => [arrival.fileKey, previewKey(arrival), ...pieceKeys(arrival)]),
  });
}

export const giveUp: VerbOf<Table, 'DELETE /files/arrivals/:id'> = async (ctx, { params: { id } }) => {
  const arrival = await readArrival(ctx, id, true);
  if (arrival.madeId !== null) throw new Failure('conflict', 'Il file è già arrivato: si elimina dalla cartella.');
  await drop(ctx, [arrival]);
  ctx.audit({ action: 'delete', entity: 'file_arrival', entityId: id });
};

/** Deletes what stopped coming, and forgets what has arrived. */
export async function sweepArrivals(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.now.getTime() - ARRIVAL_HOURS * 3_600_000).toISOString();
  const old = ctx.db
    .selectFrom('fileArrivals')
    .select(['id', 'bytes', 'fileKey', 'madeId'])
    .where('companyId', '=', ctx.user.companyId)
    .where('updatedAt', '<', before)
    .orderBy('id')
    .limit(500)
    .forUpdate()
    .skipLocked();
  const rows = await old.execute();
  await drop(
    ctx,
    rows.filter(({ madeId }) => madeId === null),
  );
  const made = rows.filter(({ madeId }) => madeId !== null).map(({ id }) => id);
  if (made.length > 0)
    await ctx.db
      .deleteFrom('fileArrivals')
      .where('companyId', '=', ctx.user.companyId)
      .where('id', 'in', made)
      .execute();
}
