/** The catalogue as the manufacturer reads it: what is in force, and beside it what an edition makes of it. */
import { sql, type RawBuilder } from 'kysely';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { Failure } from '#domain/errors.ts';
import { withChanges, type Row } from '#domain/catalog/editions/changes.ts';
import { inOrder, MOST_PROBLEMS, problemsOf, ruleProblems } from '#domain/catalog/editions/checks.ts';
import type { editions as table } from '#domain/catalog/editions/endpoints.ts';
import { OPTIONS_SHOWN } from '#domain/catalog/editions/schema.ts';
import { DAY } from '#domain/catalog/editions/day.ts';
import { tableOf, type CatalogKind } from '#domain/catalog/editions/tables.ts';
import type { VerbOf } from '#backend/lib/work/bind.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { labelsOf } from './labels.ts';
import { readCatalogue } from './problems.ts';
import { readChanges, seenEdition, type StoredChange } from './records.ts';
import { readRows } from './rows.ts';

type Table = typeof table;

/** The changes of an edition, if one is asked for, that a page shows: an imported list has a hundred thousand of them. */
async function changesOf(ctx: Ctx, editionId: number | undefined, where: RawBuilder<unknown>): Promise<StoredChange[]> {
  if (editionId === undefined) return [];
  await seenEdition(ctx, editionId);
  return readChanges(ctx, editionId, where);
}
const ofKinds = (...kinds: CatalogKind[]) => sql`kind = any(${kinds}::text[])`;

/** SQL: those of versions of a model, and what they may point to. */
export const ofModel = (modelId: number, editionId: number | undefined): RawBuilder<unknown> =>
  sql`(${ofKinds('makers', 'models', 'versions', 'options')} or starts_with(kind, 'version') and split_part(key, ':', 1) in (
      select v.id::text from versions v where v.model_id = ${modelId}
      union all select a.key from catalog_changes a where a.company_id = ${MANUFACTURER} and a.edition_id = ${editionId}
        and a.kind = 'versions' and a.after->>'modelId' = ${String(modelId)}))`;

export const changesOfModel = (ctx: Ctx, modelId: number, editionId: number | undefined) =>
  changesOf(ctx, editionId, ofModel(modelId, editionId));

/** Those that the page of a version shows. */
const changesOfVersion = (ctx: Ctx, versionId: number, editionId: number | undefined) =>
  changesOf(
    ctx,
    editionId,
    sql`(${ofKinds('makers', 'models', 'options', 'optionRules')} or key = ${String(versionId)} or starts_with(key, ${`${versionId}:`}))`,
  );

/** The rows of a kind that an edition adds. */
export const addedIn = (changes: readonly StoredChange[], kind: CatalogKind) =>
  changes.flatMap((one) =>
    one.kind === kind && one.before === null ? [{ id: Number(one.key), row: one.after! }] : [],
  );

interface Named {
  id: number;
  name: string;
}
const nameOf = ({ id, row }: ReturnType<typeof addedIn>[number]): Named => ({ id, name: String(row.name) });

/** A field of a row, as the edition leaves it. */
const leftBy = <F extends string>(
  changes: readonly StoredChange[],
  kind: 'makers' | 'models',
  row: Record<F, string> & { id: number },
  field: F,
): string =>
  String(changes.find((one) => one.kind === kind && one.key === String(row.id))?.after?.[field] ?? row[field]);

/** A maker that is in the catalogue or that the edition adds. Throws `not_found`. */
async function makerOf({ db }: Ctx, id: number, changes: readonly StoredChange[]): Promise<Named> {
  const own = addedIn(changes, 'makers').find((one) => one.id === id);
  const { rows } = await sql<Named>`select m.id, m.name from makers m where m.id = ${id}`.execute(db);
  const found = own ? nameOf(own) : rows[0];
  if (!found) throw new Failure('not_found');
  return { ...found, name: leftBy(changes, 'makers', found, 'name') };
}

/** A model, and its maker, of which the same holds. Throws `not_found`. */
export async function modelOf(
  ctx: Ctx,
  id: number,
  changes: readonly StoredChange[],
): Promise<{ maker: Named; model: Named & { body: string } }> {
  const own = addedIn(changes, 'models').find((one) => one.id === id);
  const { rows } = await sql<
    Named & { makerId: number; body: string }
  >`select o.id, o.name, o.body, o.maker_id from models o where o.id = ${id}`.execute(ctx.db);
  const found = own ? { ...nameOf(own), body: String(own.row.body), makerId: Number(own.row.makerId) } : rows[0];
  if (!found) throw new Failure('not_found');
  return {
    maker: await makerOf(ctx, found.makerId, changes),
    model: { id, name: leftBy(changes, 'models', found, 'name'), body: leftBy(changes, 'models', found, 'body') },
  };
}

/** The row of a maker or a model, in force and as the edition changes it. */
async function dataOf({ db }: Ctx, kind: 'makers' | 'models', { id, name }: Named, changes: readonly StoredChange[]) {
  const [found] = await readRows(db, kind, sql`t.id = ${id}`);
  const change = changes.find((one) => one.kind === kind && one.key === String(id));
  return {
    kind,
    key: String(id),
    label: `${tableOf(kind).label} ${name}`,
    row: found?.row ?? null,
    after: change?.after ?? null,
    version: change?.version ?? 0,
    changer: change?.changer ?? null,
    changedAt: change?.changedAt ?? null,
  };
}

interface Listed extends Named {
  published: boolean;
}
type ListedMaker = Listed & { models: (Listed & { versions: number })[] };

/** What is listed of rows of a kind as an edition leaves them. */
function asIn(changes: readonly StoredChange[], kind: CatalogKind) {
  const made = new Map(
    changes.flatMap(({ kind: of, key, after }) => (of === kind ? [[Number(key), after] as const] : [])),
  );
  return <L extends Listed>(one: L): L & { changed: boolean } => {
    const after = made.get(one.id);
    return {
      ...one,
      name: String(after?.name ?? one.name),
      published: (after?.published ?? one.published) === true,
      changed: after !== undefined,
    };
  };
}

/** Makers under a condition on `m`, with their models, as an edition leaves them; also what it adds. */
async function makersIn({ db }: Ctx, where: RawBuilder<unknown>, changes: readonly StoredChange[]) {
  const sold = (is: boolean) =>
    sql`${changes.flatMap(({ kind, key, after }) => (kind === 'versions' && after?.published === is ? Number(key) : []))}::bigint[]`;
  const { rows } = await sql<ListedMaker>`
    select m.id, m.name, m.published, coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name, 'published', o.published,
        'versions', (select count(*) from versions v where v.model_id = o.id and (v.published or v.id = any(${sold(true)}))
          and v.id <> all(${sold(false)}))) order by o.name) filter (where o.id is not null), '[]') as models
    from makers m left join models o on o.maker_id = m.id where ${where} group by m.id, m.name, m.published order by m.name, m.id`.execute(
    db,
  );
  const isOn = { published: true };
  const [maker, model] = [asIn(changes, 'makers'), asIn(changes, 'models')];
  const versions = addedIn(changes, 'versions');
  const all = [...rows, ...addedIn(changes, 'makers').map((one) => ({ ...nameOf(one), ...isOn, models: [] }))];
  return all.map((one) => ({
    ...maker(one),
    models: [
      ...one.models,
      ...addedIn(changes, 'models')
        .filter(({ row }) => row.makerId === one.id)
        .map((each) => ({ ...nameOf(each), ...isOn, versions: 0 })),
    ].map((each) => ({
      ...model(each),
      versions: each.versions + versions.filter(({ row }) => row.modelId === each.id).length,
    })),
  }));
}

const makers: VerbOf<Table, 'GET /catalog/lists'> = async (ctx, { query }) =>
  makersIn(ctx, sql`true`, await changesOf(ctx, query.edition, ofKinds('makers', 'models', 'versions')));

const maker: VerbOf<Table, 'GET /catalog/lists/makers/:id'> = async (ctx, { params: { id }, query }) => {
  const changes = await changesOf(ctx, query.edition, ofKinds('makers', 'models', 'versions'));
  const head = await makerOf(ctx, id, changes);
  const found = (await makersIn(ctx, sql`m.id = ${id}`, changes)).find((one) => one.id === id);
  return { maker: head, models: found!.models, data: await dataOf(ctx, 'makers', head, changes) };
};

const options: VerbOf<Table, 'GET /catalog/lists/makers/:id/options'> = async (ctx, { params: { id }, query }) => {
  const { edition = null, q, without = null, offset } = query;
  const maker = await makerOf(ctx, id, await changesOf(ctx, query.edition, ofKinds('makers')));
  const found = sql`(select o.id, o.code, o.name, o.kind from options o where o.maker_id = ${id}
      union all select c.key::bigint, c.after->>'code', c.after->>'name', c.after->>'kind' from catalog_changes c
        where c.company_id = ${MANUFACTURER} and c.edition_id = ${edition}::bigint and c.kind = 'options' and c.before is null
          and c.after->>'makerId' = ${String(id)}) o
    where not exists (select from unnest(string_to_array(lower(${q}), ' ')) w where strpos(lower(o.code || ' ' || o.name), w) = 0)
      and not exists (select from version_options x where x.version_id = ${without}::bigint and x.option_id = o.id)`;
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total from ${found}`.execute(ctx.db);
  type Listed = Awaited<ReturnType<typeof options>>['options'][number];
  const { rows } = await sql<Listed>`select o.* from ${found} order by o.kind, o.code, o.id
    limit ${OPTIONS_SHOWN} offset ${offset}`.execute(ctx.db);
  return { maker, total: counted[0]!.total, options: rows };
};

const versions: VerbOf<Table, 'GET /catalog/lists/models/:id'> = async (ctx, { params, query }) => {
  const changes = await changesOfModel(ctx, params.id, query.edition);
  const head = await modelOf(ctx, params.id, changes);
  const { rows } = await sql<{ id: number; code: string; name: string; published: boolean; price: number | null }>`
    select v.id, v.code, v.name, v.published, (select p.price from version_prices p where p.version_id = v.id and p.valid_from <= ${ctx.today}
      order by p.valid_from desc limit 1) as price
    from versions v where v.model_id = ${params.id} order by v.published desc, v.name, v.id`.execute(ctx.db);
  const added = addedIn(changes, 'versions')
    .filter(({ row }) => row.modelId === params.id)
    .map((one) => ({ ...nameOf(one), code: String(one.row.code), published: true, price: null }));
  const version = asIn(changes, 'versions');
  const ofVersions = Map.groupBy(
    changes.filter(({ kind }) => kind.startsWith('version')),
    ({ key }) => Number(key.split(':')[0]),
  );
  return {
    ...head,
    data: await dataOf(ctx, 'models', head.model, changes),
    versions: [...rows, ...added].map((one) => {
      const { changed: _changed, ...row } = version(one);
      const own = ofVersions.get(row.id) ?? [];
      const next = own.find(({ kind }) => kind === 'versionPrices');
      return {
        ...row,
        next: next?.after ? Number(next.after.price) : null,
        change: next?.version ?? 0,
        changes: own.length,
      };
    }),
  };
};

/** The catalogue around a version, what an edition changes of it, and what it is with that. Throws `not_found`. */
export async function aroundVersion(ctx: Ctx, id: number, editionId: number | undefined) {
  const changes = await changesOfVersion(ctx, id, editionId);
  // An option that the version gets is shown with its name.
  const got = changes.filter(({ kind, key }) => kind === 'versionOptions' && key.startsWith(`${id}:`));
  const catalogue = await readCatalogue(ctx, [id], got.map(({ key }) => Number(key.split(':')[1]))); // prettier-ignore
  const after = withChanges(catalogue, changes);
  const version = catalogue.versions.get(String(id)) ?? after.versions.get(String(id));
  if (!version) throw new Failure('not_found');
  return { changes, catalogue, after, version };
}

const detail: VerbOf<Table, 'GET /catalog/lists/versions/:id'> = async (ctx, { params: { id }, query }) => {
  const { changes, catalogue, after, version } = await aroundVersion(ctx, id, query.edition);
  const known = new Map(changes.map((one) => [`${one.kind} ${one.key}`, one]));
  const rowsOf = (kind: CatalogKind) =>
    [...catalogue[kind]].map(([key, row]): { kind: CatalogKind; key: string; row: Row | null } => ({ kind, key, row }));
  const listed = (
    [
      'versions',
      'versionPrices',
      'options',
      'versionOptions',
      'versionOptionPrices',
      'optionRules',
      'versionImages',
    ] as const
  ).flatMap(rowsOf);
  const has = new Set(listed.map(({ kind, key }) => `${kind} ${key}`));
  const isHad = (optionId: string) => [has, known].some((rows) => rows.has(`versionOptions ${id}:${optionId}`));
  // New rows of this version, options that it gets, and their rules.
  const added = changes.filter(
    ({ kind, key }) =>
      !has.has(`${kind} ${key}`) &&
      (key.startsWith(`${id}:`) ||
        (kind === 'versions' && key === String(id)) ||
        (kind === 'options' && known.has(`versionOptions ${id}:${key}`)) ||
        (kind === 'optionRules' && isHad(key.split(':')[0]!))),
  );
  const all = [...listed, ...added.map(({ kind, key }) => ({ kind, key, row: null }))];
  const labelOf = await labelsOf(ctx, all.map((one) => ({ ...one, after: null })), changes); // prettier-ignore
  const { rows: prices } = await sql<{ validFrom: string; price: number }>`select valid_from, price from version_prices
    where version_id = ${id} order by valid_from desc limit 100`.execute(ctx.db);
  const touchesRules = changes.some(({ kind }) => kind === 'optionRules');
  const problems = [...(touchesRules ? ruleProblems(after) : []), ...problemsOf(catalogue, after)];
  return {
    ...(await modelOf(ctx, Number(version.modelId), changes)),
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
        changer: change?.changer ?? null,
        changedAt: change?.changedAt ?? null,
      };
    }),
    problems: inOrder(problems).slice(0, MOST_PROBLEMS),
  };
};

export const listVerbs = {
  'GET /catalog/lists': makers,
  'GET /catalog/lists/makers/:id': maker,
  'GET /catalog/lists/makers/:id/options': options,
  'GET /catalog/lists/models/:id': versions,
  'GET /catalog/lists/versions/:id': detail,
};
