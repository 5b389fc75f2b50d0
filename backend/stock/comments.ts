import { newCarMachine } from '#domain/stock/new/rules.ts';
import { usedCarMachine } from '#domain/stock/rules.ts';
import { commentVerbs, seenBy } from '../lib/records/comments.ts';
import { readOne } from '../lib/records/records.ts';
import { usedCars } from './list.ts';
import { nameOf as newName, newCars } from './new/records.ts';
import { nameOf } from './records.ts';

const named = (name: string, { plate, code }: { plate: string | null; code: string }) =>
  [name, plate || code].filter(Boolean).join(' · ');

/** Comments on used cars. */
export const usedComments = commentVerbs({
  area: 'stock/used',
  entity: usedCarMachine.entity,
  read: async (ctx, id) => {
    const car = await readOne(ctx, usedCars, id);
    return { id, name: named(nameOf(car), car), href: `/dealer/stock/used/${id}`, sees: seenBy(usedCarMachine, car) };
  },
});

/** Comments on new cars. */
export const newComments = commentVerbs({
  area: 'stock/new',
  entity: newCarMachine.entity,
  read: async (ctx, id) => {
    const car = await readOne(ctx, newCars, id);
    return { id, name: named(newName(car), car), href: `/dealer/stock/new/${id}`, sees: seenBy(newCarMachine, car) };
  },
});
