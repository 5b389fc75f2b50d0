import { fuels } from '../catalog/terms.ts';
import type { Fields, Values } from '../record/fields.ts';
import { damageKinds } from '../stock/damages.ts';
import { CAR_LIMIT, FEE_LIMIT } from '../money.ts';

/** The input of an estimate beside the car's age and kilometres; stored with the trade-in. */
export const estimateFields = {
  /** Price at which dealers buy such a car, from a guide such as Eurotax blu, in cents. */
  base: { label: 'Quotazione di ritiro', kind: 'money', max: CAR_LIMIT },
  fuel: { label: 'Alimentazione', kind: 'choice', words: fuels, nullable: true },
  /** Price of its optionals when new, in cents. */
  optionals: { label: 'Optional, prezzo da nuovi', kind: 'money', max: CAR_LIMIT },
  damages: { label: 'Danni', kind: 'many', words: damageKinds },
  otherDamages: { label: 'Altri danni', kind: 'money', max: CAR_LIMIT },
  /** Null: the cost that the company expects for every car. */
  preparation: { label: 'Preparazione', kind: 'money', max: FEE_LIMIT, nullable: true },
} as const satisfies Fields;
export type EstimateInput = Values<typeof estimateFields>;
