/** Runs in a process of its own: redraws a picture, so that nothing of the sent file stays except what it shows. */
import sharp from 'sharp';
import { SIDES } from '#domain/upload-purposes.ts';
import { decode } from '../lib/files/decoder.ts';
import type { Pressed } from './keep.ts';

/**
 * The picture at `path` redrawn in two sizes, upright, in sRGB, without metadata: a JPEG of at most 1920 pixels a side,
 * and a WebP of 480. Refuses a file that cannot be read to its end or has too many pixels. An animation gives its first
 * picture.
 */
export async function press(path: string): Promise<Pressed> {
  try {
    const { data: whole, info } = await decode(path)
      .resize({ width: SIDES.large, height: SIDES.large, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 82 })
      .toBuffer({ resolveWithObject: true });
    const small = await sharp(whole)
      .resize({ width: SIDES.small, height: SIDES.small, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 74 })
      .toBuffer();
    return { whole, small, width: info.width, height: info.height };
  } catch (error) {
    const { message } = error as Error;
    if (/pixel limit/i.test(message)) return { refused: 'La foto ha troppi pixel: al massimo 64 milioni' };
    return { refused: 'La foto è danneggiata o incompleta: sceglierne un’altra' };
  }
}
