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
/** Who holds a car, as its record says it. */
export interface Holdable extends Held {
  id: number;
  reservedByName: string | null;
}

/** Nobody holds it. */
export const free: Held = { reservedBy: null, reservedFor: null, reservedUntil: null, reservedNote: '' };

/** Is the car held by somebody else at this instant? */
export const heldByOther = ({ now, user }: Pick<Ctx, 'now' | 'user'>, { reservedBy, reservedUntil }: Held) =>
  reservedUntil !== null && Date.parse(reservedUntil) > now.getTime() && reservedBy !== user.id;

const when = (instant: string) => `${day(dayInRome(new Date(instant)))} alle ${time(instant)}`;

/** New and used cars are held alike: how one of them is locked for it and answered. */
interface Of<R extends Holdable, A> {
  table: 'usedCars' | 'newCars';
  entity: string;
  /** Locked for the act of the machine; throws where it is refused. */
  take: (ctx: Ctx, id: number, action: 'reserve' | 'release') => Promise<R>;
  answer: (ctx: Ctx, id: number) => Promise<A>;
}

/** The calls by which a car is held and freed. */
export function holding<R extends Holdable, A>({ table, entity, take, answer }: Of<R, A>) {
  /**
   * Writes who holds the car. It is no new version of it: who edits the car's data meanwhile is not disturbed, and of several who
   * reserve at once the lock on the row lets one be the first.
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
    /** Holds the car for the caller. Throws `conflict` when somebody else holds it, `invalid` at `until` past the longest time. */
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
    /** Frees the car. Throws `conflict` when nobody holds it, `forbidden` for a reservation of somebody else. */
    async release(ctx: Ctx, { params }: { params: { id: number } }) {
      const car = await take(ctx, params.id, 'release');
      await write(ctx, car, 'release', free);
      return answer(ctx, params.id);
    },
  };
}
