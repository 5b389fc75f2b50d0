/** Prices of a model as a grid: its versions side by side, below each its list price and its options. */
import { sql } from 'kysely';
import type { Catalogue, Row } from '#domain/catalog/editions/changes.ts';
import { DAY } from '#domain/catalog/editions/day.ts';
import type { editions as table } from '#domain/catalog/editions/endpoints.ts';
import { GRID, offeredBy, type GridCell } from '#domain/catalog/editions/grid.ts';
import type { CatalogKind } from '#domain/catalog/editions/tables.ts';
import type { VerbOf } from '#backend/lib/work/bind.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { addedIn, changesOfModel, modelOf } from './lists.ts';
import { readCatalogue } from './problems.ts';
import type { StoredChange } from './records.ts';

/** Versions of a model in the order of its list; those that an edition adds come last. */
async function versionsOf({ db }: Ctx, modelId: number, changes: readonly StoredChange[]) {
  const { rows } = await sql<{ id: number; name: string; code: string }>`select v.id, v.name, v.code from versions v
    where v.model_id = ${modelId} order by v.published desc, v.name, v.id`.execute(db);
  const added = addedIn(changes, 'versions').filter(({ row }) => row.modelId === modelId);
  return [...rows, ...added.map(({ id, row }) => ({ id, name: String(row.name), code: String(row.code) }))];
}

/** Options that versions of a model have, or get by an edition, by kind and code. */
async function optionsOf({ db }: Ctx, versionIds: readonly number[], changes: readonly StoredChange[]) {
  const own = new Set(versionIds.map(String));
  const got = changes.flatMap(({ kind, key }) => {
    const [versionId, optionId] = key.split(':');
    return kind === 'versionOptions' && own.has(versionId!) ? [Number(optionId)] : [];
  });
  const { rows } = await sql<{ id: number; name: string; code: string; kind: string }>`
    select o.id, o.name, o.code, o.kind from options o where o.id = any(${got}::bigint[])
      or o.id in (select x.option_id from version_options x where x.version_id = any(${[...versionIds]}::bigint[]))`.execute(
    db,
  );
  const added = addedIn(changes, 'options').flatMap(({ id, row }) =>
    got.includes(id) ? [{ id, name: String(row.name), code: String(row.code), kind: String(row.kind) }] : [],
  );
  return [...rows, ...added].toSorted(
    (a, b) => a.kind.localeCompare(b.kind) || a.code.localeCompare(b.code) || a.id - b.id,
  );
}

/** Cells of versions and options as a catalogue has them and as an edition leaves them. */
function cellsOf(catalogue: Catalogue, changes: readonly StoredChange[]) {
  const known = new Map(changes.map((one) => [`${one.kind} ${one.key}`, one]));
  /** A row in force, with an edition, and the version of the change between them. */
  const read = (kind: CatalogKind, key: string) => {
    const row = catalogue[kind].get(key) ?? null;
    const change = known.get(`${kind} ${key}`);
    const after: Row | null = change ? change.after && { ...row, ...change.after } : row;
    return { row, after, version: change?.version ?? 0 };
  };
  const priceIn = (row: Row | null) => (row ? Number(row.price) : null);
  return (versionId: number, optionId: number | null): GridCell => {
    if (optionId === null) {
      const { row, after, version } = read('versionPrices', `${versionId}:${DAY}`);
      const of = (one: Row | null) => offeredBy({}, priceIn(one));
      return { versionId, optionId, inForce: of(row), after: of(after), change: 0, priceChange: version };
    }
    const pair = `${versionId}:${optionId}`;
    const option = read('versionOptions', pair);
    const price = read('versionOptionPrices', `${pair}:${DAY}`);
    return {
      versionId,
      optionId,
      inForce: offeredBy(option.row, priceIn(price.row)),
      after: offeredBy(option.after, priceIn(price.after)),
      change: option.version,
      priceChange: price.version,
    };
  };
}

export const modelGrid: VerbOf<typeof table, 'GET /catalog/lists/models/:id/grid'> = async (ctx, { params, query }) => {
  const changes = await changesOfModel(ctx, params.id, query.edition);
  const head = await modelOf(ctx, params.id, changes);
  const all = await versionsOf(ctx, params.id, changes);
  const options = await optionsOf(ctx, all.map(({ id }) => id), changes); // prettier-ignore
  const versions = all.slice(query.version, query.version + GRID.versions);
  const cellOf = cellsOf(await readCatalogue(ctx, versions.map(({ id }) => id)), changes); // prettier-ignore
  const lines = [{ id: null, code: '', name: '' }, ...options.slice(query.option, query.option + GRID.options)];
  return {
    ...head,
    total: { versions: all.length, options: options.length },
    versions,
    lines: lines.map(({ id: optionId, code, name }) => ({
      optionId,
      code,
      name,
      cells: versions.map((version) => cellOf(version.id, optionId)),
    })),
  };
};
