/** Pictures that people send: their bytes decide the type, never what the caller says. */
import { Failure } from '#domain/errors.ts';
import { HEIC_REFUSED } from '#domain/uploads/heic.ts';
import type { FileAnswer } from '../work/bind.ts';
import { overrunAs } from '../work/bounds.ts';
import type { Ctx, HeavyCtx } from '../work/context.ts';
import { imageType, isHeic, readImage, type ImageType } from './image.ts';
import type { Redrawn } from './redraw.ts';
import { letGo, nameFiles, newUnnamed } from './unnamed.ts';
import { inProcess } from '../work/worker.ts';

/** The limits of a picture, and the Italian sentences for one that exceeds them. */
export interface PictureLimits {
  bytes: number;
  /** The most pixels of a side: a picture of few bytes may unfold to any size. */
  side: number;
  types: readonly ImageType[];
  typesSentence: string;
  square?: boolean;
  /** The most times that the longer side is as long as the shorter one, and the sentence beyond it. */
  thin?: { most: number; sentence: string };
}

/**
 * Redraws a picture within its limits in a process of its own: no byte of the sent file is kept. Throws `invalid` at
 * `base64`.
 */
export async function acceptPicture(base64: string, limits: PictureLimits): Promise<Redrawn> {
  const bytes = Buffer.from(base64, 'base64');
  const refuse = (message: string, cause?: Error) =>
    new Failure('invalid', undefined, { fields: { base64: message }, cause });
  if (bytes.length > limits.bytes) throw refuse('Immagine troppo grande');
  const image = readImage(bytes);
  if (!image || !limits.types.includes(image.type)) throw refuse(isHeic(bytes) ? HEIC_REFUSED : limits.typesSentence);
  const { width, height } = image;
  if (limits.square && width !== height) throw refuse('Scegliere una immagine quadrata');
  if (Math.min(width, height) < 1 || Math.max(width, height) > limits.side)
    throw refuse(`Scegliere una immagine di al massimo ${limits.side} pixel per lato`);
  if (limits.thin && Math.max(width, height) > limits.thin.most * Math.min(width, height))
    throw refuse(limits.thin.sentence);
  const broken = (cause?: Error) => refuse('L’immagine è danneggiata o incompleta: sceglierne un’altra', cause);
  const drawing = inProcess<Redrawn | null>('lib/files/redraw.ts', 'redraw', { bytes, type: image.type });
  const redrawn = await drawing.catch(overrunAs(broken));
  if (!redrawn) throw broken();
  return redrawn;
}

/**
 * Replaces a stored picture, or removes it when `bytes` is null. `keep` writes the new key in a transaction and returns
 * the old one; it locks the record, so that of two simultaneous calls the second deletes the first one's file.
 */
export async function replacePicture(
  ctx: HeavyCtx,
  bytes: Uint8Array | null,
  keep: (ctx: Ctx, key: string | null) => Promise<string | null>,
): Promise<void> {
  const key = bytes && (await ctx.inside(newUnnamed));
  // Before the transaction, because a slow store would hold it open.
  if (bytes && key) await ctx.files.put(key, bytes, imageType(bytes)!);
  const work = ctx.inside(async (inner) => {
    const old = await keep(inner, key);
    if (key) await nameFiles(inner, [key]);
    if (old) await letGo(inner, [old]);
  });
  await work.catch(async (error: unknown) => {
    if (key) await ctx.files.delete(key);
    throw error;
  });
}

/** Answers the picture under a key, read after the transaction; throws `not_found`. */
export const answerPicture =
  ({ files }: Ctx, key: string, name: string) =>
  async (): Promise<FileAnswer> => {
    const bytes = await files.get(key);
    const type = bytes && imageType(bytes);
    if (!bytes || !type) throw new Failure('not_found');
    return { bytes, type, name: `${name}.${type.slice(6)}`, inline: true };
  };
