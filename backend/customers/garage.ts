/** What deliveries do to the cars that a customer has. */
import { customerFields } from '#domain/customers/fields.ts';
import type { OwnedCar } from '#domain/events.ts';
import { factOf } from '#domain/record/field-text.ts';
import { normalisePlate } from '#domain/plates.ts';
import { jsonb } from '../db/jsonb.ts';
import type { Effects } from '../lib/work/context.ts';
import { change } from '../lib/records/course.ts';

export const changeGarage: NonNullable<Effects['garage.changed']> = async (ctx, { customerId, got, gone }) => {
  const row = await ctx.db
    .selectFrom('customers')
    .select('cars')
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', customerId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return;
  const before = row.cars as OwnedCar[];
  const leaving = [...gone, ...got.map(({ plate }) => plate)].filter(Boolean).map(normalisePlate);
  const kept = before.filter(({ plate }) => !leaving.includes(normalisePlate(plate)));
  const cars = [...kept, ...got].slice(-customerFields.cars.most);
  await change(ctx, 'customers', { id: customerId }, { cars: jsonb(cars) });
  const told = (all: readonly OwnedCar[]) => ({ cars: factOf(customerFields.cars, all) });
  ctx.audit({
    action: 'garage',
    entity: 'customer',
    entityId: customerId,
    before: told(before),
    after: told(cars),
  });
};
