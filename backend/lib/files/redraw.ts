/** Runs in a process of its own: redraws a small picture in its own type and size. */
import { decode } from './decoder.ts';
import type { ImageType } from './image.ts';

export interface Redrawn {
  bytes: Uint8Array;
  /** In pixels, turned upright. */
  width: number;
  height: number;
}

/** The redrawn picture: only what it shows, nothing else of the sent file; null when it cannot be read to its end. */
export async function redraw({ bytes, type }: { bytes: Uint8Array; type: ImageType }): Promise<Redrawn | null> {
  try {
    const picture = decode(bytes);
    // A logo with a palette of few colours stays as small as it was.
    const { isPalette } = await picture.metadata();
    const as = {
      'image/jpeg': () => picture.jpeg({ quality: 90 }),
      'image/webp': () => picture.webp({ quality: 90 }),
      'image/png': () => picture.png({ compressionLevel: 9, palette: isPalette }),
    };
    const { data, info } = await as[type]().toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  } catch {
    return null;
  }
}
