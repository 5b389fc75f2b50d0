/** An offer as the activity keeps it and the conflict dialog shows it. */
import { factOf } from '#domain/field-text.ts';
import { typed, type Field } from '#domain/fields.ts';
import { b2bFields } from './fields.ts';
import type { B2bCar, B2bDraft, B2bService } from './priced.ts';

/** Fields that people compare, with the key of their value. */
export const b2bCompared = typed(b2bFields) as [keyof B2bDraft, Field][];

/** Each field by its key, records within it as text; cars are called by their plates, services by their names. */
export function b2bFacts(
  draft: B2bDraft,
  {
    cars,
    services,
  }: {
    cars: readonly Pick<B2bCar, 'id' | 'name' | 'plate'>[];
    services: readonly Pick<B2bService, 'id' | 'description'>[];
  },
): Record<string, unknown> {
  const serviceIds = draft.serviceIds.map((id) => services.find((one) => one.id === id)?.description ?? '?');
  const named = draft.cars.map((line) => {
    const car = cars.find(({ id }) => id === line.carId);
    return { ...line, car: car?.plate || car?.name || '?' };
  });
  const values = { ...draft, cars: named, serviceIds };
  return Object.fromEntries(b2bCompared.map(([key, field]) => [key, factOf(field, values[key])]));
}
