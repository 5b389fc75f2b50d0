import { z } from 'zod';
import { answerOf, schemaOf } from '../record/schema.ts';
import { agencyFields } from './fields.ts';

export const agencyInput = schemaOf(agencyFields).superRefine(({ fees }, ctx) => {
  for (const [at, { operation, province, from }] of fees.entries()) {
    const first = fees.findIndex(
      (one) => one.operation === operation && one.province === province && one.from === from,
    );
    if (first < at)
      ctx.addIssue({
        code: 'custom',
        path: ['fees', at, 'from'],
        message: 'Questo costo c’è già per lo stesso giorno',
      });
  }
});
export const agency = answerOf(agencyFields).extend({ id: z.int(), version: z.int(), archived: z.boolean() });
export type Agency = z.output<typeof agency>;
