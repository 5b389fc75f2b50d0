/** Runs in a thread: a picture as strangers may see it. Nothing of the file that was sent stays but what it shows. */
import sharp from 'sharp';
import { MOST_PIXELS, SIDES } from '#domain/uploads/purposes.ts';
import type { Pressed } from './area.ts';

// Of all that libvips reads only these three, whatever a file's first bytes say: SVG loads others, TIFF and PDF unfold.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp'].flatMap((kind) => [`VipsForeignLoad${kind}File`, `VipsForeignLoad${kind}Buffer`]),
});
// One core a picture, and nothing of a company's pictures kept in memory.
sharp.concurrency(1);
sharp.cache(false);

const SECONDS = 20;

/**
 * The picture at `path` made anew in two sizes, upright, in sRGB, without its metadata: a JPEG of at most 1920 pixels a side, and a
 * WebP of 480. Refuses what cannot be read to its end or unfolds to too many pixels. An animation gives its first picture.
 */
export async function press(path: string): Promise<Pressed> {
  try {
    const { data: whole, info } = await sharp(path, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
      .timeout({ seconds: SECONDS })
      .autoOrient()
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
