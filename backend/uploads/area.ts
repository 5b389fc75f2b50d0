import { randomBytes } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { Failure } from '#domain/errors.ts';
import { uploads as table } from '#domain/uploads/endpoints.ts';
import { HEIC_REFUSED } from '#domain/uploads/heic.ts';
import type { UploadKind } from '#domain/uploads/kinds.ts';
import { purposes } from '#domain/upload-purposes.ts';
import { area } from '../lib/area.ts';
import type { VerbOf } from '../lib/bind.ts';
import { overrunAs } from '../lib/bounds.ts';
import { holds } from '../lib/context.ts';
import { imageType, isHeic } from '../lib/image.ts';
import type { Received } from '../lib/receive.ts';
import { answerUpload, LARGE_TYPE, readUpload, SMALL_TYPE } from '../lib/uploads.ts';
import { inProcess } from '../lib/worker.ts';
import { sweep } from './sweep.ts';
import { deleteFiles, emptyOf, emptyOwn, makeRoom, own, people } from './unused.ts';

/**
 * The result of processing a file: `refused` tells the person why it is not accepted; `whole` is null when the file
 * stays as it is.
 */
export type Pressed =
  | { refused: string }
  | { whole: Uint8Array | null; small: Uint8Array | null; width: number | null; height: number | null };

const wrong = (message: string, cause?: Error) =>
  new Failure('invalid', undefined, { fields: { file: message }, cause });
const wanted = (kinds: readonly UploadKind[]) =>
  kinds.includes('pdf') ? 'Scegliere un PDF o una foto JPEG, PNG o WebP' : 'Scegliere una foto JPEG, PNG o WebP';

/** The type of a file by its first bytes, whatever its name; null for other types. Throws for HEIC, with advice. */
async function kindOf({ path }: Received): Promise<UploadKind | null> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(16), 0, 16, 0);
    if (imageType(buffer)) return 'picture';
    if (isHeic(buffer)) throw wrong(HEIC_REFUSED);
    return buffer.toString('latin1', 0, 5) === '%PDF-' ? 'pdf' : null;
  } finally {
    await file.close();
  }
}

/**
 * Stores a file. Outside of transactions a process of its own redraws it (pictures) or checks it (PDF). Its row is
 * written before its bytes go to the store, so that after any failure the sweep finds what is left.
 */
const send: VerbOf<typeof table, 'POST /uploads'> = async (ctx, { query: { purpose, name }, body: file }) => {
  const { kinds, mostBytes, send: senders } = purposes[purpose];
  if (!holds(ctx, ...senders)) throw new Failure('forbidden');
  if (file.bytes > mostBytes) throw wrong(`Il file è troppo grande: al massimo ${mostBytes / 1e6} MB`);
  const kind = await kindOf(file);
  if (!kind || !(kinds as readonly UploadKind[]).includes(kind)) throw wrong(wanted(kinds));
  const module = kind === 'picture' ? 'uploads/picture.ts' : 'uploads/pdf.ts';
  const pressing = inProcess<Pressed>(module, 'press', file.path);
  const pressed = await pressing.catch(
    overrunAs((cause) => wrong('Il file è rovinato o troppo complicato: sceglierne un altro', cause)),
  );
  if ('refused' in pressed) throw wrong(pressed.refused);
  const { small, width, height } = pressed;
  const whole = pressed.whole ?? (await readFile(file.path));
  const key = `${ctx.user.companyId}/${randomBytes(16).toString('hex')}`;
  const type = kind === 'picture' ? LARGE_TYPE : 'application/pdf';
  const shown = `${name.replace(/\.\w+$/, '')}${kind === 'picture' ? '.jpg' : '.pdf'}`;
  const row = {
    companyId: ctx.user.companyId,
    purpose,
    name: shown,
    type,
    bytes: whole.length,
    width,
    height,
    fileKey: key,
    smallKey: small && `${key}-s`,
    userId: ctx.user.id,
    createdAt: ctx.now,
  };
  const { id } = await ctx.inside(async (inner) => {
    await makeRoom(inner);
    return inner.db.insertInto('uploads').values(row).returning('id').executeTakeFirstOrThrow();
  });
  await ctx.files.put(key, whole, type);
  if (small) await ctx.files.put(`${key}-s`, small, SMALL_TYPE);
  return ctx.inside(async (inner) => {
    await inner.db
      .updateTable('uploads')
      .set({ readyAt: inner.now })
      .where('companyId', '=', inner.user.companyId)
      .where('id', '=', id)
      .execute();
    // Without the file's name, which may contain a person's.
    inner.audit({ action: 'upload', entity: 'upload', entityId: id, after: { purpose, bytes: whole.length } });
    return { id, name: shown, type, bytes: whole.length, width, height };
  });
};

const read: VerbOf<typeof table, 'GET /uploads/:id'> = async (ctx, { params, query }) => {
  const found = await readUpload(ctx, params.id);
  // Before a record holds the file, the person who sent it may see it.
  const isOwn = found.heldAt === null && found.userId === ctx.user.id;
  if (!isOwn && !holds(ctx, ...purposes[found.purpose].see)) throw new Failure('forbidden');
  return answerUpload(ctx, found, query.size);
};

export const uploads = area(table, {
  verbs: {
    'POST /uploads': send,
    'GET /uploads/:id': read,
    'GET /uploads/unused': own,
    'DELETE /uploads/unused': emptyOwn,
    'GET /uploads/unused/people': people,
    'DELETE /uploads/unused/people/:id': emptyOf,
  },
  jobs: [sweep, deleteFiles],
});
