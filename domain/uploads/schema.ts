import { z } from 'zod';
import { keysOf } from '../machine.ts';
import { cleanName } from './name.ts';
import { purposes, SIDES } from '../upload-purposes.ts';

/** What a file is for and what it is called; the file itself is the body. */
export const sending = z.object({
  purpose: z.enum(keysOf(purposes)),
  name: z.string().max(300).transform(cleanName).default('file'),
});

/** A file that is kept. Until a record holds it, it is deleted after a day. */
export const upload = z.object({
  id: z.int(),
  name: z.string(),
  /** Of what is kept: pictures are made anew. */
  type: z.string(),
  bytes: z.int(),
  /** In pixels; null for what is no picture. */
  width: z.int().nullable(),
  height: z.int().nullable(),
});
export type Upload = z.output<typeof upload>;

export const uploadSize = z.enum(keysOf(SIDES)).default('large');

/** A file of one's own that no record holds. */
export const unusedFile = upload
  .pick({ id: true, name: true, type: true, bytes: true })
  .extend({ purpose: sending.shape.purpose, since: z.iso.datetime({ offset: true }) });

/** What one person has sent that no record holds: how many files, their bytes together, and the oldest. */
export const unusedOf = z.object({
  id: z.int(),
  name: z.string(),
  count: z.int(),
  bytes: z.int(),
  since: z.iso.datetime({ offset: true }),
});

export const emptied = z.object({ count: z.int() });
