import { z } from 'zod';
import { fileTooLarge } from '../endpoint.ts';
import { keysOf } from '../record/machine.ts';
import { dayIn, line } from '../text.ts';
import { cleanName } from '../uploads/name.ts';
import { fileFields, folderFields, seersFields, versionFields } from './fields.ts';
import { downloadReasons, fileKinds, looks, nameIssue } from './kinds.ts';
import { MOST_CHOSEN, MOST_FILE_BYTES, MOST_FOLDERS, MOST_URGENT } from './limits.ts';

const { required, maxLength } = folderFields.name;
const NAME = `${required}, al massimo ${maxLength} caratteri`;
const instant = z.iso.datetime({ offset: true });
const ids = z.array(z.int().positive()).max(MOST_CHOSEN, `Al massimo ${MOST_CHOSEN} per volta`);

/** Who sees it, of those who see what it stands in; null: all of them. */
const seers = {
  roles: z.array(line.min(1).max(120)).min(1, 'Scegliere almeno un ruolo').max(100).nullable(),
  locationIds: z
    .array(z.int().positive())
    .min(1, 'Scegliere almeno una sede')
    .max(seersFields.locationIds.most)
    .nullable(),
};

export const folderInput = z.object({
  name: line.min(1, NAME).max(maxLength, NAME),
  parentId: z.int().positive().nullable(),
  ...seers,
});
export type FolderInput = z.output<typeof folderInput>;

export const folder = folderInput.extend({
  id: z.int(),
  version: z.int(),
  /** Files that stand in it itself and that the caller sees. */
  files: z.int(),
});
export type FolderRow = z.output<typeof folder>;

/** Bytes of all versions, and the most there may be. */
export const space = z.object({ used: z.number(), quota: z.number() });
export type Space = z.output<typeof space>;

export const tree = z.object({
  folders: z.array(folder).max(MOST_FOLDERS),
  /** Null for who does not manage files. */
  space: space.nullable(),
  /** Files that the caller is asked to read and has not yet. */
  toRead: z.int(),
  /** Of these, past their day. */
  late: z.int(),
  mostUrgent: z
    .array(
      z.object({
        id: z.int(),
        folderId: z.int(),
        name: z.string(),
        kind: z.enum(keysOf(fileKinds)),
        number: z.int(),
        receiptBy: z.string(),
      }),
    )
    .max(MOST_URGENT),
  /** Files in the bin; null for who does not manage files. */
  binned: z.int().nullable(),
  /** Folders in the bin that were deleted by themselves; empty for who does not manage files. */
  binnedFolders: z.array(z.object({ id: z.int(), name: z.string(), files: z.int() })).max(MOST_FOLDERS),
});
export type FileTree = z.output<typeof tree>;

/** What the file asks of the caller: nothing, to read it, or they have. */
const reading = z.enum(['none', 'wanted', 'late', 'done']);

export const fileRow = z.object({
  id: z.int(),
  version: z.int(),
  folderId: z.int(),
  name: z.string(),
  kind: z.enum(keysOf(fileKinds)),
  /** Of the current version. */
  number: z.int(),
  bytes: z.int(),
  madeAt: instant,
  madeBy: z.string(),
  look: z.enum(looks),
  why: z.enum(keysOf(downloadReasons)).nullable(),
  roles: seers.roles,
  locationIds: seers.locationIds,
  expiresOn: z.string().nullable(),
  receiptBy: z.string().nullable(),
  reading,
  /** How many of those who are asked have read it; null: nobody is asked, or the caller does not manage files. */
  receipts: z.object({ done: z.int(), asked: z.int() }).nullable(),
  deletedAt: instant.nullable(),
});
export type FileRow = z.output<typeof fileRow>;

/** In an address: which version; the current one by default. */
export const versionNumber = z.coerce.number().int().positive().max(10_000).optional();

export const fileVersion = z.object({
  number: z.int(),
  bytes: z.int(),
  note: z.string(),
  by: z.string(),
  at: instant,
  look: z.enum(looks),
  why: z.enum(keysOf(downloadReasons)).nullable(),
});

export type FileVersion = z.output<typeof fileVersion>;

export const file = fileRow.extend({
  /** The newest first. */
  versions: z.array(fileVersion),
});
export type FileDetail = z.output<typeof file>;

export const fileInput = z.object({
  name: line
    .min(1, NAME)
    .max(fileFields.name.maxLength, NAME)
    .refine(
      (name) => cleanName(name) === name,
      'Un nome non può contenere / \\ : * ? " < > | né cominciare con un punto',
    ),
  ...seers,
  expiresOn: dayIn('planned').nullable(),
  /** By when those who see it are to have read it; null: nobody is asked. */
  receiptBy: dayIn('planned').nullable(),
});
export type FileInput = z.output<typeof fileInput>;

/** The folder; null: folders stand outside of all others, and a file goes back to where it was. */
const to = z.int().positive().nullable();
const some = ({ files, folders }: { files: number[]; folders: number[] }) => files.length + folders.length > 0;
const many = { files: ids.default([]), folders: ids.default([]) };
export const binning = z.object(many).refine(some, 'Scegliere almeno un file');
export const moving = z.object({ ...many, to }).refine(some, 'Scegliere almeno un file');
/** Folders come back to where they were, with what was deleted together with them. */
export const restoring = z.object({ ...many, to }).refine(some, 'Scegliere almeno un file');
export const outcome = z.object({
  done: z.int(),
  refused: z.array(z.object({ name: z.string(), message: z.string() })),
});
export type Outcome = z.output<typeof outcome>;

/** Roles and places by which visibility is narrowed. */
export const choices = z.object({
  roles: z.array(z.string()),
  locations: z.array(z.object({ id: z.int(), name: z.string() })),
});
export type Choices = z.output<typeof choices>;

export const sending = z.object({
  folderId: z.int().positive(),
  /** The file whose next version it is; null: a file of its own. */
  fileId: z.int().positive().nullable().default(null),
  /** A file that has this name there already gets a new version, instead of refusing. */
  replaces: z.boolean().default(false),
  name: z
    .string()
    .max(300)
    .transform(cleanName)
    .superRefine((name, ctx) => {
      const message = nameIssue(name);
      if (message) ctx.addIssue({ code: 'custom', message });
    })
    .meta({ examples: ['Listino.pdf'] }),
  bytes: z.int().min(1, 'Il file è vuoto').max(MOST_FILE_BYTES, fileTooLarge(MOST_FILE_BYTES)),
  /** When the file was changed last, in milliseconds: who sends the same file again goes on where it stopped. */
  modified: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
  /** What is new in this version. */
  note: line.max(versionFields.note.maxLength, `Al massimo ${versionFields.note.maxLength} caratteri`).default(''),
  /** Who has read the version before is asked again. */
  again: z.boolean().default(true),
});

export const arrival = z.object({
  id: z.int(),
  received: z.int().describe('Bytes that are here; the next piece begins there'),
  bytes: z.int(),
});

export const reader = z.object({
  id: z.int(),
  name: z.string(),
  /** Their places, by name. */
  locations: z.array(z.string()),
  readAt: instant.nullable(),
  openedAt: instant.nullable(),
});
export type Reader = z.output<typeof reader>;
