/** Reads rows of the catalogue as editions compare them, and writes what editions change. */
import { sql, type RawBuilder } from 'kysely';
import { valuesOfKey, type Change, type Row } from '#domain/catalog/editions/changes.ts';
import { DAY } from '#domain/catalog/editions/day.ts';
import { catalogTables, tableOf, type CatalogKind } from '#domain/catalog/editions/tables.ts';
import { inParts } from '#domain/parts.ts';
import type { Ctx } from '#backend/lib/work/context.ts';

type Db = Ctx['db'];

export interface Found {
  kind: CatalogKind;
  key: string;
  row: Row;
}

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const column = (name: string, alias = 't') => sql.raw(`${alias}.${snake(name)}`);
const kinds = Object.keys(catalogTables) as CatalogKind[];

/** SQL: the fields of a row `t` by their names. */
const rowSql = (kind: CatalogKind): RawBuilder<Row> =>
  sql<Row>`jsonb_build_object(${sql.join(Object.keys(tableOf(kind).fields).flatMap((field) => [sql.lit(field), column(field)]))})`;

/** SQL: the key of a row `t` as text; of a price in force on a day without that day. */
const keySql = (kind: CatalogKind, isDay = false): RawBuilder<string> =>
  sql<string>`concat_ws(':', ${sql.join(
    Object.keys(tableOf(kind).key).map((part) => (isDay && part === 'validFrom' ? sql.lit(DAY) : column(part))),
  )})`;

/** Rows of a kind under a condition on `t`, by their keys letter for letter: in Italian order a whole list takes long. */
export async function readRows(db: Db, kind: CatalogKind, where: RawBuilder<unknown>): Promise<Found[]> {
  const { rows } = await sql<Omit<Found, 'kind'>>`select ${keySql(kind)} collate "C" as key, ${rowSql(kind)} as row
    from ${sql.table(tableOf(kind).table)} t where ${where} order by 1`.execute(db);
  return rows.map((row) => ({ kind, ...row }));
}

/** The prices in force on a day of these versions, under keys that end with `day`. */
export async function readPrices(db: Db, versionIds: readonly number[], day: string): Promise<Found[]> {
  const of = async (kind: 'versionPrices' | 'versionOptionPrices', per: string) => {
    const { rows } = await sql<
      Omit<Found, 'kind'>
    >`select distinct on (${sql.raw(per)}) ${keySql(kind, true)} as key, ${rowSql(kind)} as row
      from ${sql.table(tableOf(kind).table)} t where t.version_id = any(${[...versionIds]}::bigint[]) and t.valid_from <= ${day}
      order by ${sql.raw(per)}, t.valid_from desc`.execute(db);
    return rows.map((row) => ({ kind, ...row }));
  };
  return [
    ...(await of('versionPrices', 't.version_id')),
    ...(await of('versionOptionPrices', 't.version_id, t.option_id')),
  ];
}

/** Rows of one statement: writing out the arrays of more, or reading them, would hold up everybody else's calls. */
export const PART = 1000;
/** Versions whose lists are read together, for the same reason. */
export const VERSIONS = 50;

/** These in parts, each for a statement of its own. */
export const partsOf = <T>(all: readonly T[], size = PART): T[][] => inParts(all, size);

/** SQL for arrays of a column's values, one of each row. */
const array = (type: string, values: readonly unknown[]) => sql`${[...values]}::${sql.raw(type)}[]`;

/** SQL: the keys of these rows, as `d` with a column for each part. */
function keysSql(kind: CatalogKind, keys: readonly string[], more: readonly [string, RawBuilder<unknown>][] = []) {
  const values = keys.map((key) => valuesOfKey(kind, key));
  const parts = Object.entries(tableOf(kind).key);
  const lists = [
    ...parts.map(([part, type]) =>
      array(
        type,
        values.map((one) => one[part]),
      ),
    ),
    ...more.map(([, list]) => list),
  ];
  const names = [...parts.map(([part]) => snake(part)), ...more.map(([name]) => snake(name))];
  return sql`unnest(${sql.join(lists)}) as d (${sql.raw(names.join(', '))})`;
}
const sameKey = (kind: CatalogKind) =>
  sql.raw(
    Object.keys(tableOf(kind).key)
      .map((part) => `t.${snake(part)} = d.${snake(part)}`)
      .join(' and '),
  );

const isOfDay = ({ key }: { key: string }) => key.endsWith(`:${DAY}`);

/** The rows that changes speak of as they are now, by `<kind> <key>`; a price of the day is the one in force on it. */
export async function rowsNow(db: Db, changes: readonly Change[], day: string): Promise<Map<string, Row>> {
  const now = new Map<string, Row>();
  const keep = (found: readonly Found[]) => found.forEach(({ kind, key, row }) => now.set(`${kind} ${key}`, row));
  for (const kind of kinds) {
    const own = changes.filter((one) => one.kind === kind);
    const exact = own.filter((one) => !isOfDay(one)).map(({ key }) => key);
    for (const part of partsOf(exact)) {
      const { rows } = await sql<Omit<Found, 'kind'>>`select ${keySql(kind)} as key, ${rowSql(kind)} as row
        from ${keysSql(kind, part)} join ${sql.table(tableOf(kind).table)} t on ${sameKey(kind)}`.execute(db);
      keep(rows.map((row) => ({ kind, ...row })));
    }
    const versionIds = own.filter(isOfDay).map(({ key }) => Number(key.split(':')[0]));
    // A version has prices of many options.
    for (const part of partsOf([...new Set(versionIds)], VERSIONS)) keep(await readPrices(db, part, day));
  }
  return now;
}

async function insert(db: Db, kind: CatalogKind, changes: readonly Change[]): Promise<void> {
  const { table, key, fields } = tableOf(kind);
  const names = [...Object.keys(key), ...Object.keys(fields)];
  const lists = Object.entries(fields).map(
    ([field, { type }]) =>
      [
        field,
        array(
          type,
          changes.map(({ after }) => after![field] ?? null),
        ),
      ] as [string, RawBuilder<unknown>],
  );
  await sql`insert into ${sql.table(table)} (${sql.raw(names.map(snake).join(', '))}) overriding system value
    select ${sql.raw(names.map((name) => `d.${snake(name)}`).join(', '))} from ${keysSql(
      kind,
      changes.map((one) => one.key),
      lists,
    )} returning 1 as made`.execute(db);
}

async function update(db: Db, kind: CatalogKind, changes: readonly Change[]): Promise<void> {
  for (const [field, { type }] of Object.entries(tableOf(kind).fields)) {
    const own = changes.filter(({ after }) => Object.hasOwn(after!, field));
    if (own.length === 0) continue;
    const values = array(
      type,
      own.map(({ after }) => after![field]),
    );
    await sql`update ${sql.table(tableOf(kind).table)} t set ${sql.raw(snake(field))} = d.new_value
      from ${keysSql(
        kind,
        own.map((one) => one.key),
        [['newValue', values]],
      )} where ${sameKey(kind)}`.execute(db);
  }
}

const remove = (db: Db, kind: CatalogKind, changes: readonly Change[]) =>
  sql`delete from ${sql.table(tableOf(kind).table)} t using ${keysSql(
    kind,
    changes.map((one) => one.key),
  )} where ${sameKey(kind)}`.execute(db);

/** Dealers read the pictures that a published version shows, and no others. */
async function openImages(db: Db, changes: readonly Change[]): Promise<void> {
  const ids = changes.flatMap(({ kind, key }) =>
    kind === 'versionImages' ? [Number(valuesOfKey(kind, key).imageId)] : [],
  );
  if (ids.length === 0) return;
  await sql`update catalog_images i set published = exists (select from version_images v where v.image_id = i.id and v.shown)
    where i.id = any(${ids}::bigint[])`.execute(db);
}

/** Writes changes that have their day, a thousand of a table in each statement. */
export async function writeChanges(db: Db, changes: readonly Change[]): Promise<void> {
  const of = (kind: CatalogKind, is: (change: Change) => boolean) =>
    changes.filter((one) => one.kind === kind && is(one));
  for (const kind of kinds.toReversed()) {
    for (const gone of partsOf(of(kind, ({ after }) => after === null))) await remove(db, kind, gone);
  }
  for (const kind of kinds) {
    const made = of(kind, ({ before, after }) => before === null && after !== null);
    for (const part of partsOf(made)) await insert(db, kind, part);
    const changed = of(kind, ({ before, after }) => before !== null && after !== null);
    for (const part of partsOf(changed)) await update(db, kind, part);
  }
  await openImages(db, changes);
}
