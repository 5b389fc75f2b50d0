import type { Fields, Values } from '../record/fields.ts';
import { valuesFor, type GuaranteeTable } from './future-value.ts';
import type { planFields } from './fields.ts';
import type { Plan } from './schema.ts';
import { CAR_LIMIT } from '../money.ts';

/** The sample purchase with which a plan is tried while it is edited. */
export const sampleFields = {
  price: { label: 'Chiavi in mano', kind: 'money', max: CAR_LIMIT },
  deposit: { label: 'Anticipo', kind: 'money', max: CAR_LIMIT },
  months: { label: 'Durata', kind: 'number', min: 2, max: 120, suffix: 'mesi' },
  kmPerYear: { label: 'Km all’anno', kind: 'number', min: 1000, max: 100_000, suffix: 'km' },
} as const satisfies Fields;

/** The purchase in the worked examples of rules.md §9. */
export const samplePurchase = { price: 25_900_00, deposit: 5_900_00, months: 36, kmPerYear: 15_000 };

/** A plan as a quote for a car in these baskets reads it. */
export const planOf = (
  {
    lender,
    secondMonths,
    secondTan,
    commissionPercent = 0,
    futureValues,
    futureTableIds,
    balloonBasis,
    ...rest
  }: Omit<Values<typeof planFields>, 'commissionPercent'> & { commissionPercent?: number },
  baskets: readonly number[] = [],
  tables: readonly GuaranteeTable[] = [],
): Plan => ({
  ...valuesFor({ futureValues, futureTableIds, balloonBasis, terms: rest.terms }, tables, baskets),
  ...rest,
  id: 0,
  company: lender,
  commissionPercent,
  secondStep: secondMonths === null ? null : { months: secondMonths, tan: secondTan ?? 0 },
});
