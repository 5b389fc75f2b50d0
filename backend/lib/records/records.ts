/**
 * What all records that people write have in common: read, change by version, archive, many at once, export, activity. An
 * area describes them by their fields (`Records`) and binds its calls to these functions; they are made in make.ts, lists
 * are in list.ts.
 */
import { sql, type RawBuilder, type SqlBool, type UpdateObject } from 'kysely';
import { Failure } from '#domain/errors.ts';
import { textOf } from '#domain/record/field-text.ts';
import { headOf, seenFields, typed, withUnseen, type Field, type Fields } from '#domain/record/fields.ts';
import { OUTSIDER } from '#domain/privileges.ts';
import type { BulkResult } from '#domain/record/records.ts';
import type { DB } from '#backend/db/types.gen.ts';
import type { Ctx } from '../work/context.ts';
import type { Column } from '../files/export.ts';
import { seen, type Listed, type Query } from './list.ts';
import { writeWords } from './search.ts';
import { fieldText, timelineOf, type FieldText, type Vocabulary } from './timeline.ts';
import { stale } from './stale.ts';

/** A record as the area's `select` reads it. */
export interface Stored {
  id: number;
  version: number;
  archived: boolean;
}

/** Tables with company_id, id, version, created_at, updated_at, and a view of words (search.ts); lists have archived_at. */
type Table = {
  [T in keyof DB & string]: DB[T] extends { companyId: unknown; version: unknown; updatedAt: unknown } ? T : never;
}[keyof DB & string];

export interface Records<Row extends Stored, Filters extends Query = Query> extends Listed<Row, Filters> {
  table: Table;
  /** Its name in the audit. */
  entity: string;
  /** Its name in Italian sentences, with the article: "l’accessorio". */
  noun: string;
  fields: Fields;
  /** Fields that are stored in other tables, written after the record's own columns. */
  beside?: { keys: readonly string[]; write: (ctx: Ctx, id: number, input: object) => Promise<void> };
  /** Throws at the field where the input does not fit other records. */
  check?(ctx: Ctx, input: object): Promise<void>;
  /** What else is kept of records that were made or changed; called after each write. */
  written?: (ctx: Ctx, ids: readonly number[]) => Promise<void>;
}

/** The column name of a field. */
export const columnOf = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The `select` of records: id, version, fields, archived, and the columns and joins that the area adds. */
export function selectOf<Row>(table: Table, fields: Fields, more = sql``, joins = sql``): RawBuilder<Row> {
  const columns = ['id', 'version', ...typed(fields).map(([key]) => key)].map((key) => sql.ref(`r.${columnOf(key)}`));
  return sql<Row>`select ${sql.join(columns)}, r.archived_at is not null as archived${more} from ${sql.table(table)} r ${joins}`;
}

/** The input as columns: records within the record become JSON. */
export const columnsFrom = (fields: Fields, input: object): object =>
  Object.fromEntries(
    Object.entries<unknown>({ ...input }).map(([key, value]) => {
      const field = fields[key];
      return [key, field && 'fields' in field && value !== null ? JSON.stringify(value) : value];
    }),
  );

/** What of an input stands in the record's own table. */
export const ownOf = <Input extends object>({ beside }: Pick<Records<never, never>, 'beside'>, input: Input) =>
  Object.fromEntries(Object.entries(input).filter(([key]) => !beside?.keys.includes(key))) as Partial<Input>;

/** Sort keys of a list of records: every field; the area adds those that are no columns. */
export const orderOf = (fields: Fields): Record<string, string> =>
  Object.fromEntries(typed(fields).map(([key]) => [key, `r.${columnOf(key)}`]));

/** Condition: archived, or not archived. Archived records have a list of their own. */
export const isArchived = (value: 'true' | 'false' | undefined): RawBuilder<SqlBool> =>
  value === 'true' ? sql`r.archived_at is not null` : sql`r.archived_at is null`;

/** The key under which the record holds the text of a field's value. */
const textKey = ([key, { shown }]: [string, Field]) => shown ?? key;

/** Columns of the spreadsheet, as far as the caller may see them; an import reads the same columns. */
export const spreadsheetColumns = <Row extends Stored>({ user }: Pick<Ctx, 'user'>, fields: Fields): Column<Row>[] =>
  Object.entries(seenFields(fields, user.privileges)).flatMap(([key, field]): Column<Row>[] => {
    const header = headOf(field);
    if (header === null) return [];
    const at = textKey([key, field]) as keyof Row;
    switch (field.kind) {
      case 'number':
      case 'percent':
      case 'money':
      case 'day':
      case 'flag':
        return [{ header, kind: field.kind, value: (row) => row[at] as string | number | boolean | null }];
      default: {
        const isNone = (held: unknown) => held === null || held === '' || (Array.isArray(held) && held.length === 0);
        const raw = field.kind === 'text';
        const text = (row: Row) => (isNone(row[at]) ? null : raw ? String(row[at]) : textOf(field, row[at]));
        return [{ header, kind: 'text', value: text }];
      }
    }
  });

const own = (ctx: Ctx) => sql<SqlBool>`r.company_id = ${ctx.user.companyId}`;

/** Records of the caller's company by id, locked until the transaction ends unless they are only read. */
export async function readByIds<Row extends Stored>(
  ctx: Ctx,
  of: Records<Row, never>,
  ids: readonly number[],
  lock = true,
): Promise<Row[]> {
  const { rows } = await sql<Row>`${of.select} where ${own(ctx)} and r.id = any(${ids}::bigint[])
    order by r.id ${lock ? sql`for update of r` : sql``}`.execute(ctx.db);
  return rows;
}

/** One record of the caller's company with all fields; throws `not_found`. */
export async function readOne<Row extends Stored>(ctx: Ctx, of: Records<Row, never>, id: number): Promise<Row> {
  const { rows } = await sql<Row>`${of.select} where ${own(ctx)} and r.id = ${id}`.execute(ctx.db);
  if (!rows[0]) throw new Failure('not_found');
  return rows[0];
}

/** One record with the fields that the caller may see; throws `not_found`. */
export const read = async <Row extends Stored>(ctx: Ctx, of: Records<Row, never>, id: number): Promise<Row> =>
  seen(ctx, of.fields, await readOne(ctx, of, id));

/** The facts of a record for the audit: the texts of its spreadsheet columns, and whether it is archived. */
export const factsOf = <Row extends Stored>({ fields }: Records<Row, never>, row: Row): Record<string, unknown> => {
  const keys = Object.entries(fields)
    .filter(([, field]) => headOf(field) !== null)
    .map(textKey);
  return Object.fromEntries([...keys, 'archived'].map((key) => [key, row[key as keyof Row]]));
};

interface Saved {
  params: { id: number };
  version: number;
}

/** Writes columns if the version is still the one that the caller saw; throws `stale` with the current record. */
async function save<Row extends Stored>(
  ctx: Ctx,
  of: Records<Row, never>,
  { params, version }: Saved,
  columns: object,
  action: string,
  beside?: () => Promise<void> | undefined,
): Promise<Row> {
  const before = await readOne(ctx, of, params.id);
  const { numUpdatedRows } = await ctx.db
    .updateTable(of.table)
    .set({ ...columns, version: version + 1, updatedAt: ctx.now } as UpdateObject<DB, Table>)
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', params.id)
    .where('version', '=', version)
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    throw await stale(ctx, of.entity, params.id, seen(ctx, of.fields, await readOne(ctx, of, params.id)));
  await beside?.();
  await writeWords(ctx, of.table, [params.id]);
  await of.written?.(ctx, [params.id]);
  const after = await readOne(ctx, of, params.id);
  const facts = { before: factsOf(of, before), after: factsOf(of, after) };
  ctx.audit({ action, entity: of.entity, entityId: params.id, ...facts });
  return seen(ctx, of.fields, after);
}

export async function update<Row extends Stored>(
  ctx: Ctx,
  of: Records<Row, never>,
  input: Saved & { body: object },
): Promise<Row> {
  const { privileges } = ctx.user;
  const isOutside = privileges.includes(OUTSIDER);
  // Nobody hears of a record of another company what is wrong with what they sent.
  const old = of.check || isOutside ? await readOne(ctx, of, input.params.id) : null;
  const body = isOutside ? withUnseen(of.fields, privileges, { body: { ...input.body }, old: { ...old } }) : input.body;
  await of.check?.(ctx, body);
  return save(ctx, of, input, columnsFrom(of.fields, ownOf(of, body)), 'update', () =>
    of.beside?.write(ctx, input.params.id, body),
  );
}

export const setArchived = <Row extends Stored>(
  ctx: Ctx,
  of: Records<Row, never>,
  input: Saved & { body: { archived: boolean } },
): Promise<Row> =>
  save(
    ctx,
    of,
    input,
    { archivedAt: input.body.archived ? ctx.now : null },
    input.body.archived ? 'archive' : 'restore',
  );

/**
 * Archives or restores many records, each at the version that the caller saw; says of each what became of it. A record
 * that is already as wanted counts as done; one that is named twice is taken once.
 */
export async function bulk<Row extends Stored>(
  ctx: Ctx,
  of: Records<Row, never>,
  { action, rows }: { action: 'archive' | 'restore'; rows: { id: number; version: number }[] },
): Promise<{ results: BulkResult[] }> {
  const archived = action === 'archive';
  const seen = new Map(rows.map(({ id, version }) => [id, version]));
  const found = new Map((await readByIds(ctx, of, [...seen.keys()])).map((row) => [row.id, row]));
  const changed = [...found.values()].filter((row) => row.version === seen.get(row.id) && row.archived !== archived);
  await sql`update ${sql.table(of.table)} r set archived_at = ${archived ? ctx.now : null}, version = r.version + 1,
    updated_at = ${ctx.now} where ${own(ctx)} and r.id = any(${changed.map(({ id }) => id)}::bigint[])`.execute(ctx.db);
  if (changed.length > 0) await of.written?.(ctx, changed.map(({ id }) => id)); // prettier-ignore
  ctx.audit(
    ...changed.map((row) => ({
      action,
      entity: of.entity,
      entityId: row.id,
      before: factsOf(of, row),
      after: factsOf(of, { ...row, archived }),
    })),
  );
  const written = new Set(changed);
  const results = [...seen].map(([id, version]): BulkResult => {
    const row = found.get(id);
    if (!row) return { id, outcome: 'missing', version: null };
    if (row.version !== version) return { id, outcome: 'stale', version: row.version };
    return { id, outcome: 'done', version: written.has(row) ? version + 1 : version };
  });
  return { results };
}

/** Who did what to one record; throws `not_found`. `more`: the words for actions that only this kind of record has. */
export async function activity<Row extends Stored>(
  ctx: Ctx,
  of: Records<Row, never>,
  id: number,
  more: Partial<Vocabulary> = {},
) {
  await readOne(ctx, of, id);
  return timelineOf(ctx, of.entity, [id], {
    actions: {
      create: `ha creato ${of.noun}`,
      update: `ha modificato ${of.noun}`,
      archive: `ha archiviato ${of.noun}`,
      restore: `ha ripristinato ${of.noun}`,
      import: `ha importato ${of.noun}`,
      reprice: 'ha aggiornato il prezzo',
      unimport: 'ha annullato l’importazione',
      unprice: 'ha annullato l’aggiornamento del prezzo',
      ...more.actions,
    },
    fields: {
      ...Object.fromEntries(
        Object.entries(seenFields(of.fields, ctx.user.privileges)).map(([key, field]): [string, FieldText] => [
          textKey([key, field]),
          fieldText(field),
        ]),
      ),
      ...more.fields,
    },
  });
}
