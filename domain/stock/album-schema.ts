import { z } from 'zod';
import { keysOf } from '../record/machine.ts';
import { line } from '../text.ts';
import { damageKinds, MARK_SCALE, MOST_MARKS } from './damages.ts';
import { MOST_PHOTOS } from './photos.ts';

const NOTE = 200;
const note = line.max(NOTE, `Al massimo ${NOTE} caratteri`).default('');
const id = z.int().min(1).max(Number.MAX_SAFE_INTEGER);
const thousandth = z.int().min(0).max(MARK_SCALE);

const mark = z.object({ x: thousandth, y: thousandth, kind: z.enum(keysOf(damageKinds)), note });

const typed = {
  id,
  note,
  marks: z.array(mark).max(MOST_MARKS, `Al massimo ${MOST_MARKS} segni per foto`).default([]),
};

/** The whole new album: photos in their order, the first one is the cover; photos that are left out are removed. */
export const albumInput = z.object({
  photos: z.array(z.object(typed)).max(MOST_PHOTOS, `Al massimo ${MOST_PHOTOS} foto`),
});
export const photoInput = z.object({ uploadId: id });

export const album = z.object({
  version: z.int(),
  photos: z.array(
    z.object({
      ...typed,
      uploadId: z.int(),
      name: z.string(),
      /** Pixels of the large size. */
      width: z.int(),
      height: z.int(),
      at: z.iso.datetime({ offset: true }),
    }),
  ),
});
export type Album = z.output<typeof album>;
export type Photo = Album['photos'][number];
export type Mark = Photo['marks'][number];
