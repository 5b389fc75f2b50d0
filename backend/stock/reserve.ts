import type { z } from 'zod';
import { Failure } from '#domain/errors.ts';
import { day, time } from '#domain/italian.ts';
import { addDays, dayInRome } from '#domain/dates.ts';
import type { reserving } from '#domain/stock/schema.ts';
import type { Ctx } from '../lib/context.ts';
import { readStockSettings } from './settings.ts';

interface Held {
  reservedBy: number | null;
  reservedFor: number | null;
  reservedUntil: string | null;
  reservedNote: string;
}
/** The reservation columns of a car. */
export interface Holdable extends Held {
  id: number;
  reservedByName: string | null;
}

/** The reservation columns of a car that nobody holds. */
export const free: Held = { reservedBy: null, reservedFor: null, reservedUntil: null, reservedNote: '' };

/** Whether somebody else holds the car now. */
export const heldByOther = ({ now, user }: Pick<Ctx, 'now' | 'user'>, { reservedBy, reservedUntil }: Held) =>
  reservedUntil !== null && Date.parse(reservedUntil) > now.getTime() && reservedBy !== user.id;

const when = (instant: string) => `${day(dayInRome(new Date(instant)))} alle ${time(instant)}`;

/** How a kind of car (new or used) is locked for a reservation and answered. */
interface Of<R extends Holdable, A> {
  table: 'usedCars' | 'newCars';
  entity: string;
  /** Locks the car for the act of its machine; throws when the act is refused. */
  take: (ctx: Ctx, id: number, action: 'reserve' | 'release') => Promise<R>;
  answer: (ctx: Ctx, id: number) => Promise<A>;
}

/** The verbs that reserve and release a car. */
export function holding<R extends Holdable, A>({ table, entity, take, answer }: Of<R, A>) {
  /**
   * Writes the reservation. The car's version stays, so nobody who edits the car is disturbed; when several reserve at
   * once, the row lock lets one be the first.
   */
  async function write(ctx: Ctx, { id, ...car }: R, action: 'reserve' | 'release', columns: Held): Promise<void> {
    await ctx.db
      .updateTable(table)
      .set(columns)
      .where('companyId', '=', ctx.user.companyId)
      .where('id', '=', id)
      .execute();
    const told = ({ reservedUntil, reservedNote }: Pick<Held, 'reservedUntil' | 'reservedNote'>) => ({
      reservedUntil,
      reservedNote,
    });
    ctx.audit({ action, entity, entityId: id, before: told(car as Held), after: told(columns) });
  }
  return {
    /**
     * Reserves the car for the caller. Throws `conflict` when somebody else holds it, `invalid` at `until` beyond the
     * longest time.
     */
    async reserve(ctx: Ctx, { params, body }: { params: { id: number }; body: z.output<typeof reserving> }) {
      const car = await take(ctx, params.id, 'reserve');
      if (heldByOther(ctx, car))
        throw new Failure(
          'conflict',
          `L’auto è opzionata da ${car.reservedByName} fino al ${when(car.reservedUntil!)}.`,
        );
      const until = Date.parse(body.until);
      const wrong = (message: string) => new Failure('invalid', undefined, { fields: { until: message } });
      if (until <= ctx.now.getTime()) throw wrong('Scegliere un momento futuro');
      const { mostReservedDays } = await readStockSettings(ctx);
      if (dayInRome(new Date(until)) > addDays(ctx.today, mostReservedDays))
        throw wrong(mostReservedDays === 1 ? 'Al massimo fino a domani' : `Al massimo ${mostReservedDays} giorni`);
      const { customerId, note } = body;
      await write(ctx, car, 'reserve', {
        reservedBy: ctx.user.id,
        reservedFor: customerId,
        reservedNote: note,
        reservedUntil: new Date(until).toISOString(),
      });
      return answer(ctx, params.id);
    },
    /** Releases the car. Throws `conflict` when nobody holds it, `forbidden` for somebody else's reservation. */
    async release(ctx: Ctx, { params }: { params: { id: number } }) {
      const car = await take(ctx, params.id, 'release');
      await write(ctx, car, 'release', free);
      return answer(ctx, params.id);
    },
  };
}
