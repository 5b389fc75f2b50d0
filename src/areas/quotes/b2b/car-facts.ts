import { day, km } from '#domain/italian.ts';
import type { B2bCar } from '#domain/quotes/b2b/schema.ts';
import { t } from '#site/lib/intl.ts';
import { b2b as words } from '#site/messages/it/b2b.ts';

/** What tells one car from another. */
export const carFacts = (car: Pick<B2bCar, 'plate' | 'km' | 'registeredOn'>): string =>
  [car.plate, car.km !== null && km(car.km), car.registeredOn && t(words.registered, { day: day(car.registeredOn) })]
    .filter(Boolean)
    .join(' · ');
