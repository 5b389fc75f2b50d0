/** Decides what each row of a file would do, outside of any transaction, from data read before. */
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { asOn } from '#domain/day-spans.ts';
import { textOf } from '#domain/record/field-text.ts';
import { headOf, shortOf, typed } from '#domain/record/fields.ts';
import { sameName, wordsIn } from '#domain/customers/same-name.ts';
import { number } from '#domain/italian.ts';
import { isNothing } from '#domain/imports/tidy.ts';
import { isChanged, readRow, Unreadable, type Fault } from '../lib/records/import-rows.ts';
import type { Cells, Fixing, Importable } from '../lib/records/importable.ts';
import type { Stored } from '../lib/records/records.ts';
import { fieldOf, isOwnNumber } from './guess.ts';
import { withLines } from './note-lines.ts';
import type { RowCells } from './reading.ts';

/** Milliseconds of work after which other requests have their turn. */
const TURN_MS = 3;

/** Rows of a file with everything they are compared with. */
export interface Prepared {
  kind: Importable;
  /** The fields by which records are found, in order. */
  matches: readonly string[];
  rows: readonly ReadRow[];
  /** Records by field and key; several may share one. */
  found: ReadonlyMap<string, readonly Stored[]>;
  /** Identities of earlier rows of the file, and where they are checked the `recordKey` of what they change. */
  earlier: ReadonlyMap<string, number>;
  /** The rows are looked at, not written. */
  isChecked: boolean;
  finish: ((cells: Cells, old: Stored | undefined, fix: Fixing) => object) | undefined;
  /** Columns of the file. */
  width: number;
  /** The day in Rome by which days are compared. */
  today: string;
}

/** A row with its keys, as `field=value`, in the order of the fields that find records. */
export interface ReadRow extends RowCells {
  row: number;
  texts: readonly string[];
  keys: readonly string[];
  /** By which it is one with another row of the file; '': by nothing. */
  identity: string;
}

export type Decision = Pick<ReadRow, 'row' | 'cells' | 'fixed' | 'named'> & { key: string } & (
    | { outcome: 'refused'; message: string; faults: readonly Fault[]; old?: Stored | undefined }
    | { outcome: 'joined'; to: number }
    | {
        outcome: 'created' | 'updated' | 'unchanged';
        input: object;
        old: Stored | undefined;
        /** What could not be read and is left as it was, or empty. */
        blanks: readonly Fault[];
      }
  );
export type Written = Extract<Decision, { input: object }>;

/**
 * The keys of a row by the fields that find records, in the form in which they are stored; as typed where they cannot
 * be read.
 */
export function keysIn(kind: Importable, matches: readonly string[], cells: Cells): string[] {
  const { compared = {} } = kind;
  const { shape } = kind.of.input as z.ZodObject;
  return matches.flatMap((match) => {
    const cell = cells(headOf(fieldOf(kind, match))!);
    if (cell === '') return [];
    const parsed = shape?.[match] && z.safeParse(shape[match], cell);
    const value = parsed && parsed.success ? String(parsed.data ?? '') : cell;
    return `${match}=${compared[match] ? value.toLowerCase() : value}`;
  });
}

const isWeak = ({ weak = [] }: Importable, key: string) => weak.includes(key.slice(0, key.indexOf('=')));

/** What makes two rows of a file one: their first key, and where an address is all they have, the name with it. */
export function identityOf(kind: Importable, [key = '']: readonly string[], cells: Cells): string {
  if (key === '' || !isWeak(kind, key)) return key;
  return `${key} ${wordsIn(kind.named?.(cells) ?? '')}`;
}

/** A record that a row changes, whatever it was found by: two rows that change one are one. */
export const recordKey = (id: number): string => `#${id}`;

/** What a row is called: its first key without the field. */
export const nameIn = (keys: readonly string[]): string => keys[0]?.slice(keys[0].indexOf('=') + 1) ?? '';

/** The key as it stands in a record. */
function keyOf({ compared = {} }: Importable, field: string, record: Stored): string {
  const own = String(record[field as keyof Stored] ?? '');
  return own && `${field}=${compared[field] ? own.toLowerCase() : own}`;
}

/**
 * Whether a row with the number of a record is about it: the number may be another system's, so the name, or something
 * else that identifies, has to be the record's, too.
 */
function isAbout(kind: Importable, record: Stored & { name?: unknown }, cells: Cells): boolean {
  const others = kind.keys.filter((key) => !isOwnNumber(kind, key));
  const keys = keysIn(kind, others, cells);
  return (
    sameName(String(record.name), kind.named?.(cells) ?? '') ||
    others.some((key) => keys.includes(keyOf(kind, key, record)))
  );
}

/** Waits between rows, once they have taken as long as a turn may, until other requests have had theirs. */
export function takeTurns(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since <= TURN_MS) return;
    await setImmediate();
    since = performance.now();
  };
}

/** Decides for each row; between rows other requests have their turn. */
export async function decide(prepared: Prepared): Promise<Decision[]> {
  const seen = new Map(prepared.earlier);
  const decided: Decision[] = [];
  const turn = takeTurns();
  for (const one of prepared.rows) {
    await turn();
    const decision = asOn(prepared.today, () => decideRow(prepared, one, seen));
    const { identity: key } = one;
    if (key && decision.outcome !== 'refused' && decision.outcome !== 'joined') {
      seen.set(key, one.row);
      if (decision.outcome === 'updated' && prepared.isChecked) seen.set(recordKey(decision.old!.id), one.row);
    }
    decided.push(decision);
  }
  return decided;
}

/** The typed columns of a record together with those computed from them. */
export const columnsFrom = (kind: Importable, typed: object): object => kind.columns?.(typed) ?? typed;

/** The record of a row: the one that its first known key finds. Throws `Unreadable` where that is not clear. */
function recordOf({ kind, found }: Prepared, { keys, cells }: ReadRow): Stored | undefined {
  for (const [at, key] of keys.entries()) {
    const all = found.get(key) ?? [];
    // Several people may have one address: who has another name is another one. A row without a name says no other.
    const name = isWeak(kind, key) ? (kind.named?.(cells) ?? '') : '';
    const same = name === '' ? all : all.filter((one: Stored & { name?: unknown }) => sameName(String(one.name), name));
    const field = key.slice(0, key.indexOf('='));
    const label = shortOf(fieldOf(kind, field));
    const wrong = (message: string): never => {
      const value = key.slice(field.length + 1);
      throw new Unreadable(message.replace('…', `«${value}»`), [[field, message.replace(' …', ''), value]]);
    };
    if (same.length > 1) wrong(`${label}: più schede hanno …`);
    const [record] = same;
    if (!record) continue;
    if (isOwnNumber(kind, field)) {
      if (!isAbout(kind, record, cells)) wrong(`${label}: … è di un’altra persona`);
      return record;
    }
    // A more reliable key shows that this is another record.
    const differs = kind.givesWay
      ? undefined
      : keys.slice(0, at).find((surer) => {
          const of = surer.slice(0, surer.indexOf('='));
          return !isOwnNumber(kind, of) && keyOf(kind, of, record) !== '';
        });
    if (differs) wrong(`${label}: … è di un’altra scheda`);
    return record;
  }
  return undefined;
}

/**
 * The cells of a row; one that says what the record says already, as the own export writes it, is not set right. Notes
 * that the file does not write stay, above what its other columns say.
 */
function asRecorded({ of: { fields } }: Importable, row: RowCells, old: Stored | undefined): Cells {
  const { cells, raw, lines, beside } = row;
  if (!old) return cells;
  const notesHead = fields['notes'] ? headOf(fields['notes']) : null;
  const own = new Map(
    typed(fields).map(([key, field]) => {
      const value = old[(field.shown ?? key) as keyof Stored] as unknown;
      // As a spreadsheet holds it, without its sign.
      const figure = field.kind === 'percent' && typeof value === 'number' ? number(value) : null;
      return [headOf(field), figure ?? (field.kind === 'text' ? String(value ?? '') : textOf(field, value))];
    }),
  );
  return (header) => {
    const text = raw(header);
    if (header === notesHead && beside().length > 0) {
      const notes = String(old['notes' as keyof Stored] ?? '');
      if (text === '' || isNothing(text) || text === notes.trim()) return withLines(notes, beside().join('\n'), lines);
    }
    return text !== '' && text === own.get(header)?.trim() ? text : cells(header);
  };
}

function decideRow(prepared: Prepared, one: ReadRow, seen: ReadonlyMap<string, number>): Decision {
  const { kind, finish, width } = prepared;
  const { row, fix, fixed, named, texts, keys } = one;
  const base = { row, key: one.identity, cells: one.cells, fixed, named };
  // An unquoted amount such as 12,50 in a file with commas would shift every cell behind it.
  if (texts.slice(width).some(Boolean)) {
    const message = 'Più valori che colonne: mettere tra virgolette quelli con il separatore';
    return { ...base, outcome: 'refused', message, faults: [['', message, texts.slice(width).find(Boolean) ?? '']] };
  }
  const before = seen.get(base.key);
  if (before !== undefined && base.key && fix('doubles')) return { ...base, outcome: 'joined', to: before };
  const [field] = base.key.split('=');
  const twice = (row: number) => `${shortOf(fieldOf(kind, field!))} già presente alla riga ${row}`;
  const others: Fault[] = before === undefined || !base.key ? [] : [[field!, twice(before), nameIn(keys)]];
  let old: Stored | undefined;
  try {
    old = recordOf(prepared, one);
    const cells = asRecorded(kind, one, old);
    const sure = prepared.matches.filter((match) => !kind.weak?.includes(match));
    const read = readRow(kind.of, { cells, fix, old, finish, others, keys: sure });
    const input = columnsFrom(kind, read.input);
    const outcome = !old ? 'created' : isChanged(old, input) ? 'updated' : 'unchanged';
    // Written one after the other, the second row would write over what the first one says.
    const first = old && outcome === 'updated' ? seen.get(recordKey(old.id)) : undefined;
    if (first !== undefined && fix('doubles')) return { ...base, outcome: 'joined', to: first };
    if (first !== undefined) throw new Unreadable(twice(first), [[field!, twice(first), nameIn(keys)]]);
    return { ...base, cells, outcome, input, old, blanks: read.blanks };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const faults: readonly Fault[] = error.faults.length > 0 ? error.faults : [['', error.message, '']];
    return { ...base, outcome: 'refused', message: error.message, faults, old };
  }
}
