/** The rejected rows of an import: in groups, one by one, and corrected. */
import { sql, type RawBuilder } from 'kysely';
import { Failure } from '#domain/errors.ts';
import type { FaultGroup, FaultyRow, Mending } from '#domain/imports/schema.ts';
import { MOST_SHOWN } from '#domain/imports/terms.ts';
import type { Ctx } from '../lib/work/context.ts';
import type { Fault } from '../lib/records/import-rows.ts';
import { rowsAt, rowsOf, type ImportRecord } from './record.ts';

const MOST_GROUPS = 100;
/** Rows that are corrected in one statement. */
const MOST_WRITTEN = 1000;

const refused = (ctx: Ctx, it: ImportRecord) => sql<boolean>`${rowsOf(ctx, it)} and outcome = 'refused'`;

/** Rows that were not rejected. */
const taken = (ctx: Ctx, it: ImportRecord) => sql<boolean>`${rowsOf(ctx, it)} and outcome <> 'refused'`;

/** What is wrong in rejected rows, by field and sentence, with three examples. */
export const faultGroups = (ctx: Ctx, it: ImportRecord): Promise<FaultGroup[]> => groupsIn(ctx, refused(ctx, it));
/** What could not be read in the others and is left empty. */
export const blankGroups = async (ctx: Ctx, it: ImportRecord): Promise<FaultGroup[]> => [
  ...(await groupsIn(ctx, taken(ctx, it))),
  ...(await otherwiseIn(ctx, it)),
];

/** What rows say otherwise than the first row of the same record, by column: the first one counts. */
async function otherwiseIn(ctx: Ctx, it: ImportRecord): Promise<FaultGroup[]> {
  if (it.joined === 0) return [];
  const { rows } = await sql<{
    at: number;
    count: number;
    examples: string[];
  }>`select c.at::int as at, count(*)::int as count,
      (array_agg(left(c.text, 60) order by j.row))[1:3] as examples
    from import_rows j join import_rows f on f.company_id = j.company_id and f.import_id = j.import_id and f.worksheet = j.worksheet and f.row = j.joined_to,
      jsonb_array_elements_text(j.cells) with ordinality c (text, at)
    where j.company_id = ${ctx.user.companyId} and j.import_id = ${it.id} and j.worksheet = ${it.worksheet} and j.outcome = 'joined'
      and c.text <> '' and coalesce(f.cells ->> (c.at::int - 1), '') not in ('', c.text)
    group by 1 order by 2 desc, 1`.execute(ctx.db);
  return rows.flatMap(({ at, count, examples }) => {
    const field = it.fields[at - 1];
    return field ? [{ field, sentence: 'Un doppio dice altro: vale la prima riga', count, examples }] : [];
  });
}

async function groupsIn(ctx: Ctx, rowsWanted: RawBuilder<boolean>): Promise<FaultGroup[]> {
  const { rows } = await sql<FaultGroup>`select f ->> 0 as field, f ->> 1 as sentence, count(*)::int as count,
      (array_agg(left(f ->> 2, 60) order by row))[1:3] as examples
    from import_rows, jsonb_array_elements(faults) f where ${rowsWanted}
    group by 1, 2 order by 3 desc, 1, 2 limit ${MOST_GROUPS}`.execute(ctx.db);
  return rows.map((group) => ({ ...group, examples: group.examples.filter(Boolean) }));
}

interface Group {
  field?: string | undefined;
  sentence?: string | undefined;
}

/** Condition: rows with this fault. */
const inGroup = ({ field, sentence }: Group): RawBuilder<boolean> =>
  field === undefined && sentence === undefined
    ? sql<boolean>`true`
    : sql<boolean>`exists (select from jsonb_array_elements(faults) f
        where f ->> 0 = ${field ?? ''} and f ->> 1 = ${sentence ?? ''})`;

/** Rejected rows with their cells and what is wrong in them. */
export async function faultyRows(
  ctx: Ctx,
  it: ImportRecord,
  { offset, ...group }: Group & { offset: number },
): Promise<{ rows: FaultyRow[]; total: number }> {
  const { rows } = await sql<{ row: number; cells: string[]; faults: Fault[] | null; total: number }>`
    select row, cells, faults, count(*) over ()::int as total from import_rows
    where ${refused(ctx, it)} and ${inGroup(group)} order by row offset ${offset} limit ${MOST_SHOWN}`.execute(ctx.db);
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ row, cells, faults }) => ({
      row,
      cells,
      faults: (faults ?? []).map(([field, sentence]) => ({ field, sentence })),
    })),
  };
}

/**
 * Writes texts into cells of rejected rows; all that were rejected, or those of `again`, are then looked at again: what
 * kept them out may be gone. Returns how many those are. Throws `invalid` where no column of the file is the field.
 */
export async function mend(ctx: Ctx, it: ImportRecord, { group, rows, again }: Mending): Promise<number> {
  const columnOf = (field: string, path: string) => {
    const index = it.fields.indexOf(field);
    const message = 'Il file non ha questa colonna: sceglierla tra le colonne';
    if (index < 0) throw new Failure('invalid', undefined, { fields: { [path]: message } });
    return index;
  };
  const all = group && { index: columnOf(group.field, 'group'), text: group.text };
  const texts = new Map<number, { index: number; text: string }[]>();
  for (const [at, { row, field, text }] of rows.entries())
    texts.set(row, [...(texts.get(row) ?? []), { index: columnOf(field, `rows.${at}`), text }]);
  if (group && all) await rewrite(ctx, it, inGroup(group), () => [all]);
  if (texts.size > 0)
    await rewrite(ctx, it, sql<boolean>`row = any(${[...texts.keys()]}::int[])`, (row) => texts.get(row) ?? []);
  return reopen(ctx, it, again);
}

/** Rejected rows are looked at again: these, or all; returns how many of them were rejected. */
export async function reopen(ctx: Ctx, it: ImportRecord, rows?: readonly number[]): Promise<number> {
  const { numAffectedRows = 0n } =
    await sql`update import_rows set outcome = null, message = null, faults = null where ${refused(ctx, it)}
    and ${rows ? sql`row = any(${[...rows]}::int[])` : sql`true`}`.execute(ctx.db);
  return Number(numAffectedRows);
}

/** Writes texts into cells of the rejected rows that fit, some at a time; returns how many rows those are. */
export async function rewrite(
  ctx: Ctx,
  it: ImportRecord,
  fits: RawBuilder<boolean>,
  textsOf: (row: number) => readonly { index: number; text: string }[],
): Promise<number> {
  let count = 0;
  for (let at = 0; ;) {
    const { rows } = await sql<{ row: number; cells: string[] }>`select row, cells from import_rows
      where ${refused(ctx, it)} and ${fits} and row > ${at} order by row limit ${MOST_WRITTEN}`.execute(ctx.db);
    if (rows.length === 0) return count;
    count += rows.length;
    const written = rows.map(({ row, cells }) => {
      const next = [...cells];
      for (const { index, text } of textsOf(row)) {
        while (next.length < index) next.push('');
        next[index] = text;
      }
      return { row, cells: next };
    });
    await sql`update import_rows r set cells = p.cells
      from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as p (row int, cells jsonb)
      where ${rowsAt(ctx, it)}`.execute(ctx.db);
    at = rows.at(-1)!.row;
  }
}
