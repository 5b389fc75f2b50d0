/** How a valuation is made and changed, with the photos of its damages. */
import { factsIn } from '#domain/record/field-text.ts';
import { isSeen } from '#domain/record/fields.ts';
import { normalisePlate } from '#domain/plates.ts';
import type { valuations as table } from '#domain/valuations/endpoints.ts';
import { valuationFields, type Damage, type ValuationValues } from '#domain/valuations/fields.ts';
import type { ValuationInput } from '#domain/valuations/schema.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { nextNumber } from '../lib/records/counters.ts';
import { add } from '../lib/records/course.ts';
import { take } from '../lib/records/move.ts';
import { defaultLocation } from '../lib/people/places.ts';
import { hold, release } from '../lib/files/uploads.ts';
import { valuationCourse } from './records.ts';

type Table = typeof table;

/** Of the wanted profit what is stored stays, unless somebody who sees it sends another. */
const withTarget = (ctx: Ctx, body: ValuationInput, stored: number | null): ValuationValues => ({
  ...body,
  target: isSeen(valuationFields.target, ctx.user.privileges) && body.target !== undefined ? body.target : stored,
});

const columnsOf = (values: ValuationValues) => ({
  ...values,
  damages: JSON.stringify(values.damages),
  plateKey: normalisePlate(values.plate),
});

const photosOf = (damages: readonly Damage[]) => [...new Set(damages.flatMap(({ photos }) => photos))];

/** Holds the photos that came and releases those that went. */
async function keepPhotos(ctx: Ctx, before: readonly Damage[], after: readonly Damage[]): Promise<void> {
  const [old, now] = [photosOf(before), photosOf(after)];
  await release(
    ctx,
    old.filter((id) => !now.includes(id)),
  );
  await hold(
    ctx,
    now.filter((id) => !old.includes(id)),
    'valuation_photo',
    'damages',
  );
}

/** A new valuation begins at the location of who makes it. */
export const create: VerbOf<Table, 'POST /valuations'> = async (ctx, { body }) => {
  const locationId = body.locationId ?? (await defaultLocation(ctx, ctx.user.id));
  const number = await nextNumber(ctx, 'valuation');
  const values = { ...withTarget(ctx, body, null), locationId };
  const columns = { ...columnsOf(values), number, madeBy: ctx.user.id };
  const id = await add(ctx, valuationCourse, columns, { after: { number, ...factsIn(valuationFields, values) } });
  await keepPhotos(ctx, [], body.damages);
  return valuationCourse.answer(ctx, id);
};

export const save: VerbOf<Table, 'PUT /valuations/:id'> = async (ctx, { params, version, body }) => {
  const record = await take(ctx, valuationCourse, { id: params.id, action: 'save', version });
  await keepPhotos(ctx, record.damages, body.damages);
  const values = withTarget(ctx, body, record.target);
  await valuationCourse.write(ctx, record, columnsOf(values), {
    before: factsIn(valuationFields, record),
    after: factsIn(valuationFields, values),
  });
  return valuationCourse.answer(ctx, record.id);
};
