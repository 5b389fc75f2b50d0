/** Runs in a process of its own: a small picture made anew, of the type and size that it has. */
import { decode } from './decoder.ts';
import type { ImageType } from './image.ts';

export interface Redrawn {
  bytes: Uint8Array;
  /** In pixels, as it stands upright. */
  width: number;
  height: number;
}

/** The picture with nothing of the file that was sent but what it shows; null when it cannot be read to its end. */
export async function redraw({ bytes, type }: { bytes: Uint8Array; type: ImageType }): Promise<Redrawn | null> {
  try {
    const picture = decode(bytes);
    // A logo of few colours stays as light as it was.
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
