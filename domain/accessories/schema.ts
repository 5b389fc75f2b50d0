import { z } from 'zod';
import { answerOf, schemaOf } from '../record/schema.ts';
import { accessoryFields } from './fields.ts';

export const accessoryInput = schemaOf(accessoryFields).refine(
  ({ activeFrom, activeTo }) => !activeFrom || !activeTo || activeFrom <= activeTo,
  { path: ['activeTo'], message: 'La fine non può precedere l’inizio' },
);
export type AccessoryInput = z.output<typeof accessoryInput>;

export const accessory = answerOf(accessoryFields).extend({
  id: z.int(),
  version: z.int(),
  /** Names of maker and model; null: all of them. */
  maker: z.string().nullable(),
  model: z.string().nullable(),
  /** Maker and model in one line, or "Tutti". */
  fits: z.string(),
  archived: z.boolean(),
});
export type Accessory = z.output<typeof accessory>;
