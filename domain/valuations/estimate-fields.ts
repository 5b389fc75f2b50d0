import { fuels } from '../catalog/terms.ts';
import type { Fields, Values } from '../fields.ts';
import { damageKinds } from '../stock/damages.ts';

/** What an estimate needs beside the car's age and kilometres; kept with the trade-in that it was made for. */
export const estimateFields = {
  /** Price at which dealers buy such a car, from a guide such as Eurotax blu. */
  base: { label: 'Quotazione di ritiro', kind: 'money' },
  fuel: { label: 'Alimentazione', kind: 'choice', words: fuels, nullable: true },
  /** Price of its optionals when they were new. */
  optionals: { label: 'Optional, prezzo da nuovi', kind: 'money' },
  damages: { label: 'Danni', kind: 'many', words: damageKinds },
  otherDamages: { label: 'Altri danni', kind: 'money' },
  /** Null: what the company expects of every car. */
  preparation: { label: 'Preparazione', kind: 'money', nullable: true },
} as const satisfies Fields;
export type EstimateInput = Values<typeof estimateFields>;
