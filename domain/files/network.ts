/** Files that the manufacturer publishes: dealers read those that are for them, and who has read one is known to nobody else. */
import { z } from 'zod';
import { endpoint, id, listQuery, pageOf } from '../endpoint.ts';
import { privileges as p } from '../privileges.ts';
import { flag } from '../record/records.ts';
import { keysOf } from '../record/machine.ts';
import { under } from '../record/under.ts';
import { dayIn, line } from '../text.ts';
import { arrivalCalls, lands } from './arriving.ts';
import { networkFields } from './fields.ts';
import { downloadReasons, fileKinds, looks } from './kinds.ts';
import { MOST_VERSIONS } from './limits.ts';
import { fileInput, fileVersion, sending, space, versionNumber as number } from './schema.ts';

export const networkInput = z.object({
  name: fileInput.shape.name,
  /** Empty: outside of all folders. */
  folder: line.max(networkFields.folder.maxLength, `Al massimo ${networkFields.folder.maxLength} caratteri`),
  brandId: z.int().positive().nullable(),
  /** The dealers who read it; null: all, none: nobody yet. */
  companyIds: z.array(z.int().positive()).max(networkFields.companyIds.most).nullable(),
  expiresOn: dayIn('planned').nullable(),
});
export type NetworkInput = z.output<typeof networkInput>;

export const networkFile = networkInput.extend({
  id: z.int(),
  version: z.int(),
  brand: z.string().nullable(),
  kind: z.enum(keysOf(fileKinds)),
  bytes: z.int(),
  look: z.enum(looks),
  why: z.enum(keysOf(downloadReasons)).nullable(),
  /** Of the current version. */
  number: z.int(),
  note: z.string(),
  at: z.iso.datetime({ offset: true }),
});
export type NetworkFile = z.output<typeof networkFile>;

/** A version, and how many people have read it. */
export const networkVersion = fileVersion.omit({ by: true }).extend({ readers: z.int() });
export type NetworkVersion = z.output<typeof networkVersion>;

const read = { audience: 'user' } as const;
const write = { audience: 'fms', privileges: [p.managePreferences] } as const;

/** Nobody reads it until it is published, but for the next version of one (`fileId`), which is read from then on. */
export const networkSending = sending
  .pick({ name: true, bytes: true, modified: true, note: true, fileId: true })
  .extend({
    folder: networkInput.shape.folder.default(''),
  });

export const networkFiles = {
  ...under('network/files', arrivalCalls(write, networkSending)),
  'POST /network/files/arrivals/:id/done': endpoint({ ...lands, ...write, answer: networkFile }),
  'GET /network/files': endpoint({
    summary: 'Files of the network that the caller reads, by folder, brand, and words of name and text',
    ...read,
    query: listQuery.omit({ sort: true, dir: true }).extend({
      folder: line.max(80).optional(),
      brandId: id.optional(),
      companyId: id.optional().describe('For the manufacturer: what this company reads'),
    }),
    answer: pageOf(networkFile).extend({
      folders: z.array(z.object({ name: z.string(), files: z.int() })),
      brands: z.array(z.object({ id: z.int(), name: z.string() })),
      /** Null for who publishes nothing. */
      space: space.nullable(),
    }),
  }),
  'GET /network/files/readers': endpoint({
    summary: 'How many people of the network have read the current version of each file, and never who',
    ...write,
    answer: z.array(z.object({ id: z.int(), readers: z.int() })),
  }),
  'PUT /network/files/:id': endpoint({
    summary: 'Publish a file, or change what is said of it',
    ...write,
    body: networkInput,
    heavy: 'waiting',
    answer: networkFile,
    versioned: true,
  }),
  'GET /network/files/:id/versions': endpoint({
    summary: 'All versions of a file, the newest first, and how many people have read each',
    ...write,
    answer: z.array(networkVersion).max(MOST_VERSIONS),
  }),
  'DELETE /network/files/:id': endpoint({ summary: 'Delete a file for the whole network', ...write }),
  'GET /network/files/:id/content': endpoint({
    summary:
      'The bytes; a PDF that only shows pages can be shown inline. Earlier versions are read by the manufacturer alone',
    ...read,
    query: z.object({ inline: flag.optional(), number }),
    answer: 'file',
  }),
  'GET /network/files/:id/preview': endpoint({
    summary: 'A picture’s preview',
    ...read,
    query: z.object({ number }),
    answer: 'file',
    lasting: true,
  }),
};
