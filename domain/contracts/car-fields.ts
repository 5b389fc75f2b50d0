import type { Fields } from '../record/fields.ts';

const CHOOSE = 'Scegliere l’auto';

/** The car that takes the place of the one that was ordered or held. */
export const carFields = {
  newCarId: { label: 'Auto dello stock', kind: 'lookup', nullable: CHOOSE, required: CHOOSE },
} as const satisfies Fields;
