/** The only decoder of pictures that people send, with its limits. Only processes of their own may load it. */
import sharp from 'sharp';
import { MOST_PIXELS } from '#domain/upload-purposes.ts';

// libvips reads only these three formats, whatever the first bytes of a file say: SVG loads other files, TIFF and PDF
// unfold to any size.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp'].flatMap((kind) => [`VipsForeignLoad${kind}File`, `VipsForeignLoad${kind}Buffer`]),
});
// One core for each picture, and no pictures of a company kept in memory.
sharp.concurrency(1);
sharp.cache(false);

const SECONDS = 20;

/**
 * The picture turned upright, in sRGB and without the camera's metadata; throws when it cannot be read to its end or
 * has too many pixels.
 */
export const decode = (picture: string | Uint8Array) =>
  sharp(picture, { limitInputPixels: MOST_PIXELS, failOn: 'error' }).timeout({ seconds: SECONDS }).autoOrient();
