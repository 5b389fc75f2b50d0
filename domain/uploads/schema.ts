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
