import { z } from 'zod';
import { id } from '#domain/endpoint.ts';
import { isOver } from '#domain/catalog/editions/machine.ts';
import { changesQuery, oppositeQuery, versionsQuery } from '#domain/catalog/editions/schema.ts';
import type { CallAnswer } from '#site/lib/call.ts';
import { editionQuery, mayWrite, openEdition } from './open.server.ts';
import { pageOf, sidesOf } from './comparison/sides.server.ts';
import { simulatedOf } from './simulation/simulated.server.ts';

type Call = App.Locals['call'];

/** An edition of so many changed rows is shown with all of them; of a larger one the versions are opened one by one. */
const MOST_OPEN = 200;
const changesPage = z.object({
  of: changesQuery.shape.version.catch(undefined),
  row: changesQuery.shape.offset.catch(0),
  offset: versionsQuery.shape.offset.catch(0),
});
/** From which row on the two lists of what taking an edition back would do are shown. */
const backPage = z.object({ back: oppositeQuery.shape.changes.catch(0), stays: oppositeQuery.shape.stays.catch(0) });

/** What an edition changes, as far as an address has opened it. */
async function changesOf(call: Call, { id, changes }: { id: number; changes: number }, search: URLSearchParams) {
  const { of, row, offset } = changesPage.parse(Object.fromEntries(search));
  const params = { id };
  const isSmall = changes <= MOST_OPEN;
  const query = isSmall ? {} : { version: of, offset: row };
  const [versions, rows] = await Promise.all([
    call('GET /catalog/editions/:id/versions', { params, query: { offset } }),
    isSmall || of !== undefined ? call('GET /catalog/editions/:id/changes', { params, query }) : [],
  ]);
  return { versions, rows, row, offset, isWhole: isSmall, open: of };
}

/** An edition with its changes, and of a published one, when that is asked for, what taking it back would do. */
async function editionOf(call: Call, asked: number, search: URLSearchParams, isWriter: boolean) {
  const params = { id: asked };
  const shown = await call('GET /catalog/editions/:id', { params });
  const { state } = shown.edition;
  const back = backPage.parse(Object.fromEntries(search));
  const [changes, quotes, opposite] = await Promise.all([
    changesOf(call, shown.edition, search),
    isOver(state) ? null : call('GET /catalog/editions/:id/quotes', { params }),
    isWriter && state === 'published' && search.has('back')
      ? call('GET /catalog/editions/:id/opposite', { params, query: { changes: back.back, stays: back.stays } })
      : null,
  ]);
  return { shown, changes, quotes, back: opposite && { opposite, from: back } };
}

/** The import that is open, if one is, and the others: the open one says itself how far it is. */
async function importOf(call: Call, asked: string) {
  const { data } = id.safeParse(asked || undefined);
  const [record, past] = await Promise.all([
    data === undefined ? null : call('GET /imports/:id', { params: { id: data } }),
    call('GET /imports', {}),
  ]);
  return { record, past: past.filter((one) => one.id !== data) };
}

/** The first page of the catalogue: makers and editions. */
async function plainOf(call: Call, editions: CallAnswer<'GET /catalog/editions'>) {
  const draft = openEdition(editions, null);
  return { makers: await call('GET /catalog/lists', { query: { edition: draft?.id } }), query: editionQuery(draft) };
}

/** What the address of the catalogue asks for: an edition, two lists beside each other, a simulation, an import, or nothing of these. */
export async function loadCatalog(locals: App.Locals, search: URLSearchParams) {
  const { call } = locals;
  const isWriter = mayWrite(locals);
  const editions = await call('GET /catalog/editions', {});
  const nothing = {
    editions,
    edition: null,
    asked: null,
    compared: null,
    touched: null,
    simulated: null,
    imported: null,
    plain: null,
  };
  const { data: edition } = id.safeParse(search.get('edition') ?? undefined);
  if (edition !== undefined) return { ...nothing, edition: await editionOf(call, edition, search, isWriter) };
  if (!isWriter) return { ...nothing, plain: await plainOf(call, editions) };
  if (search.has('import')) return { ...nothing, imported: await importOf(call, search.get('import')!) };
  const asked = sidesOf(search);
  if (asked?.errors) return { ...nothing, asked };
  if (asked) {
    const { sides } = asked;
    const page = pageOf(search);
    // What an edition touches is said beside it; of two that of the one that is compared with the other.
    const open = [sides.to, sides.from].flatMap((side) =>
      editions.filter(({ id: its, state }) => side === String(its) && !isOver(state)),
    )[0];
    const [comparison, quotes] = await Promise.all([
      call('GET /catalog/comparison', { query: { ...sides, ...page } }),
      open && call('GET /catalog/editions/:id/quotes', { params: { id: open.id } }),
    ]);
    return {
      ...nothing,
      asked,
      compared: { comparison, sides, ...page },
      touched: open && quotes ? { edition: open, quotes } : null,
    };
  }
  const simulated = await simulatedOf(call, search);
  if (simulated.list !== null) return { ...nothing, simulated };
  return { ...nothing, plain: await plainOf(call, editions) };
}
