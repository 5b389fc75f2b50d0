import type { z } from 'zod';
import { schemaOf } from '../record/schema.ts';
import { importedFields } from './imported.ts';

/** A contract as a row of a file says it; amounts are cents. Nothing of it happens before it is signed. */
export const importedContract = schemaOf(importedFields).superRefine(({ signedOn, billedOn, deliveredOn }, ctx) => {
  for (const [path, day] of Object.entries({ billedOn, deliveredOn }))
    if (day !== null && signedOn !== null && day < signedOn)
      ctx.addIssue({ code: 'custom', path: [path], message: 'È prima della firma' });
});
export type ImportedContract = z.output<typeof importedContract>;
