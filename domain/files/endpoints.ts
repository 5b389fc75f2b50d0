import { z } from 'zod';
import { type Audience, endpoint, id, listQuery, pageOf } from '../endpoint.ts';
import { privileges as p } from '../privileges.ts';
import { flag } from '../record/records.ts';
import { under } from '../record/under.ts';
import { arrivalCalls, lands } from './arriving.ts';
import { MOST_CHOSEN } from './limits.ts';
import {
  binning,
  choices,
  file,
  fileInput,
  fileRow,
  folder,
  folderInput,
  moving,
  outcome,
  reader,
  restoring,
  sending,
  tree,
  versionNumber as number,
} from './schema.ts';

const manyIds = z
  .string()
  .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/)
  .max(16 * MOST_CHOSEN)
  .transform((text) => text.split(',').map(Number))
  .refine(({ length }) => length <= MOST_CHOSEN, `Al massimo ${MOST_CHOSEN} per volta`);

/** What everybody of the company does with the files that they see. */
const reading = (audience: Audience) => ({
  GET: endpoint({
    summary: 'Files that the caller sees: of a folder, of all, those to be read, those in the bin',
    audience,
    query: listQuery.extend({ folderId: id.optional(), show: z.enum(['toRead', 'bin']).optional() }),
    answer: pageOf(fileRow),
  }),
  'GET /folders': endpoint({ summary: 'The folders that the caller sees, and the space used', audience, answer: tree }),
  'GET /zip': endpoint({
    summary: 'A folder with all that stands in it, or chosen files, as one ZIP',
    audience,
    query: z.object({ folderId: id.optional(), ids: manyIds.optional() }),
    answer: 'file',
    heavy: 'long',
  }),
  'GET /:id': endpoint({ summary: 'A file with its versions', audience, answer: file }),
  'GET /:id/content': endpoint({
    summary: 'The bytes of a version, the current one by default; a PDF that only shows pages can be shown inline',
    audience,
    query: z.object({ number, inline: flag.optional() }),
    answer: 'file',
  }),
  'GET /:id/preview': endpoint({
    summary: 'A picture’s preview',
    audience,
    query: z.object({ number }),
    answer: 'file',
  }),
  'POST /:id/receipt': endpoint({
    summary: 'The caller has read the version that they saw',
    audience,
    body: z.object({ number: z.int().positive().max(10_000) }),
    answer: file,
  }),
});

const managing = (write: { audience: Audience; privileges: readonly number[] }) => ({
  'POST /arrivals/:id/done': endpoint({
    ...lands,
    ...write,
    body: z
      .object({ folderId: z.int().positive().optional() })
      .describe('Another folder, when the announced one is gone'),
    answer: file,
  }),
  'POST /folders': endpoint({ summary: 'Make a folder', ...write, body: folderInput, answer: folder, creates: true }),
  'PUT /folders/:id': endpoint({
    summary: 'Rename or move a folder, or narrow who sees it',
    ...write,
    body: folderInput,
    answer: folder,
    versioned: true,
  }),
  'GET /choices': endpoint({
    summary: 'Roles and places by which visibility is narrowed',
    ...write,
    answer: choices,
  }),
  'POST /moves': endpoint({
    summary: 'Move files and folders: what is refused, and why',
    ...write,
    body: moving,
    answer: outcome,
  }),
  'POST /bin': endpoint({
    summary: 'Delete files, and folders with all that stands in them; they come back for 30 days',
    ...write,
    body: binning,
    answer: outcome,
  }),
  'POST /restored': endpoint({
    summary: 'Bring files back from the bin, into their folder or another one, and folders with what went with them',
    ...write,
    body: restoring,
    answer: outcome,
  }),
  'PUT /:id': endpoint({
    summary: 'Change name, visibility, expiry, and by when it is to be read',
    ...write,
    body: fileInput,
    answer: file,
    versioned: true,
  }),
  'GET /:id/readers': endpoint({ summary: 'Who is asked to read it, and who has', ...write, answer: z.array(reader) }),
  'POST /:id/reminders': endpoint({
    summary: 'Remind those who have not read it yet',
    ...write,
    answer: z.object({ told: z.int() }),
  }),
});

const audience = 'dealer' as const;
const write = { audience, privileges: [p.manageFiles] };

/** A dealer's files: who sees them is said by folder and file. */
export const files = under('files', { ...reading(audience), ...arrivalCalls(write, sending), ...managing(write) });
