import type { Fields } from '../record/fields.ts';

/** Where a car of the stock stands, and its keys. */
export const placeFields = {
  locationId: { label: 'Sede', kind: 'lookup', nullable: true, shown: 'location' },
  spot: { label: 'Posto', kind: 'text', maxLength: 30, help: 'Fila e numero nel piazzale' },
  keys: { label: 'Chiavi', kind: 'number', min: 0, max: 9, nullable: true },
  keyTag: { label: 'Portachiavi', kind: 'text', maxLength: 20 },
} as const satisfies Fields;
