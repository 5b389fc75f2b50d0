import { open } from 'node:fs/promises';
import { fileTooLarge, MANUFACTURER } from '#domain/endpoint.ts';
import { Failure } from '#domain/errors.ts';
import { holdsAny } from '#domain/privileges.ts';
import { HEIC_REFUSED } from '#domain/uploads/heic.ts';
import type { UploadKind } from '#domain/uploads/kinds.ts';
import type { Upload } from '#domain/uploads/schema.ts';
import { purposes, type Purpose, type UploadPurpose } from '#domain/upload-purposes.ts';
import { overrunAs } from '../lib/work/bounds.ts';
import type { Ctx, HeavyCtx } from '../lib/work/context.ts';
import { imageType, isHeic } from '../lib/files/image.ts';
import type { Received } from '../lib/files/receive.ts';
import { newKey } from '../lib/files/unnamed.ts';
import { LARGE_TYPE, SMALL_TYPE } from '../lib/files/uploads.ts';
import { inProcess } from '../lib/work/worker.ts';
import { type Kept, makeRoom } from './unused.ts';

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

/** Throws `forbidden` for who may not send files of this purpose, from here or by a phone. */
export function checkSender({ user }: Pick<Ctx, 'user'>, purpose: UploadPurpose): void {
  const { send, manufacturer }: Purpose = purposes[purpose];
  const isTheirs = Boolean(manufacturer) === (user.companyId === MANUFACTURER);
  if (!isTheirs || !holdsAny(user.privileges, send)) throw new Failure('forbidden');
}

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
 * Writes the row of a file before its bytes go to the store, so that after any failure the sweep finds what is left.
 * What only the bytes tell is written when they are there.
 */
export async function announce(
  ctx: Ctx,
  { purpose, name, linkId = null }: { purpose: UploadPurpose; name: string; linkId?: number | null },
): Promise<Kept> {
  await makeRoom(ctx);
  const { db, user, now } = ctx;
  const fileKey = newKey(user.companyId);
  const stored = { fileKey, smallKey: `${fileKey}-s` };
  const { id } = await db
    .insertInto('uploads')
    .values({
      companyId: user.companyId,
      purpose,
      name,
      linkId,
      // Nobody of the company sent what its customer sends.
      userId: user.id || null,
      type: '',
      bytes: 0,
      createdAt: now,
      ...stored,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, ...stored };
}

/** What a file of this purpose is kept as; throws `invalid` for one that is not accepted. */
async function made(file: Received, purpose: UploadPurpose) {
  const kind = await checkedKind(file, purpose);
  const module = kind === 'picture' ? 'uploads/picture.ts' : 'uploads/pdf.ts';
  const pressed = await inProcess<Pressed>(module, 'press', file.path).catch(
    overrunAs((cause) => wrong('Il file è rovinato o troppo complicato: sceglierne un altro', cause)),
  );
  if ('refused' in pressed) throw wrong(pressed.refused);
  // A PDF stays as it is, and goes from disk to store piece by piece.
  const whole = pressed.whole ?? { path: file.path };
  const bytes = pressed.whole?.length ?? file.bytes;
  const { small, width, height } = pressed;
  const [type, ending] = kind === 'picture' ? [LARGE_TYPE, '.jpg'] : ['application/pdf', '.pdf'];
  return { whole, bytes, small, type, ending, width, height };
}

/**
 * Stores a file of the person in whose name `inside` runs. Outside of transactions a process of its own redraws it
 * (pictures) or checks it (PDF). A file that was announced before it came is `landed` in the transaction by which it is
 * there for the person: what throws there refuses it.
 */
export async function keepFile(
  { files, inside }: Pick<HeavyCtx, 'files' | 'inside'>,
  { purpose, name }: { purpose: UploadPurpose; name: string },
  file: Received,
  coming?: Kept & { landed: (ctx: Ctx) => Promise<void> },
): Promise<Upload> {
  const { whole, bytes, small, type, ending, width, height } = await made(file, purpose);
  const { id, fileKey, smallKey } = coming ?? (await inside((ctx) => announce(ctx, { purpose, name })));
  await files.put(fileKey, whole, type);
  if (small) await files.put(smallKey!, small, SMALL_TYPE);
  return inside(async (ctx) => {
    await coming?.landed(ctx);
    const shown = { name: `${name.replace(/\.\w+$/, '')}${ending}`, type, bytes, width, height };
    await ctx.db
      .updateTable('uploads')
      .set({ ...shown, smallKey: small && smallKey, readyAt: ctx.now })
      .where('companyId', '=', ctx.user.companyId)
      .where('id', '=', id)
      .execute();
    // Without the file's name, which may contain a person's.
    ctx.audit({ action: 'upload', entity: 'upload', entityId: id, after: { purpose, bytes } });
    return { id, ...shown };
  });
}
