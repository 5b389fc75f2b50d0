import { z } from 'zod';
import { endpoint, forEveryCompany, id } from '../endpoint.ts';
import { privileges as p } from '../privileges.ts';
import { cleanName } from '../uploads/name.ts';
import { keysOf } from '../record/machine.ts';
import {
  chosenList,
  faultyRow,
  importDetails,
  importResult,
  importRow,
  kind,
  mapping,
  meanings,
  mending,
} from './schema.ts';
import { importKindNames } from './kinds.ts';
import { importKinds, importResults, MOST_BYTES, MOST_RESULTS, MOST_ROWS } from './terms.ts';

/** Privileges of people who may import anything; the verbs check those of the import's kind. */
const privileges = [...new Set<number>(importKindNames.flatMap((one) => [...importKinds[one].privileges]))];
/** The page of imports is also for the back office, which finds there what its other privileges let it import. */
const listing = [...new Set<number>([p.validateContracts, p.manageAllContracts, ...privileges])];
const format = z.enum(['csv', 'xlsx']);

/** The same calls for the manufacturer, whose own kind no dealer imports. */
export const imports = forEveryCompany({
  'GET /imports': endpoint({
    summary: 'The last 100 imports that the caller may see, newest first',
    privileges: listing,
    query: z.object({ kind: kind.optional(), before: id.optional() }),
    answer: z.array(importRow),
  }),
  'POST /imports': endpoint({
    summary:
      'Send a file (CSV or XLSX, as application/octet-stream): it is read and checked, a small one at once, a large one by a job',
    privileges,
    query: z.object({
      kind,
      name: z
        .string()
        .trim()
        .min(1, 'Scegliere un file')
        .max(200, 'Il nome del file è troppo lungo')
        .transform(cleanName),
    }),
    upload: { mostBytes: MOST_BYTES },
    heavy: 'file',
    answer: importRow,
    creates: true,
    // A file that is sent twice makes two imports, of which neither has started.
    keyed: false,
  }),
  'GET /imports/:id': endpoint({ summary: 'One import', privileges, answer: importDetails }),
  'DELETE /imports/:id': endpoint({
    summary: 'Delete an import that wrote nothing, with the rows of its file',
    privileges,
  }),
  'PUT /imports/:id': endpoint({
    summary: 'Say how the columns of the file are read; the choice is kept for the next file',
    privileges,
    body: mapping,
    answer: importRow,
    versioned: true,
    heavy: 'file',
  }),
  'PUT /imports/:id/list': endpoint({
    summary:
      'Read another worksheet of the file, another row as its heading, or its bytes in another encoding: the columns are guessed anew',
    privileges,
    body: chosenList,
    answer: importRow,
    versioned: true,
    heavy: 'file',
  }),
  'PUT /imports/:id/meanings': endpoint({
    summary: 'Say what values mean, what the file does not say, and what is not set right',
    privileges,
    body: meanings,
    answer: importRow,
    versioned: true,
    heavy: 'file',
  }),
  'POST /imports/:id/check': endpoint({
    summary: 'Check every row; the meanings are kept for the next file of the kind',
    privileges,
    answer: importRow,
    versioned: true,
    heavy: 'file',
  }),
  'GET /imports/:id/rows': endpoint({
    summary: 'The rejected rows of a group of faults, or all, with what is wrong in them',
    privileges,
    query: z.object({
      field: z.string().max(40).optional(),
      sentence: z.string().max(2000).optional(),
      offset: z.coerce.number().int().min(0).max(MOST_ROWS).default(0),
    }),
    answer: z.object({ rows: z.array(faultyRow), total: z.int() }),
  }),
  'GET /imports/:id/results': endpoint({
    summary: 'The rows of a file by what becomes of them, and the records that the file does not name, 50 a page',
    privileges,
    query: z.object({
      filter: z.enum(keysOf(importResults)).default('all_imported'),
      offset: z.coerce.number().int().min(0).max(MOST_RESULTS).default(0),
    }),
    answer: importResult,
  }),
  'PUT /imports/:id/rows': endpoint({
    summary: 'Correct rejected rows: they are checked again, and written where the import was',
    privileges,
    body: mending,
    answer: importRow,
    versioned: true,
    heavy: 'file',
  }),
  'POST /imports/:id/start': endpoint({
    summary:
      'Write the rows that were found good: a small file at once, a large one by a job; one that was stopped goes on',
    privileges,
    answer: importRow,
    versioned: true,
    heavy: 'file',
  }),
  'POST /imports/:id/stop': endpoint({
    summary: 'Stop after the rows at hand',
    privileges,
    answer: importRow,
  }),
  'POST /imports/:id/undo': endpoint({
    summary: 'Take an import back, on the records that nobody changed since',
    privileges,
    answer: importRow,
    heavy: 'file',
  }),
  'GET /imports/:id/errors': endpoint({
    summary: 'The rows that were left out, each with its place in the file and what is wrong',
    privileges,
    query: z.object({ format }),
    answer: 'file',
    heavy: 'long',
  }),
  'POST /imports/:id/errors': endpoint({
    summary: 'Send that sheet back, corrected: its rows are checked again, and written where the import was',
    privileges,
    upload: { mostBytes: MOST_BYTES },
    answer: importRow,
    versioned: true,
    heavy: 'file',
  }),
  'GET /imports/template': endpoint({
    summary: 'An empty spreadsheet with the columns of a kind',
    privileges,
    query: z.object({ kind, format }),
    answer: 'file',
    heavy: 'long',
  }),
});
