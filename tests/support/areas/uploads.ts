import sharp from 'sharp';
import type { uploads as table } from '#domain/uploads/endpoints.ts';
import type { UploadPurpose } from '#domain/upload-purposes.ts';
import { created, nothing, type Calls, type Side } from '../area.ts';

/** A photo of one colour, as a camera makes it. */
export const aPhoto = (width = 64, height = 48, background = '#345678') =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();

const photo = await aPhoto();
const sending = (purpose: UploadPurpose, name = 'IMG_0042.jpg') => ({ query: { purpose, name }, file: photo });

/** The id of a file that no record holds yet. */
export const sent = async (side: Side, purpose: UploadPurpose = 'stock_photo', name?: string): Promise<number> =>
  (await created(side, 'POST /uploads', sending(purpose, name))).params.id;

export const uploads: Calls<typeof table> = {
  'POST /uploads': () => sending('stock_photo'),
  'GET /uploads/unused': nothing,
  'DELETE /uploads/unused': nothing,
  'GET /uploads/unused/people': nothing,
  'DELETE /uploads/unused/people/:id': async (side) => {
    const { id } = await side.colleague();
    return { params: { id } };
  },
  'GET /uploads/:id': async (side) => ({ params: { id: await sent(side) } }),
};
