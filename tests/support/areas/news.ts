import { MANUFACTURER } from '#domain/endpoint.ts';
import { blankOf } from '#domain/record/fields.ts';
import type { news as table } from '#domain/news/endpoints.ts';
import { noticeFields, releaseFields } from '#domain/news/fields.ts';
import { once, type Calls, type Side } from '../area.ts';

const day = '2026-11-18';
/** A release for everybody, with a number of its own. */
export const aRelease = ({ next }: Pick<Side, 'next'>) => ({
  ...blankOf(releaseFields),
  releaseNumber: `9.${next() % 10_000}`,
  releaseDate: day,
  title: 'Novità',
  body: '<p>Testo</p>',
});
export const aNotice = {
  ...blankOf(noticeFields),
  title: 'Avviso',
  startsOn: day,
  body: '<p>Testo</p>',
};

const asMaker = async ({ colleague }: Side) => ({ as: await colleague(MANUFACTURER) });
type Kind = 'releases' | 'notices';
const bodies = {
  releases: aRelease,
  notices: ({ companyId }: Side) => ({ ...aNotice, forCompanies: [companyId] }),
};

/** A draft that the manufacturer wrote; or a published one. */
async function written(side: Side, kind: Kind, published = false) {
  const { as } = await asMaker(side);
  const made = await side.call(`POST /network/${kind}`, { body: bodies[kind](side) }, as);
  if (made.status !== 201) throw new Error(`${kind}: ${made.status} ${JSON.stringify(made.body)}`);
  const { id, version } = made.body as { id: number; version: number };
  const at = { as, params: { id }, version };
  if (!published) return at;
  const out = await side.call(`POST /network/${kind}/:id/publish`, at, as);
  return { ...at, version: out.body.version as number };
}
const aDraft = {
  releases: once((side) => written(side, 'releases')),
  notices: once((side) => written(side, 'notices')),
};
const one = async (side: Side, kind: Kind) => {
  const { as, params } = await aDraft[kind](side);
  return { as, params };
};

export const news: Calls<typeof table> = {
  'GET /network/releases': asMaker,
  'POST /network/releases': async (side) => ({ ...(await asMaker(side)), body: aRelease(side) }),
  'GET /network/releases/:id': (side) => one(side, 'releases'),
  'PUT /network/releases/:id': async (side) => ({ ...(await aDraft.releases(side)), body: aRelease(side) }),
  'GET /network/releases/:id/readers': (side) => one(side, 'releases'),
  'POST /network/releases/:id/publish': (side) => aDraft.releases(side),
  'POST /network/releases/:id/withdraw': (side) => written(side, 'releases', true),
  'DELETE /network/releases/:id': (side) => aDraft.releases(side),
  'GET /network/notices': asMaker,
  'POST /network/notices': async (side) => ({ ...(await asMaker(side)), body: aNotice }),
  'GET /network/notices/:id': (side) => one(side, 'notices'),
  'PUT /network/notices/:id': async (side) => ({ ...(await aDraft.notices(side)), body: aNotice }),
  'GET /network/notices/:id/readers': (side) => one(side, 'notices'),
  'POST /network/notices/:id/publish': (side) => aDraft.notices(side),
  'POST /network/notices/:id/withdraw': (side) => written(side, 'notices', true),
  'DELETE /network/notices/:id': (side) => aDraft.notices(side),
};

/** A notice that the side's company sees. */
export const shownNotice = once((side: Side) => written(side, 'notices', true));
