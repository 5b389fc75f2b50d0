import { z } from 'zod';
import { isMobile } from '../phones.ts';
import { keysOf } from '../record/machine.ts';
import { phone, schemaOf } from '../record/schema.ts';
import { acceptFields } from './acceptance-fields.ts';
import { acceptanceStates, identities } from './advanced.ts';
import { drawing } from './schema.ts';

const instant = z.iso.datetime({ offset: true });
const stroke = Array.from({ length: 14 }, (_, n) => `${n ? 'L' : 'M'}${30 + 30 * n} ${70 + 40 * (n % 2)}`).join('');

/** Somebody is identified and signs the declaration: on the device of the dealer, or on its print that was scanned. */
export const acceptInput = schemaOf(acceptFields)
  .extend({
    scanId: z.int().positive(acceptFields.scanId.required),
    phone: phone.refine(isMobile, 'È un numero fisso: il codice arriva solo a un cellulare'),
    drawing: drawing.meta({ examples: [stroke] }),
    uploadId: z.int().positive().nullable().describe('The scan of the signed print'),
  })
  .superRefine(({ drawing: drawn, uploadId }, ctx) => {
    if ((drawn === '') === (uploadId === null))
      ctx.addIssue({
        code: 'custom',
        path: ['drawing'],
        message: 'Firmare nel riquadro, oppure caricare la dichiarazione firmata su carta: una delle due',
      });
  })
  .meta({
    examples: [{ scanId: 1, phone: '+393331234567', read: true, confirmed: true, drawing: stroke, uploadId: null }],
  });

const acceptance = z.object({
  id: z.int(),
  version: z.int().describe('Of the conditions'),
  at: instant,
  witness: z.string(),
  paper: z.enum(keysOf(identities)),
  number: z.string().describe('Of the identity paper'),
  phone: z.string(),
  keptUntil: z.string(),
  revokedAt: instant.nullable(),
  revokedBy: z.string().nullable().describe('Null: the person did it on their own page'),
});
export type Acceptance = z.output<typeof acceptance>;

/** How somebody stands with the advanced signature, and what a new acceptance needs. */
export const acceptances = z.object({
  offered: z.boolean(),
  state: z.enum(keysOf(acceptanceStates)),
  version: z.int().describe('Of the conditions in force'),
  conditions: z.string(),
  name: z.string(),
  phone: z.string().nullable(),
  /** Identity papers that are valid today and have a scan. */
  papers: z.array(
    z.object({ scanId: z.int(), paper: z.enum(keysOf(identities)), number: z.string(), until: z.string() }),
  ),
  /** Whether this caller may have it accepted or revoke it. */
  mayChange: z.boolean(),
  /** Newest first. */
  history: z.array(acceptance),
});
export type Acceptances = z.output<typeof acceptances>;
