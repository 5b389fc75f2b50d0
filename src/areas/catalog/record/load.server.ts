import { z } from 'zod';
import { id } from '#domain/endpoint.ts';
import { Failure } from '#domain/errors.ts';
import { optionsPage } from './find.server.ts';

/** The steps to a new version, in their order. */
export const steps = ['maker', 'model', 'version', 'options', 'price', 'approval', 'done'] as const;
export type Step = (typeof steps)[number];

/** The fields of a version that its certificate of conformity says, for the last step. */
export const ofApproval = ['approval', 'tyres', 'mass', 'electricRange', 'payload'];

const asked = z.object({
  edition: id.optional().catch(undefined),
  maker: id.optional().catch(undefined),
  model: id.optional().catch(undefined),
  version: id.optional().catch(undefined),
  from: id.optional().catch(undefined),
  step: z.enum(steps).catch('maker'),
});

/** Nothing, where the edition does not know what is asked for. */
const unlessUnknown = (cause: unknown): null => {
  if (cause instanceof Failure && cause.code === 'not_found') return null;
  throw cause;
};

/**
 * What the wizard's address asks for: its step, and what that step chooses among. A step that is not reached yet is the
 * one before it, and what the edition does not know is not chosen.
 */
export async function loadRecord(call: App.Locals['call'], url: URL) {
  const { step: wanted, ...ids } = asked.parse(Object.fromEntries(url.searchParams));
  const editions = (await call('GET /catalog/editions', {})).filter(({ state }) => state === 'draft');
  const edition = editions.find((one) => one.id === ids.edition);
  const query = { edition: edition?.id };
  const shownOf = (version: number) => call('GET /catalog/lists/versions/:id', { params: { id: version }, query });
  const shown = edition && ids.version ? await shownOf(ids.version).catch(unlessUnknown) : null;
  // A version that is in force is changed on its own page.
  if (shown && shown.rows.some(({ kind, row }) => kind === 'versions' && row !== null)) throw new Failure('not_found');
  const makers = await call('GET /catalog/lists', { query });
  const maker = edition && makers.find(({ id: one }) => one === (shown?.maker.id ?? ids.maker));
  const model = maker?.models.find(({ id: one }) => one === (shown?.model.id ?? ids.model));
  const last = shown ? steps.length : model ? 3 : maker ? 2 : 1;
  const step = steps[Math.min(steps.indexOf(wanted), last - 1)]!;
  const from = step === 'version' && !shown && ids.from ? await shownOf(ids.from) : null;
  const changes =
    edition && (step === 'maker' || step === 'model')
      ? await call('GET /catalog/editions/:id/changes', { params: { id: edition.id }, query: { version: 0 } })
      : [];
  return {
    step,
    last,
    editions,
    edition,
    makers,
    maker,
    model,
    shown,
    /** Makers or models that the edition adds: their names can still be mended. */
    own: changes.filter(({ kind, before }) => before === null && kind === (step === 'maker' ? 'makers' : 'models')),
    versions:
      step === 'version' && model
        ? (await call('GET /catalog/lists/models/:id', { params: { id: model.id }, query })).versions
        : [],
    from,
    options:
      step === 'options' && maker
        ? await call('GET /catalog/lists/makers/:id/options', {
            params: { id: maker.id },
            query: { ...query, ...optionsPage(url.searchParams) },
          })
        : null,
    problems:
      step === 'done'
        ? (await call('GET /catalog/editions/:id', { params: { id: edition!.id } })).problems.filter(
            ({ versionId }) => versionId === shown!.version.id,
          )
        : [],
  };
}
export type Loaded = Awaited<ReturnType<typeof loadRecord>>;
