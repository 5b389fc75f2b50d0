/** What kept configurations cost by a list that is not in force: it is brought into force and taken back in one transaction. */
import { sql } from 'kysely';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { Failure } from '#domain/errors.ts';
import { day as written } from '#domain/italian.ts';
import type { simulations as table } from '#domain/catalog/simulation/endpoints.ts';
import { simulate } from '#domain/catalog/simulation/figures.ts';
import type { Sample, Simulated } from '#domain/catalog/simulation/schema.ts';
import type { VersionPricing } from '#backend/lib/ports/pricing.ts';
import { readFiscalParams } from '#backend/lib/records/params.ts';
import type { VerbOf } from '#backend/lib/work/bind.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { inVain } from '#backend/lib/work/savepoint.ts';
import { tryInForce } from '../editions/publish.ts';
import { readEdition, type EditionRow } from '../editions/records.ts';
import { readSamples } from './samples.ts';

type Table = typeof table;

/** A list to be tried: the catalogue of a day, with these editions on top in their order. */
interface Tried {
  name: string;
  day: string;
  editions: EditionRow[];
}

/** Editions that come into force by themselves up to a day, the first one first. */
async function plannedUpTo(ctx: Ctx, day: string): Promise<EditionRow[]> {
  const { rows } = await sql<{ id: number }>`select e.id from catalog_editions e where e.company_id = ${MANUFACTURER}
    and e.state = 'scheduled' and e.day <= ${day} order by e.day, e.id`.execute(ctx.db);
  const all = [];
  for (const { id } of rows) all.push(await readEdition(ctx, id));
  return all;
}

/** The list that is asked for. Throws `not_found`; `conflict` for an edition that was taken back. */
async function triedOf(ctx: Ctx, list: string): Promise<Tried> {
  if (list.includes('-')) return { name: written(list), day: list, editions: await plannedUpTo(ctx, list) };
  const edition = await readEdition(ctx, Number(list));
  const { name, state } = edition;
  if (state === 'rolled_back') throw new Failure('conflict', 'L’edizione è stata annullata: scegliere un giorno.');
  if (state === 'published') return { name, day: edition.day!, editions: [] };
  if (state === 'scheduled') return { name, day: edition.day!, editions: await plannedUpTo(ctx, edition.day!) };
  return { name, day: ctx.today, editions: [edition] };
}

/** Throws `invalid` for a day on which taxes are not known that count today. */
async function checkDay(ctx: Ctx, day: string): Promise<void> {
  const known = new Set((await readFiscalParams(ctx.db, ctx.user.companyId, day)).map(({ key }) => key));
  const today = await readFiscalParams(ctx.db, ctx.user.companyId, ctx.today);
  if (today.some(({ key }) => !known.has(key)))
    throw new Failure('invalid', undefined, { fields: { list: `Le imposte del ${written(day)} non sono note` } });
}

async function priceAll(ctx: Ctx, pricing: VersionPricing, samples: readonly Sample[]): Promise<(Simulated | null)[]> {
  const figures = [];
  for (const sample of samples) {
    const found = await pricing(ctx, sample.versionId).catch((error: unknown) => {
      // A version that only a draft has.
      if (error instanceof Failure && error.code === 'not_found') return null;
      throw error;
    });
    figures.push(found && simulate(sample, found));
  }
  return figures;
}

/** The configurations priced by a list, and the planned editions that were left out of it. Throws `conflict` for a draft that cannot be published. */
async function priceTried(ctx: Ctx, pricing: VersionPricing, samples: readonly Sample[], { day, editions }: Tried) {
  return inVain(ctx, async () => {
    const skipped: string[] = [];
    for (const edition of editions) {
      const isPlanned = edition.state === 'scheduled';
      const refused = await tryInForce({ ...ctx, today: isPlanned ? edition.day! : day }, edition);
      if (refused && !isPlanned) throw refused;
      if (refused) skipped.push(edition.name);
    }
    return { skipped, figures: await priceAll({ ...ctx, today: day }, pricing, samples) };
  });
}

export const simulationVerbs = (pricing: VersionPricing) => {
  const simulation: VerbOf<Table, 'GET /catalog/simulation'> = (outer, { query }) =>
    outer.inside(async (ctx) => {
      const tried = await triedOf(ctx, query.list);
      await checkDay(ctx, tried.day);
      const samples = await readSamples(ctx);
      const before = await priceAll(ctx, pricing, samples);
      const { skipped, figures } = await priceTried(ctx, pricing, samples, tried);
      return {
        name: tried.name,
        day: tried.day,
        skipped,
        rows: samples.map(({ id, name, vehicle }, at) => ({
          sample: { id, name, vehicle },
          before: before[at]!,
          after: figures[at]!,
        })),
      };
    });
  return { 'GET /catalog/simulation': simulation };
};
