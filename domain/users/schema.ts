import { z } from 'zod';

/** Italian phone as typed: digits with separators, optional country code; stored as E.164 by `rules`. */
export const phone = z
  .string()
  .trim()
  .transform((text) => text.replace(/[\s./()-]/g, ''))
  .pipe(z.string().regex(/^(\+|00)?\d{6,15}$/, 'Inserire un numero di telefono valido'));

export const profile = z.object({
  name: z.string().trim().min(2, 'Inserire nome e cognome').max(100),
  phone: phone.nullable(),
});

export const sessionRow = z.object({
  id: z.int(),
  current: z.boolean(),
  userAgent: z.string(),
  ip: z.string(),
  createdAt: z.iso.datetime({ offset: true }),
  lastSeenAt: z.iso.datetime({ offset: true }),
});

/** Lists that keep saved views. */
export const viewArea = z.enum(['quotes', 'accessories', 'tyres']);

export const savedView = z.object({
  id: z.int(),
  area: viewArea,
  name: z.string().trim().min(1, 'Dare un nome alla vista').max(60),
  shared: z.boolean(),
  own: z.boolean(),
  /** Filters, order and columns as the list's URL holds them. */
  state: z.record(z.string().max(40), z.string().max(500)),
});
export type SavedView = z.output<typeof savedView>;
