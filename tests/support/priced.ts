import type { CallName, Endpoints } from '#domain/endpoints.ts';
import { under, type Under } from '#domain/record/under.ts';
import { created, nothing, type Calls, type Sent, type Side } from './area.ts';

/** The calls whose names belong to an area, mapped one by one: an intersection of so many types would be too large. */
type CallsUnder<T> = { [N in CallName as N extends keyof T ? N : never]: Calls<Endpoints>[N] };

type Fresh = (side: Side) => Promise<{ params: { id: number }; version: number }>;

const ofRecords = (fresh: Fresh, body: (side: Side) => object) => ({
  GET: nothing,
  'GET /export': () => ({ query: { format: 'csv' } }),
  POST: (side: Side) => ({ body: body(side) }),
  'GET /:id': fresh,
  'GET /:id/timeline': fresh,
  'PUT /:id': async (side: Side) => ({ ...(await fresh(side)), body: body(side) }),
  'POST /bulk': async (side: Side) => {
    const { params, version } = await fresh(side);
    return { body: { action: 'archive', rows: [{ id: params.id, version }] } };
  },
});

/**
 * How a side makes the calls of a list of records (domain/record/calls.ts); `body` makes the body for a name.
 * Existing records have the company's marker in their name.
 */
export function recordCalls<const Area extends string>(area: Area, body: (name: string, side: Side) => object) {
  const fresh = (side: Side) =>
    created(side, `POST /${area}` as CallName, { body: body(`${side.marker} ${side.next()}`, side) } as Sent);
  const calls = ofRecords(fresh, (side) => body(`Prova ${side.next()}`, side));
  return under(area, calls) as unknown as CallsUnder<Under<Area, typeof calls>>;
}

/**
 * How a side makes the calls of a priced list; `body` makes the body for a code. Existing records have the company's
 * marker in their code, and where `marked` puts it.
 */
export function pricedCalls<const Area extends string>(
  area: Area,
  body: object,
  marked: (marker: string) => object = () => ({}),
) {
  const post = `POST /${area}` as CallName;
  const fresh = (side: Side) =>
    created(side, post, { body: { ...body, ...marked(side.marker), code: `${side.marker}-${side.next()}` } } as Sent);
  const coded = (side: Side) => ({ ...body, code: `X-${side.next()}` });
  const reprice = async (side: Side) => ({ body: { ids: [(await fresh(side)).params.id], percent: 5 } });
  const calls = {
    ...ofRecords(fresh, coded),
    'PUT /:id/archived': async (side: Side) => ({ ...(await fresh(side)), body: { archived: true } }),
    'POST /reprice': reprice,
    'GET /batches': nothing,
    'POST /batches/:id/undo': async (side: Side) => {
      const done = await side.call(`POST /${area}/reprice` as CallName, await reprice(side));
      return { params: { id: done.body.batch as number } };
    },
  };
  return under(area, calls) as unknown as CallsUnder<Under<Area, typeof calls>>;
}
