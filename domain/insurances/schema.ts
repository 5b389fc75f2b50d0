import { z } from 'zod';
import { periodInOrder, periodWrong } from '../record/offered.ts';
import { offeredNames } from '../record/offered-schema.ts';
import { answerOf, schemaOf } from '../record/schema.ts';
import { insuranceFields } from './fields.ts';

export const insuranceInput = schemaOf(insuranceFields)
  .refine(({ usages }) => usages.length > 0, { path: ['usages'], message: insuranceFields.usages.required })
  .refine(({ type, durations }) => type === 'credit_protection' || durations.length > 0, {
    path: ['durations'],
    message: 'Scegliere almeno una durata',
  })
  .refine(({ minValue, maxValue }) => minValue === null || maxValue === null || minValue <= maxValue, {
    path: ['maxValue'],
    message: 'Il massimo non può essere sotto il minimo',
  })
  .refine(periodInOrder, periodWrong)
  .superRefine(({ type, covers }, ctx) => {
    for (const [index, { model, cells }] of covers.entries()) {
      const wrong = (field: string, message: string) =>
        ctx.addIssue({ code: 'custom', path: ['covers', index, field], message });
      if ((model === 'financed') !== (type === 'credit_protection'))
        wrong(
          'model',
          model === 'financed' ? 'Solo per la protezione del credito' : 'Si paga in percentuale del finanziato',
        );
      if (model === 'matrix' && cells.length === 0) wrong('cells', 'Inserire almeno un premio');
    }
  });

export const insurance = answerOf(insuranceFields).extend({
  id: z.int(),
  version: z.int(),
  ...offeredNames,
  /** Its guarantees in one line. */
  guarantees: z.string(),
  archived: z.boolean(),
});
export type Insurance = z.output<typeof insurance>;
