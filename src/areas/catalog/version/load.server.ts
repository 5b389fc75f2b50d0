import { id } from '#domain/endpoint.ts';
import { optionsQuery, versionsQuery } from '#domain/catalog/editions/schema.ts';
import { Failure } from '#domain/errors.ts';
import { mayWrite, openEdition } from '../open.server.ts';
import { optionsPage } from '../record/find.server.ts';

/** A version as an address asks for it. Throws `not_found`, also below another make or model. */
export async function loadVersion(
  locals: App.Locals,
  { searchParams: search }: URL,
  { makerId, modelId, myId }: Partial<Record<string, string>>,
) {
  const { call } = locals;
  const { data: versionId } = id.safeParse(myId);
  if (versionId === undefined) throw new Failure('not_found');
  const isWriter = mayWrite(locals);
  const [editions, samples] = await Promise.all([
    call('GET /catalog/editions', {}),
    isWriter ? call('GET /catalog/samples', {}) : null,
  ]);
  const edition = openEdition(editions, search.get('edition'));
  const params = { id: versionId };
  const shown = await call('GET /catalog/lists/versions/:id', { params, query: { edition: edition?.id } });
  const { maker, model } = shown;
  if (`${maker.id}/${model.id}` !== `${makerId}/${modelId}`) throw new Failure('not_found');
  const page = {
    table: search.get('table') ?? '',
    from: versionsQuery.shape.offset.catch(0).parse(search.get('from') ?? 0),
    rule: search.get('rule'),
    find: optionsQuery.shape.q.catch('').parse(search.get('find') ?? ''),
  };
  const choices =
    edition && search.has('options')
      ? await call('GET /catalog/lists/makers/:id/options', {
          params: { id: maker.id },
          query: { edition: edition.id, without: versionId, ...optionsPage(search) },
        })
      : null;
  return { isWriter, edition, shown, samples, page, choices };
}
