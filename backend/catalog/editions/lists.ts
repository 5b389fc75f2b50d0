/** The catalogue as the manufacturer reads it: what is in force, and beside it what an edition makes of it. */
import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import type { Row } from '#domain/catalog/editions/changes.ts';
import type { editions as table } from '#domain/catalog/editions/endpoints.ts';
import { DAY, type CatalogKind } from '#domain/catalog/editions/tables.ts';
import type { VerbOf } from '#backend/lib/work/bind.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { labelsOf } from './labels.ts';
import { readCatalogue } from './problems.ts';
import { readChanges, readEdition, type StoredChange } from './records.ts';

type Table = typeof table;

/** The changes of an edition, if one is asked for. */
async function changesOf(ctx: Ctx, editionId: number | undefined): Promise<StoredChange[]> {
  if (editionId === undefined) return [];
  await readEdition(ctx, editionId);
  return readChanges(ctx, editionId);
}

const models: VerbOf<Table, 'GET /catalog/lists'> = async ({ db }) => {
  const { rows } = await sql<Awaited<ReturnType<typeof models>>[number]>`
    select m.id, m.name, m.published, coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name, 'published', o.published,
        'versions', (select count(*) from versions v where v.model_id = o.id and v.published)) order by o.name) filter (where o.id is not null), '[]') as models
    from makers m left join models o on o.maker_id = m.id group by m.id, m.name, m.published order by m.name, m.id`.execute(
    db,
  );
  return rows;
};

const versions: VerbOf<Table, 'GET /catalog/lists/models/:id'> = async (ctx, { params, query }) => {
  const { rows: found } = await sql<{ maker: { id: number; name: string }; model: { id: number; name: string } }>`
    select jsonb_build_object('id', m.id, 'name', m.name) as maker, jsonb_build_object('id', o.id, 'name', o.name) as model
    from models o join makers m on m.id = o.maker_id where o.id = ${params.id}`.execute(ctx.db);
  if (!found[0]) throw new Failure('not_found');
  const changes = await changesOf(ctx, query.edition);
  const { rows } = await sql<{ id: number; code: string; name: string; published: boolean; price: number | null }>`
    select v.id, v.code, v.name, v.published, (select p.price from version_prices p where p.version_id = v.id and p.valid_from <= ${ctx.today}
      order by p.valid_from desc limit 1) as price
    from versions v where v.model_id = ${params.id} order by v.published desc, v.name, v.id`.execute(ctx.db);
  const of = (id: number) => changes.filter(({ key }) => key === String(id) || key.startsWith(`${id}:`));
  return {
    ...found[0],
    versions: rows.map((row) => {
      const own = of(row.id).filter(({ kind }) => kind.startsWith('version'));
      const next = own.find(({ kind }) => kind === 'versionPrices');
      return {
        ...row,
        next: next ? Number(next.after!.price) : null,
        change: next?.version ?? 0,
        changes: own.length,
      };
    }),
  };
};

const detail: VerbOf<Table, 'GET /catalog/lists/versions/:id'> = async (ctx, { params: { id }, query }) => {
  const changes = await changesOf(ctx, query.edition);
  const catalogue = await readCatalogue(ctx, [id]);
  const version = catalogue.versions.get(String(id));
  if (!version) throw new Failure('not_found');
  const known = new Map(changes.map((one) => [`${one.kind} ${one.key}`, one]));
  const rowsOf = (kind: CatalogKind) =>
    [...catalogue[kind]].map(([key, row]): { kind: CatalogKind; key: string; row: Row | null } => ({ kind, key, row }));
  const listed = (
    ['versions', 'versionPrices', 'options', 'versionOptions', 'versionOptionPrices', 'optionRules'] as const
  ).flatMap(rowsOf);
  const has = new Set(listed.map(({ kind, key }) => `${kind} ${key}`));
  // New rows of this version, and options that it gets.
  const added = changes.filter(
    ({ kind, key }) =>
      !has.has(`${kind} ${key}`) &&
      (key.startsWith(`${id}:`) || (kind === 'options' && known.has(`versionOptions ${id}:${key}`))),
  );
  const all = [...listed, ...added.map(({ kind, key }) => ({ kind, key, row: null }))];
  const labelOf = await labelsOf(ctx, all.map((one) => ({ ...one, after: null })), changes); // prettier-ignore
  const { rows: prices } = await sql<{ validFrom: string; price: number }>`select valid_from, price from version_prices
    where version_id = ${id} order by valid_from desc limit 100`.execute(ctx.db);
  const [model] = [...catalogue.models.values()];
  const [[makerId, maker]] = [...catalogue.makers] as [[string, Row]];
  return {
    maker: { id: Number(makerId), name: String(maker.name) },
    model: { id: Number(version.modelId), name: String(model!.name) },
    version: { id, name: String(version.name), code: String(version.code) },
    prices,
    priceKey: `${id}:${DAY}`,
    rows: all.map(({ kind, key, row }) => {
      const change = known.get(`${kind} ${key}`);
      return {
        kind,
        key,
        row,
        label: labelOf({ kind, key }),
        after: change?.after ?? null,
        version: change?.version ?? 0,
      };
    }),
  };
};

export const listVerbs = {
  'GET /catalog/lists': models,
  'GET /catalog/lists/models/:id': versions,
  'GET /catalog/lists/versions/:id': detail,
};
