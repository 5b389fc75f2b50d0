import { z } from 'zod';
import { fixNames } from './fixes.ts';
import { importKindNames } from './kinds.ts';
import { keysOf } from '../record/machine.ts';
import { encodingNames, importResults, importStateNames, MOST_COLUMNS, MOST_SHOWN } from './terms.ts';

const instant = z.iso.datetime({ offset: true });
export const kind = z.enum(importKindNames);
/** The key of the field to which a column of a file is mapped. */
const field = z.string().max(40);

const counts = {
  total: z.int().describe('Rows of the file'),
  done: z.int().describe('Rows that the work at hand has behind it'),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int().describe('Rows that say what the record says already'),
  archived: z.int().describe('Of the updated ones: they stay archived'),
  refused: z.int().describe('Rows left out'),
  joined: z.int().describe('Rows of the file that stand for the record of an earlier one'),
  restored: z.int().describe('Taken back: as they were before'),
  removed: z.int().describe('Taken back: the import had made them'),
  kept: z.int().describe('Not taken back: changed since'),
};

/** An import in the history. */
export const importRow = z.object({
  id: z.int(),
  version: z.int(),
  kind,
  name: z.string().describe('Of the file'),
  state: z.enum(importStateNames),
  who: z.string(),
  at: instant,
  endedAt: instant.nullable(),
  ...counts,
});
export type ImportRow = z.output<typeof importRow>;

const target = z.object({ field: z.string(), label: z.string(), needed: z.boolean(), help: z.string() });
export type ImportTarget = z.output<typeof target>;

const changed = z.object({
  name: z.string(),
  isNew: z.boolean(),
  changes: z.array(z.object({ field: z.string(), from: z.string(), to: z.string() })),
});
export type ImportChange = z.output<typeof changed>;

/** Where a meaning comes from: the field's own word, an earlier file, what is known of other programs, a person. */
export const meaningSources = ['own', 'kept', 'proposed', 'chosen', 'open'] as const;

/** The values of a column whose field has words, with what they mean. */
const columnValues = z.object({
  field: z.string(),
  head: z.string(),
  label: z.string(),
  /** The texts that a value can mean. */
  words: z.array(z.string()),
  /** A value that means nothing has to be decided. */
  needed: z.boolean(),
  values: z.array(
    z.object({
      value: z.string(),
      count: z.int(),
      meaning: z.string(),
      source: z.enum(meaningSources),
      /** The day of the file that it is kept from. */
      since: z.string().nullable(),
    }),
  ),
});
export type ColumnValues = z.output<typeof columnValues>;

/** What is wrong in many rows in the same way. */
const faultGroup = z.object({
  field: z.string().describe('Key of the field; empty: the row as a whole'),
  sentence: z.string(),
  count: z.int(),
  examples: z.array(z.string()),
});
export type FaultGroup = z.output<typeof faultGroup>;

export const importDetails = importRow.extend({
  encoding: z.string().describe('How the file was written: XLSX, UTF-8, cp1252'),
  /** Up to five words with signs beyond ASCII, as each encoding reads them; none: it has no such words, or is no CSV. */
  readings: z.array(z.object({ encoding: z.enum(encodingNames), words: z.array(z.string()) })),
  /** The worksheets that hold a list, with the heading that each seems to have; a CSV has one without a name. */
  worksheets: z.array(z.object({ name: z.string(), headRow: z.int(), headLines: z.int() })),
  worksheet: z.int().describe('The worksheet that is read'),
  headRow: z.int().describe('Last row of the heading; 0: none'),
  headLines: z.int(),
  /** The first rows of the worksheet, among which the heading is chosen. */
  first: z.array(z.object({ row: z.int(), text: z.string() })),
  /** Rows below the list that are left out: totals, notes. */
  below: z.array(z.object({ row: z.int(), text: z.string() })),
  columns: z.array(
    z.object({
      head: z.string(),
      /** The first five different values, by which a person recognises the column. */
      samples: z.array(z.string()),
      field: z.string().nullable().describe('What it is read as; null: it is not read'),
    }),
  ),
  matches: z.array(z.string()).describe('The fields by which records are found, in order'),
  /** Fields by which records can be found. */
  keys: z.array(z.object({ field: z.string(), label: z.string() })),
  targets: z.array(target),
  values: z.array(columnValues),
  /** What is read where the file has no column: the field, the texts that it takes, and the one that is chosen. */
  defaults: z.array(z.object({ field: z.string(), label: z.string(), words: z.array(z.string()), value: z.string() })),
  fixes: z.array(z.object({ fix: z.enum(fixNames), label: z.string(), isOn: z.boolean(), count: z.int() })),
  /** What is wrong, the most frequent first. */
  faults: z.array(faultGroup),
  /** What could not be read in rows that are taken, and is left empty. */
  blanks: z.array(faultGroup),
  /** The first rejected rows, by their line in the file. */
  errors: z.array(z.object({ row: z.int(), message: z.string() })),
  /** The first changes, each value before and after. */
  changes: z.array(changed),
  /** An import of the same file that was written before. */
  twin: z.object({ id: z.int(), at: instant, who: z.string() }).nullable(),
  /** Whether its rows still exist, so that it can continue or be undone. */
  isKept: z.boolean(),
});
export type ImportDetails = z.output<typeof importDetails>;

/** What became, or would become, of the rows of a file, beside the records that no row is about. */
export const importResult = z.object({
  counts: z.record(z.enum(keysOf(importResults)), z.int()),
  rows: z.array(
    z.object({
      /** Of the file; null: a record that is in no row. */
      row: z.int().nullable(),
      /** By what it is called: its key in the file, or the record's own. */
      name: z.string(),
      outcome: z.string().nullable(),
      /** Why it writes nothing. */
      message: z.string().nullable(),
      /** The row of the file that stands for it. */
      joinedTo: z.int().nullable(),
      /** The record that it is about. */
      recordId: z.int().nullable(),
    }),
  ),
});
export type ImportResults = z.output<typeof importResult>;

/** A rejected row with its cells and what is wrong in them. */
export const faultyRow = z.object({
  row: z.int(),
  cells: z.array(z.string()),
  faults: z.array(z.object({ field: z.string(), sentence: z.string() })),
});
export type FaultyRow = z.output<typeof faultyRow>;

/** A worksheet of the file, the last row of its heading, and of how many rows that is (0: it has none). */
export const chosenList = z.object({
  worksheet: z.int().min(0).max(99),
  headRow: z.int().min(0).max(1_048_576),
  headLines: z.int().min(0).max(2),
  /** The encoding of the file, where it was read in a wrong one. */
  encoding: z.enum(encodingNames).optional(),
});
export type ChosenList = z.output<typeof chosenList>;

const text = z.string().max(200, 'Al massimo 200 caratteri');

export const mapping = z.object({
  fields: z.array(field.nullable()).max(MOST_COLUMNS, `Al massimo ${MOST_COLUMNS} colonne`),
  matches: z.array(field).max(6),
});
export type Mapping = z.output<typeof mapping>;

/** What values mean, what the file does not say, and what is not set right. */
export const meanings = z.object({
  meanings: z
    .array(z.object({ field, value: z.string().max(20_000), meaning: text }))
    .max(2000)
    .default([]),
  defaults: z
    .array(z.object({ field, value: text }))
    .max(50)
    .default([]),
  unfixed: z.array(z.enum(fixNames)).max(fixNames.length).optional(),
});
export type Meanings = z.output<typeof meanings>;

/** The same text in the cells of a whole group of faults, or texts in cells of single rows. */
export const mending = z.object({
  group: z.object({ field, sentence: z.string().max(2000), text: z.string().max(2000) }).optional(),
  rows: z
    .array(z.object({ row: z.int().min(1), field, text: z.string().max(20_000) }))
    .max(MOST_SHOWN * 4)
    .default([]),
  /** The rows that are looked at again; absent: all that were rejected. */
  again: z.array(z.int().min(1)).max(MOST_SHOWN).optional(),
});
export type Mending = z.output<typeof mending>;
