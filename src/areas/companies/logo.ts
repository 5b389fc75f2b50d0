import { LOGO, LOGO_THIN } from '#domain/companies/rules.ts';
import { preferences } from '#site/messages/it/preferences.ts';

const words = preferences.company;
/** The box in pixels that a logo is made to fit: at 11 mm on paper finer than any printer. */
const BOX = { width: 1600, height: 600 };

const base64Of = (blob: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result).split(',')[1] ?? ''));
    reader.addEventListener('error', () => reject(new Error(words.unreadable)));
    reader.readAsDataURL(blob);
  });

/** The picture within the box, as PNG, or as JPEG on white where PNG takes too much. */
async function reduced(picture: ImageBitmap): Promise<Blob> {
  const scale = Math.min(1, BOX.width / picture.width, BOX.height / picture.height);
  const [width, height] = [picture.width, picture.height].map((side) => Math.max(1, Math.round(side * scale)));
  const canvas = new OffscreenCanvas(width!, height!);
  const drawing = canvas.getContext('2d')!;
  drawing.drawImage(picture, 0, 0, width!, height!);
  const png = await canvas.convertToBlob({ type: 'image/png' });
  if (png.size <= LOGO.bytes) return png;
  drawing.globalCompositeOperation = 'destination-over';
  drawing.fillStyle = '#fff';
  drawing.fillRect(0, 0, width!, height!);
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 });
}

/**
 * The logo in a file as base64, within the limits of the server: a larger one is made smaller. Throws an Error whose
 * message says why a file is none.
 */
export async function logoFrom(file: File): Promise<string> {
  if (!LOGO.types.some((type) => type === file.type)) throw new Error(words.wrongType);
  const picture = await createImageBitmap(file).catch(() => {
    throw new Error(words.unreadable);
  });
  const [short, long] = [picture.width, picture.height].toSorted((a, b) => a - b);
  if (long! > LOGO.thin * short!) throw new Error(`${LOGO_THIN} (${picture.width} × ${picture.height} pixel).`);
  const fits = file.size <= LOGO.bytes && long! <= LOGO.side;
  return base64Of(fits ? file : await reduced(picture));
}
