import { z } from 'zod';
import { periodInOrder, periodWrong } from '../record/offered.ts';
import { offeredNames } from '../record/offered-schema.ts';
import { answerOf, schemaOf } from '../record/schema.ts';
import { planFields } from './fields.ts';

const inTwoSteps = (type: string) => type.startsWith('two_step');

/** The input of a financing plan. Fields that its type does not have are null. */
export const planInput = schemaOf(planFields)
  .refine(({ terms }) => terms.length > 0, { path: ['terms'], message: 'Inserire almeno una durata' })
  .refine(({ minAmount, maxAmount }) => minAmount <= maxAmount, {
    path: ['maxAmount'],
    message: 'Il massimo non può essere sotto il minimo',
  })
  .refine(({ minDepositPercent, maxDepositPercent: most }) => most === null || minDepositPercent <= most, {
    path: ['maxDepositPercent'],
    message: 'Il massimo non può essere sotto il minimo',
  })
  .refine(({ minBalloonPercent: least, maxBalloonPercent: most }) => (least ?? 0) <= (most ?? 100), {
    path: ['maxBalloonPercent'],
    message: 'Il massimo non può essere sotto il minimo',
  })
  .refine(({ type, balloonBasis }) => type === 'loan' || balloonBasis !== null, {
    path: ['balloonBasis'],
    message: 'Scegliere su che cosa si calcola la maxirata',
  })
  .refine(({ type, secondMonths }) => !inTwoSteps(type) || secondMonths !== null, {
    path: ['secondMonths'],
    message: 'Inserire la durata del secondo tempo',
  })
  .refine(({ type, secondTan }) => !inTwoSteps(type) || secondTan !== null, {
    path: ['secondTan'],
    message: 'Inserire il TAN del secondo tempo',
  })
  .refine(periodInOrder, periodWrong)
  .superRefine(({ type, terms, futureValues, futureTableIds }, ctx) => {
    for (const [index, { months, balloonPercent }] of terms.entries()) {
      const wrong = (field: string, message: string) =>
        ctx.addIssue({ code: 'custom', path: ['terms', index, field], message });
      if (terms.findIndex((term) => term.months === months) < index) wrong('months', 'Durata già presente');
      if (
        type === 'loan'
          ? balloonPercent !== null
          : balloonPercent === null && futureValues.length + futureTableIds.length === 0
      )
        wrong('balloonPercent', type === 'loan' ? 'Senza maxirata' : 'Inserire la maxirata');
    }
    const keyOf = (row: (typeof futureValues)[number]) => `${row.basketId} ${row.months} ${row.kmPerYear}`;
    const seen = new Set<string>();
    for (const [index, row] of futureValues.entries()) {
      const wrong = (message: string) =>
        ctx.addIssue({ code: 'custom', path: ['futureValues', index, 'months'], message });
      if (!terms.some(({ months }) => months === row.months)) wrong('Durata non prevista');
      else if (seen.has(keyOf(row))) wrong('Durata e chilometri già presenti');
      seen.add(keyOf(row));
    }
  })
  .transform((input) => ({
    ...input,
    ...(input.type === 'loan' && {
      balloonBasis: null,
      futureValues: [],
      futureTableIds: [],
      minBalloonPercent: null,
      maxBalloonPercent: null,
    }),
    ...(input.type !== 'tcm' && { exceedKmPrice: null }),
    ...(!inTwoSteps(input.type) && { secondMonths: null, secondTan: null }),
  }));

export const planRecord = answerOf(planFields).extend({
  id: z.int(),
  version: z.int(),
  ...offeredNames,
  /** Durations in one line: "24, 36, 48 mesi". */
  durations: z.string(),
  futureTables: z.array(z.string()),
  archived: z.boolean(),
});
export type PlanRecord = z.output<typeof planRecord>;

/** A basket of versions, for tables of future values. */
export const basket = z.object({ id: z.int(), name: z.string() });
