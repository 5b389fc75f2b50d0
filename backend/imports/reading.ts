/** How the cells of a file's rows are read: columns, meanings, defaults, and what is set right. */
import { headOf } from '#domain/record/fields.ts';
import { fixNames, type Fix } from '#domain/imports/fixes.ts';
import { NOTE } from '#domain/imports/terms.ts';
import { isNothing, phonesIn, tidy } from '#domain/imports/tidy.ts';
import { isShouted, writtenName } from '#domain/imports/written.ts';
import { plain } from '../lib/records/import-rows.ts';
import type { Cells, Fixing, Importable, Vocabulary } from '../lib/records/importable.ts';
import { columnsOf } from './guess.ts';
import { knownOf, wordsOf, type Known } from './meanings.ts';
import type { ImportRecord } from './record.ts';

/** A row as its area reads it. */
export interface RowCells {
  cells: Cells;
  fix: Fixing;
  /** What was set right in it so far. */
  fixed: ReadonlySet<Fix>;
}
export type Reader = (texts: readonly string[]) => RowCells;

type Read = Pick<ImportRecord, 'heads' | 'fields' | 'meanings' | 'defaults' | 'unfixed'>;

/** The text that a value of a field stands for: what a person said, else what is known, else the value itself. */
export const meaningOf = (
  known: Known,
  { meanings }: Pick<ImportRecord, 'meanings'>,
  key: string,
  value: string,
): string => meanings[key]?.[plain(value)]?.to ?? known(key, value)?.word ?? value;

/** Reads the rows of an import; made once for many rows. `today`: a day in Rome. */
export function readerOf(kind: Importable, it: Read, vocabulary: Vocabulary, today: string): Reader {
  const known = knownOf(kind, vocabulary);
  const year = Number(today.slice(0, 4));
  const notes = it.heads.flatMap((head, index) => (it.fields[index] === NOTE ? [{ head, index }] : []));
  const columns = new Map(
    Object.entries(columnsOf(kind)).map(([key, field]) => {
      const isWord = wordsOf(key, field, vocabulary) !== null;
      return [headOf(field)!, { key, field, isWord, index: it.fields.indexOf(key), memo: new Map<string, string>() }];
    }),
  );
  const off = new Set(it.unfixed);
  return (texts) => {
    const fixed = new Set<Fix>();
    const fix: Fixing = (name) => !off.has(name) && Boolean(fixed.add(name));
    const rawAt = (index: number) => {
      const text = index < 0 ? '' : (texts[index] ?? '');
      return isNothing(text) ? '' : text;
    };
    const phones = (head: string) => {
      const cell = rawAt(columns.get(head)?.index ?? -1);
      return cell === '' ? [] : phonesIn(cell);
    };
    const cells: Cells = (header) => {
      const column = columns.get(header);
      if (!column) return '';
      const { key, field, isWord, index, memo } = column;
      const raw = rawAt(index);
      if (index < 0 && it.defaults[key]) return it.defaults[key];
      if (key === 'notes' && notes.length > 0) {
        const more = notes.flatMap((one) => (rawAt(one.index) ? [`${one.head}: ${rawAt(one.index)}`] : []));
        return [raw, ...more].filter(Boolean).join('\n');
      }
      if (isWord) {
        const word = memo.get(raw) ?? meaningOf(known, it, key, raw);
        memo.set(raw, word);
        return field.kind === 'flag' ? tidy(field, word, year) : word;
      }
      if (field.kind === 'text' && field.phone) {
        // A second telephone number in the first column goes to the second field.
        const text = key === 'phone2' && raw === '' ? (phones('Telefono')[1] ?? '') : raw;
        if (text === '' || (text.startsWith('+') && !/[^\d+]/.test(text))) return text;
        return fix('phones') ? phonesIn(text)[0]! : text;
      }
      const what = kind.names?.[key];
      if (what && isShouted(raw) && fix('names')) return writtenName(raw, what);
      return tidy(field, raw, year);
    };
    return { cells, fix, fixed };
  };
}

/** Adds what was set right in rows to the counts of an import. */
export function addFixed(counts: ImportRecord['fixed'], rows: readonly ReadonlySet<Fix>[]): ImportRecord['fixed'] {
  const add = (name: Fix) => (counts[name] ?? 0) + rows.filter((row) => row.has(name)).length;
  return Object.fromEntries(fixNames.map((name) => [name, add(name)]));
}
