import { Failure } from '#domain/errors.ts';
import { day, time } from '#domain/italian.ts';
import { addDays, dayInRome } from '#domain/dates.ts';
import type { stock as table } from '#domain/stock/endpoints.ts';
import { MOST_RESERVED_DAYS } from '#domain/stock/terms.ts';
import type { VerbOf } from '../lib/bind.ts';
import type { Ctx } from '../lib/context.ts';
import { take } from '../lib/move.ts';
import { answer, heldByOther, kept } from './moves.ts';
import type { UsedCarRecord } from './records.ts';

/**
 * Writes who holds the car. It is no new version of it: who edits the car's data meanwhile is not disturbed, and of several who
 * reserve at once the lock on the row lets one be the first.
 */
async function write(
  ctx: Ctx,
  { id, ...car }: UsedCarRecord,
  action: 'reserve' | 'release',
  columns: Held,
): Promise<void> {
  await ctx.db
    .updateTable('usedCars')
    .set(columns)
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', id)
    .execute();
  const { reservedUntil, reservedNote } = car;
  const told = ({ reservedUntil: until, reservedNote: note }: Pick<Held, 'reservedUntil' | 'reservedNote'>) => ({
    reservedUntil: until,
    reservedNote: note,
  });
  ctx.audit({
    ...{ action, entity: 'used_car', entityId: id },
    ...{ before: told({ reservedUntil, reservedNote }), after: told(columns) },
  });
}
interface Held {
  reservedBy: number | null;
  reservedFor: number | null;
  reservedUntil: string | null;
  reservedNote: string;
}

const when = (instant: string) => `${day(dayInRome(new Date(instant)))} alle ${time(instant)}`;

/** Holds the car for the caller. Throws `conflict` when somebody else holds it, `invalid` at `until` past the longest time. */
export const reserve: VerbOf<typeof table, 'POST /stock/used/:id/reserve'> = async (ctx, { params, body }) => {
  const car = await take(ctx, kept, { id: params.id, action: 'reserve' });
  if (heldByOther(ctx, car))
    throw new Failure('conflict', `L’auto è opzionata da ${car.reservedByName} fino al ${when(car.reservedUntil!)}.`);
  const until = Date.parse(body.until);
  const wrong = (message: string) => new Failure('invalid', undefined, { fields: { until: message } });
  if (until <= ctx.now.getTime()) throw wrong('Scegliere un momento futuro');
  if (body.until.slice(0, 10) > addDays(ctx.today, MOST_RESERVED_DAYS))
    throw wrong(`Al massimo ${MOST_RESERVED_DAYS} giorni`);
  const { customerId, note } = body;
  await write(ctx, car, 'reserve', {
    ...{ reservedBy: ctx.user.id, reservedFor: customerId, reservedNote: note },
    reservedUntil: new Date(until).toISOString(),
  });
  return answer(ctx, params.id);
};

/** Frees the car. Throws `conflict` when nobody holds it, `forbidden` for a reservation of somebody else. */
export const release: VerbOf<typeof table, 'POST /stock/used/:id/release'> = async (ctx, { params }) => {
  const car = await take(ctx, kept, { id: params.id, action: 'release' });
  await write(ctx, car, 'release', { reservedBy: null, reservedFor: null, reservedUntil: null, reservedNote: '' });
  return answer(ctx, params.id);
};
