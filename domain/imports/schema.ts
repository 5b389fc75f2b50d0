import { z } from 'zod';
import { importKindNames } from './kinds.ts';
import { importStateNames, MOST_COLUMNS } from './terms.ts';

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

export const importDetails = importRow.extend({
  encoding: z.string().describe('How the file was written: XLSX, UTF-8, cp1252'),
  /** The worksheets that hold a list, with the heading that each seems to have; a CSV has one without a name. */
  worksheets: z.array(z.object({ name: z.string(), headRow: z.int(), headLines: z.int() })),
  worksheet: z.int().describe('The worksheet that is read'),
  headRow: z.int().describe('Last row of the heading; 0: none'),
  headLines: z.int(),
  /** The first rows of the worksheet, among which the heading is chosen. */
  first: z.array(z.object({ row: z.int(), text: z.string() })),
  columns: z.array(
    z.object({
      head: z.string(),
      /** The first five different values, by which a person recognises the column. */
      samples: z.array(z.string()),
      field: z.string().nullable().describe('What it is read as; null: it is not read'),
    }),
  ),
  match: z.string().describe('The field by which records are found'),
  /** Fields by which records can be found. */
  keys: z.array(z.object({ field: z.string(), label: z.string() })),
  targets: z.array(target),
  /** The first rejected rows, by their line in the file. */
  errors: z.array(z.object({ row: z.int(), message: z.string() })),
  /** The first changes, each value before and after. */
  changes: z.array(changed),
  /** Whether its rows still exist, so that it can continue or be undone. */
  isKept: z.boolean(),
});
export type ImportDetails = z.output<typeof importDetails>;

/** A worksheet of the file, the last row of its heading, and of how many rows that is (0: it has none). */
export const chosenList = z.object({
  worksheet: z.int().min(0).max(99),
  headRow: z.int().min(0).max(1_048_576),
  headLines: z.int().min(0).max(2),
});
export type ChosenList = z.output<typeof chosenList>;

export const mapping = z.object({
  fields: z.array(field.nullable()).max(MOST_COLUMNS, `Al massimo ${MOST_COLUMNS} colonne`),
  match: field,
});
export type Mapping = z.output<typeof mapping>;
