/** Decides what each row of a file would do, outside of any transaction, from data read before. */
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { headOf, shortOf } from '#domain/fields.ts';
import { isChanged, readCell, readRow, Unreadable } from '../lib/import-rows.ts';
import type { Cells, Importable } from '../lib/importable.ts';
import type { Stored } from '../lib/records.ts';

/** Milliseconds of work after which other requests have their turn. */
const TURN_MS = 3;

/** Rows of a file with everything they are compared with. */
export interface Prepared {
  kind: Importable;
  /** The field of each column of the file. */
  fields: readonly (string | null)[];
  match: string;
  rows: readonly { row: number; cells: readonly string[]; key: string }[];
  /** Records by their keys; several may share one. */
  found: ReadonlyMap<string, readonly Stored[]>;
  /** Keys of earlier rows of the file. */
  earlier: ReadonlyMap<string, number>;
  finish: ((cells: Cells, old: Stored | undefined) => object) | undefined;
}

export type Decision = { row: number; key: string; cells: Cells } & (
  | { outcome: 'refused'; message: string }
  | { outcome: 'created' | 'updated' | 'unchanged'; input: object; old: Stored | undefined }
);
export type Written = Extract<Decision, { input: object }>;

/** The cells of a row by the headings of the fields that its columns are mapped to. */
export const cellsOf = (
  { kind: { of }, fields }: Pick<Prepared, 'kind' | 'fields'>,
  cells: readonly string[],
): Cells => {
  const at = new Map(fields.flatMap((key, index) => (key ? [[headOf(of.fields[key]!), index] as const] : [])));
  return (header) => cells[at.get(header) ?? -1] ?? '';
};

/** The value by which a row finds its record, in the form in which it is stored; as typed when it cannot be read. */
export function keyOf(
  { kind: { of }, match, fields }: Pick<Prepared, 'kind' | 'match' | 'fields'>,
  cells: readonly string[],
): string {
  const cell = cells[fields.indexOf(match)] ?? '';
  const { shape } = of.input as z.ZodObject;
  try {
    const parsed = shape?.[match] && cell && z.safeParse(shape[match], readCell(of.fields[match]!, cell));
    return parsed && parsed.success ? String(parsed.data ?? '') : cell;
  } catch (error) {
    if (error instanceof Unreadable) return cell;
    throw error;
  }
}

/** Decides for each row; between rows other requests have their turn. */
export async function decide(prepared: Prepared): Promise<Decision[]> {
  const seen = new Map(prepared.earlier);
  const decided: Decision[] = [];
  let since = performance.now();
  for (const one of prepared.rows) {
    if (performance.now() - since > TURN_MS) {
      await setImmediate();
      since = performance.now();
    }
    const decision = decideRow(prepared, one, seen);
    if (decision.outcome !== 'refused') seen.set(one.key, one.row);
    decided.push(decision);
  }
  return decided;
}

/** What a person typed of a record with what follows from it. */
export const columnsFrom = (kind: Importable, typed: object): object => kind.columns?.(typed) ?? typed;

function decideRow(
  { kind, fields, match, found, finish }: Prepared,
  { row, cells: texts, key }: Prepared['rows'][number],
  seen: ReadonlyMap<string, number>,
): Decision {
  const cells = cellsOf({ kind, fields }, texts);
  const label = shortOf(kind.of.fields[match]!);
  const refused = (message: string): Decision => ({ row, key, cells, outcome: 'refused', message });
  // An unquoted amount such as 12,50 in a file with commas would shift every cell behind it.
  if (texts.slice(fields.length).some(Boolean))
    return refused('Più valori che colonne: mettere tra virgolette quelli con il separatore');
  const same = found.get(key) ?? [];
  if (same.length > 1) return refused(`${label}: più schede hanno «${key}»`);
  const others = [
    ...(seen.has(key) && key !== '' ? [`${label} già presente alla riga ${seen.get(key)}`] : []),
    // Without a key the row cannot be recognised: the next import would create its record again.
    ...(key === '' && !kind.of.fields[match]!.required ? [`${label}: manca`] : []),
  ];
  const [old] = same;
  try {
    const input = columnsFrom(kind, readRow(kind.of, cells, old, finish, others));
    const outcome = !old ? 'created' : isChanged(old, input) ? 'updated' : 'unchanged';
    return { row, key, cells, outcome, input, old };
  } catch (error) {
    if (error instanceof Unreadable) return refused(error.message);
    throw error;
  }
}
