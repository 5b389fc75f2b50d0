import type { FileDetail, FileInput } from '#domain/files/schema.ts';
import { MANUFACTURER } from '#domain/endpoint.ts';
import type { files as table } from '#domain/files/endpoints.ts';
import type { networkFiles as networkTable } from '#domain/files/network.ts';
import { aPdf } from '../a-pdf.ts';
import { created, nothing, once, type Calls, type Side, type TestUser } from '../area.ts';
import { aPhoto } from './uploads.ts';

const open = { roles: null, locationIds: null };

/** A folder of the side. */
export const folder = (side: Side, more: object = {}) =>
  created(side, 'POST /files/folders', {
    body: { name: `Cartella ${side.next()}`, parentId: null, ...open, ...more },
  });

/** What announces a file. */
export const announced = (folderId: number, name: string, bytes: Uint8Array, more: object = {}) => ({
  body: { folderId, name, bytes: bytes.length, modified: 1, ...more },
});

/** A file on its way, none of whose bytes are here. */
async function coming(side: Side) {
  const { params } = await folder(side);
  const name = `Modulo ${side.next()}.pdf`;
  return created(side, 'POST /files/arrivals', announced(params.id, name, aPdf()));
}

const come = async (side: Side) => {
  const { params } = await coming(side);
  await side.call('POST /files/arrivals/:id/pieces', { params, query: { at: 0 }, file: aPdf() });
  return params;
};

/** A file of the side, in a folder of its own. */
async function made(side: Side) {
  const { body } = await side.call('POST /files/arrivals/:id/done', { params: await come(side), body: {} });
  return { params: { id: body.id as number }, version: body.version as number, body: body as FileDetail };
}
const file = once(made);
const params = async (side: Side) => ({ params: (await file(side)).params });

/** What is saved of a file, as a call answered it. */
export const inputOf = ({ name, roles, locationIds, expiresOn, receiptBy }: FileInput): FileInput => ({
  name,
  roles,
  locationIds,
  expiresOn,
  receiptBy,
});

/** A file that a colleague has put there and the side's own user is to read. */
async function asked(side: Side, by: Side) {
  const { params: ids, version, body } = await made(by);
  const wanted = { ...inputOf(body), receiptBy: '2026-12-31' };
  await side.call('PUT /files/:id', { params: ids, version, body: wanted });
  return ids;
}
const colleagueOf = async (side: Side): Promise<Side> => {
  const as = await side.colleague();
  return { ...side, as, call: (name, sent, who = as as TestUser) => side.call(name, sent, who) };
};
const toRead = async (side: Side) => asked(side, await colleagueOf(side));

export const files: Calls<typeof table> = {
  'GET /files': nothing,
  'GET /files/folders': nothing,
  'POST /files/folders': (side) => ({ body: { name: `Nuova ${side.next()}`, parentId: null, ...open } }),
  'PUT /files/folders/:id': async (side) => ({
    ...(await folder(side)),
    body: { name: `Altra ${side.next()}`, parentId: null, roles: null, locationIds: [side.locationId] },
  }),
  'GET /files/choices': nothing,
  'POST /files/moves': async (side) => ({
    body: { files: [(await file(side)).params.id], to: (await folder(side)).params.id },
  }),
  'POST /files/bin': async (side) => ({ body: { files: [(await made(side)).params.id] } }),
  'POST /files/restored': async (side) => {
    const { id } = (await made(side)).params;
    await side.call('POST /files/bin', { body: { files: [id] } });
    return { body: { files: [id], to: null } };
  },
  'GET /files/zip': async (side) => ({ query: { ids: String((await file(side)).params.id) } }),
  'POST /files/arrivals': async (side) =>
    announced((await folder(side)).params.id, `Listino ${side.next()}.pdf`, aPdf()),
  'POST /files/arrivals/:id/pieces': async (side) => ({
    params: (await coming(side)).params,
    query: { at: 0 },
    file: aPdf(),
  }),
  'POST /files/arrivals/:id/done': async (side) => ({
    params: await come(side),
    body: { folderId: (await folder(side)).params.id },
  }),
  'DELETE /files/arrivals/:id': async (side) => ({ params: (await coming(side)).params }),
  'GET /files/:id': params,
  'PUT /files/:id': async (side) => {
    const { params: ids, version, body } = await made(side);
    return { params: ids, version, body: { ...inputOf(body), expiresOn: '2027-01-31' } };
  },
  'GET /files/:id/content': params,
  'GET /files/:id/preview': async (side) => ({ params: (await picture(side)).params }),
  'POST /files/:id/receipt': async (side) => ({ params: await toRead(side), body: { number: 1 } }),
  'GET /files/:id/readers': params,
  'POST /files/:id/reminders': async (side) => ({ params: await asked(side, side) }),
};

/** A picture of the side. */
async function picture(side: Side) {
  const photo = await aPhoto();
  const { params: ids } = await folder(side);
  const { params: arrival } = await created(
    side,
    'POST /files/arrivals',
    announced(ids.id, `Foto ${side.next()}.jpg`, photo),
  );
  await side.call('POST /files/arrivals/:id/pieces', { params: arrival, query: { at: 0 }, file: photo });
  const { body } = await side.call('POST /files/arrivals/:id/done', { params: arrival, body: {} });
  return { params: { id: body.id as number } };
}

/** Sends a file of the network whole, or the next version of one; answers the call that said no, or the last one. */
export async function sendToNetwork(
  { call }: Pick<Side, 'call'>,
  as: TestUser,
  name: string,
  bytes: Uint8Array,
  more: object = {},
) {
  const body = { name, bytes: bytes.length, modified: 1, ...more };
  const begun = await call('POST /network/files/arrivals', { body }, as);
  if (begun.status !== 201) return begun;
  const ids = { id: begun.body.id as number };
  await call('POST /network/files/arrivals/:id/pieces', { params: ids, query: { at: 0 }, file: bytes }, as);
  return call('POST /network/files/arrivals/:id/done', { params: ids }, as);
}

/** A file of the network on its way, none of whose bytes are here. */
async function comingToNetwork(side: Side) {
  const as = await side.colleague(MANUFACTURER);
  const body = { name: `Circolare ${side.next()}.pdf`, bytes: aPdf().length, modified: 1 };
  const begun = await side.call('POST /network/files/arrivals', { body }, as);
  return { as, params: { id: begun.body.id as number } };
}

/** A file of the network, published for the side alone. */
export async function published(side: Side, bytes: Uint8Array = aPdf(), name = `Circolare ${side.next()}.pdf`) {
  const as = await side.colleague(MANUFACTURER);
  const { body } = await sendToNetwork(side, as as TestUser, name, bytes);
  const params = { id: body.id as number };
  const input = { name, folder: '', brandId: null, companyIds: [side.companyId], expiresOn: null };
  const saved = await side.call('PUT /network/files/:id', { params, version: body.version, body: input }, as);
  if (saved.status !== 200) throw new Error(JSON.stringify([body, saved.body]));
  return { as, params, version: saved.body.version as number, body: input };
}
const circular = once((side: Side) => published(side));

export const networkFiles: Calls<typeof networkTable> = {
  'GET /network/files': nothing,
  'GET /network/files/readers': async ({ colleague }) => ({ as: await colleague(MANUFACTURER) }),
  'POST /network/files/arrivals': async (side) => ({
    as: await side.colleague(MANUFACTURER),
    body: { name: `Circolare ${side.next()}.pdf`, bytes: aPdf().length, modified: 1 },
  }),
  'POST /network/files/arrivals/:id/pieces': async (side) => ({
    ...(await comingToNetwork(side)),
    query: { at: 0 },
    file: aPdf(),
  }),
  'POST /network/files/arrivals/:id/done': async (side) => {
    const { as, params: ids } = await comingToNetwork(side);
    const piece = { params: ids, query: { at: 0 }, file: aPdf() };
    await side.call('POST /network/files/arrivals/:id/pieces', piece, as);
    return { as, params: ids };
  },
  'DELETE /network/files/arrivals/:id': comingToNetwork,
  'PUT /network/files/:id': (side) => published(side),
  'DELETE /network/files/:id': async (side) => {
    const { as, params } = await published(side);
    return { as, params };
  },
  'GET /network/files/:id/versions': async (side) => {
    const { as, params } = await circular(side);
    return { as, params };
  },
  'GET /network/files/:id/content': async (side) => ({ params: (await circular(side)).params }),
  'GET /network/files/:id/preview': async (side) => ({
    params: (await published(side, await aPhoto(), `Foto ${side.next()}.jpg`)).params,
  }),
};
