import { z } from 'zod';
import { periodInOrder, periodWrong } from '../record/offered.ts';
import { offeredNames } from '../record/offered-schema.ts';
import { answerOf, schemaOf } from '../record/schema.ts';
import { serviceFields } from './fields.ts';

export const serviceInput = schemaOf(serviceFields)
  .refine(({ usages }) => usages.length > 0, { path: ['usages'], message: serviceFields.usages.required })
  .refine(({ bands, bandsOnly }) => bands.length > 0 || !bandsOnly, {
    path: ['bands'],
    message: 'Inserire almeno una fascia',
  })
  .refine(periodInOrder, periodWrong);

export const service = answerOf(serviceFields).extend({
  id: z.int(),
  version: z.int(),
  ...offeredNames,
  /** "Importo fisso", "3 fasce". */
  tariff: z.string(),
  archived: z.boolean(),
});
export type Service = z.output<typeof service>;
