import { setTimeout as sleep } from 'node:timers/promises';
import { DEMO_UPLOAD } from '#backend/seed/links.ts';
import sharp from 'sharp';
import type { uploads as table } from '#domain/uploads/endpoints.ts';
import type { UploadPurpose } from '#domain/upload-purposes.ts';
import { nothing, type Calls, type Side, type TestUser } from '../area.ts';

/** A photo of one colour, as a camera makes it. */
export const aPhoto = (width = 64, height = 48, background = '#345678') =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();

const photo = await aPhoto();
const sending = (purpose: UploadPurpose, name = 'IMG_0042.jpg') => ({ query: { purpose, name }, file: photo });

/** The id of a file that no record holds yet; who sent it, and nobody else, puts it into a record. */
export async function sent(
  side: Side,
  purpose: UploadPurpose = 'stock_photo',
  { name, as = side.as }: { name?: string; as?: TestUser } = {},
): Promise<number> {
  for (let tries = 0; ; tries += 1) {
    const { status, body } = await side.call('POST /uploads', sending(purpose, name), as);
    if (status === 201) return body.id as number;
    // A slow machine may be busy with the files of others for a while, and says when to come back.
    if (status !== 503 || tries === 5) throw new Error(JSON.stringify(body));
    await sleep(500);
  }
}

/** The link of a phone, with its token. */
const linked = async (side: Side) => {
  const { body } = await side.call('POST /uploads/links', { body: { purpose: 'stock_photo' } });
  return { id: body.id as number, token: (body.url as string).split('/').at(-1)! };
};

export const uploads: Calls<typeof table> = {
  'POST /uploads': () => sending('stock_photo'),
  'POST /uploads/links': () => ({ body: { purpose: 'stock_photo' } }),
  'GET /uploads/links/:id': async (side) => ({ params: { id: (await linked(side)).id } }),
  'DELETE /uploads/links/:id': async (side) => ({ params: { id: (await linked(side)).id } }),
  'GET /links/upload': async (side) => ({ query: { token: (await linked(side)).token } }),
  'POST /links/upload': async (side) => ({
    query: { token: (await linked(side)).token, name: 'foto.jpg' },
    file: photo,
  }),
  'GET /uploads/unused': nothing,
  'DELETE /uploads/unused': nothing,
  'GET /uploads/unused/people': nothing,
  'DELETE /uploads/unused/people/:id': async (side) => {
    const { id } = await side.colleague();
    return { params: { id } };
  },
  'GET /uploads/:id': async (side) => ({ params: { id: await sent(side) } }),
};

/** Addresses in the demo world. */
export const pages = { '/carica/{token}': `/carica/${DEMO_UPLOAD}` };
