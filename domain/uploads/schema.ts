import { z } from 'zod';
import { keysOf } from '../record/machine.ts';
import { cleanName } from './name.ts';
import { purposes, SIDES } from '../upload-purposes.ts';

/** Purpose and name of an upload; the file itself is the body. */
export const sending = z.object({
  purpose: z.enum(keysOf(purposes)),
  name: z.string().max(300).transform(cleanName).default('file'),
});

/** A stored upload. It is deleted after a day unless a record holds it. */
export const upload = z.object({
  id: z.int(),
  name: z.string(),
  /** Type and size of the stored file: pictures are redrawn. */
  type: z.string(),
  bytes: z.int(),
  /** In pixels; null for a PDF. */
  width: z.int().nullable(),
  height: z.int().nullable(),
});
export type Upload = z.output<typeof upload>;

export const uploadSize = z.enum(keysOf(SIDES)).default('large');

/** An upload of the caller that no record holds. */
export const unusedFile = upload
  .pick({ id: true, name: true, type: true, bytes: true })
  .extend({ purpose: sending.shape.purpose, since: z.iso.datetime({ offset: true }) });

/** One person's uploads that no record holds: their number, total bytes, and the oldest. */
export const unusedOf = z.object({
  id: z.int(),
  name: z.string(),
  count: z.int(),
  bytes: z.int(),
  since: z.iso.datetime({ offset: true }),
});

export const emptied = z.object({ count: z.int() });

/** A link by which a phone sends files to the person who made it, shown as a QR code. */
export const phoneLink = z.object({
  id: z.int(),
  url: z.string(),
  expiresAt: z.iso.datetime({ offset: true }),
  qr: z.object({ size: z.int(), path: z.string() }).describe('Modules, and the SVG path of the dark ones'),
});

/** What came by such a link, oldest first, and whether more may come. */
export const arrived = z.object({
  files: z.array(upload),
  /** Also past its time, while a file is on its way. */
  open: z.boolean(),
  /** How many files are on their way from a phone, also by a former link of the caller's. */
  coming: z.int(),
  /** What came for the same purpose by former links and no record has held: a page was reloaded or left before. */
  earlier: z.array(upload.extend({ createdAt: z.iso.datetime({ offset: true }) })),
});

/** What the phone sees of the link that it follows. */
export const phoneSide = z.object({
  company: z.string(),
  /** Who waits for the files. */
  by: z.string(),
  label: z.string(),
  kinds: z.array(z.enum(['picture', 'pdf'])),
  mostBytes: z.int(),
  left: z.int(),
  expiresAt: z.iso.datetime({ offset: true }),
});
export type PhoneSide = z.output<typeof phoneSide>;
