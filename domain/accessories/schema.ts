import { z } from 'zod';
import { cents, code, day, taxRate } from '../reference.ts';

/** What a person types of an accessory; prices are VAT-inclusive cents, cost is net cents. */
export const accessoryInput = z
  .object({
    code,
    description: z.string().trim().min(1, 'Inserire la descrizione').max(200, 'Al massimo 200 caratteri'),
    /** Which cars it fits; both null: all. */
    makerId: z.int().nullable(),
    modelId: z.int().nullable(),
    price: cents,
    cost: cents,
    taxRate,
    fittingMinutes: z.int().min(0).max(10_000),
    inStock: z.boolean(),
    activeFrom: day.nullable(),
    activeTo: day.nullable(),
  })
  .refine((a) => !a.activeFrom || !a.activeTo || a.activeFrom <= a.activeTo, {
    path: ['activeTo'],
    message: 'La fine non può precedere l’inizio',
  });
export type AccessoryInput = z.output<typeof accessoryInput>;

export const accessory = z.object({
  id: z.int(),
  version: z.int(),
  code: z.string(),
  description: z.string(),
  makerId: z.int().nullable(),
  modelId: z.int().nullable(),
  /** Names of maker and model, or "Tutti". */
  fits: z.string(),
  price: z.int(),
  cost: z.int(),
  taxRate: z.number(),
  fittingMinutes: z.int(),
  inStock: z.boolean(),
  activeFrom: z.string().nullable(),
  activeTo: z.string().nullable(),
  archived: z.boolean(),
});
export type Accessory = z.output<typeof accessory>;
