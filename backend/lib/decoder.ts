/** The one reader of pictures that people send, for processes of their own: what it may read, and how much of it. */
import sharp from 'sharp';
import { MOST_PIXELS } from '#domain/upload-purposes.ts';

// Of all that libvips reads only these three, whatever a file's first bytes say: SVG loads others, TIFF and PDF unfold.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp'].flatMap((kind) => [`VipsForeignLoad${kind}File`, `VipsForeignLoad${kind}Buffer`]),
});
// One core a picture, and nothing of a company's pictures kept in memory.
sharp.concurrency(1);
sharp.cache(false);

const SECONDS = 20;

/** A picture upright and in sRGB, without what its camera wrote; fails when it cannot be read to its end or unfolds to too many pixels. */
export const decode = (picture: string | Uint8Array) =>
  sharp(picture, { limitInputPixels: MOST_PIXELS, failOn: 'error' }).timeout({ seconds: SECONDS }).autoOrient();
