import { z } from 'zod';
import { answerOf, schemaOf } from '../record/schema.ts';
import { tyreFields } from './fields.ts';

export const tyreInput = schemaOf(tyreFields);
export type TyreInput = z.output<typeof tyreInput>;

export const tyre = answerOf(tyreFields).extend({
  id: z.int(),
  version: z.int(),
  size: z.string(),
  /** European label in one line, such as `C · B · 71 dB B`; empty: none. */
  label: z.string(),
  archived: z.boolean(),
});
export type Tyre = z.output<typeof tyre>;
