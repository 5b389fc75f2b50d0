import { randomBytes } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { fileTooLarge } from '#domain/endpoint.ts';
import { Failure } from '#domain/errors.ts';
import { HEIC_REFUSED } from '#domain/uploads/heic.ts';
import type { UploadKind } from '#domain/uploads/kinds.ts';
import type { Upload } from '#domain/uploads/schema.ts';
import { purposes, type UploadPurpose } from '#domain/upload-purposes.ts';
import { overrunAs } from '../lib/bounds.ts';
import type { HeavyCtx } from '../lib/context.ts';
import { imageType, isHeic } from '../lib/image.ts';
import type { Received } from '../lib/receive.ts';
import { LARGE_TYPE, SMALL_TYPE } from '../lib/uploads.ts';
import { inProcess } from '../lib/worker.ts';
import { makeRoom } from './unused.ts';

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

/** Throws `invalid` for a file that is too large for its purpose, or of another kind. */
async function checkedKind(file: Received, purpose: UploadPurpose): Promise<UploadKind> {
  const { kinds, mostBytes } = purposes[purpose];
  if (file.bytes > mostBytes) throw wrong(fileTooLarge(mostBytes));
  const kind = await kindOf(file);
  if (!kind || !(kinds as readonly UploadKind[]).includes(kind)) throw wrong(wanted(kinds));
  return kind;
}

/**
 * Stores a file of the person in whose name `inside` runs. Outside of transactions a process of its own redraws it
 * (pictures) or checks it (PDF). Its row is written before its bytes go to the store, so that after any failure the
 * sweep finds what is left.
 */
export async function keepFile(
  { files, inside }: Pick<HeavyCtx, 'files' | 'inside'>,
  { purpose, name, linkId = null }: { purpose: UploadPurpose; name: string; linkId?: number | null },
  file: Received,
): Promise<Upload> {
  const kind = await checkedKind(file, purpose);
  const module = kind === 'picture' ? 'uploads/picture.ts' : 'uploads/pdf.ts';
  const pressing = inProcess<Pressed>(module, 'press', file.path);
  const pressed = await pressing.catch(
    overrunAs((cause) => wrong('Il file è rovinato o troppo complicato: sceglierne un altro', cause)),
  );
  if ('refused' in pressed) throw wrong(pressed.refused);
  const { small, width, height } = pressed;
  const whole = pressed.whole ?? (await readFile(file.path));
  const type = kind === 'picture' ? LARGE_TYPE : 'application/pdf';
  const shown = `${name.replace(/\.\w+$/, '')}${kind === 'picture' ? '.jpg' : '.pdf'}`;
  const { id, key } = await inside(async (ctx) => {
    await makeRoom(ctx);
    const { db, user, now } = ctx;
    const key = `${user.companyId}/${randomBytes(16).toString('hex')}`;
    const row = { companyId: user.companyId, purpose, name: shown, type, bytes: whole.length, width, height, linkId };
    const stored = { fileKey: key, smallKey: small && `${key}-s`, userId: user.id, createdAt: now };
    const { id } = await db
      .insertInto('uploads')
      .values({ ...row, ...stored })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, key };
  });
  await files.put(key, whole, type);
  if (small) await files.put(`${key}-s`, small, SMALL_TYPE);
  return inside(async (inner) => {
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
}
