import { fuels } from '../catalog/terms.ts';
import type { Fields, Values } from '../fields.ts';
import { damageKinds } from '../stock/damages.ts';

/** The input of an estimate beside the car's age and kilometres; stored with the trade-in. */
export const estimateFields = {
  /** Price at which dealers buy such a car, from a guide such as Eurotax blu, in cents. */
  base: { label: 'Quotazione di ritiro', kind: 'money' },
  fuel: { label: 'Alimentazione', kind: 'choice', words: fuels, nullable: true },
  /** Price of its optionals when new, in cents. */
  optionals: { label: 'Optional, prezzo da nuovi', kind: 'money' },
  damages: { label: 'Danni', kind: 'many', words: damageKinds },
  otherDamages: { label: 'Altri danni', kind: 'money' },
  /** Null: the cost that the company expects for every car. */
  preparation: { label: 'Preparazione', kind: 'money', nullable: true },
} as const satisfies Fields;
export type EstimateInput = Values<typeof estimateFields>;
