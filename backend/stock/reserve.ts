import type { z } from 'zod';
import { Failure } from '#domain/errors.ts';
import { day, time } from '#domain/italian.ts';
import { addDays, dayInRome } from '#domain/dates.ts';
import { heldText } from '#domain/stock/rules.ts';
import type { reserving } from '#domain/stock/schema.ts';
import type { Ctx } from '../lib/work/context.ts';
import { notify } from '../lib/people/notify.ts';
import { readStockSettings } from './settings.ts';
import type { OptionBefore } from './standing.ts';

interface Held {
  reservedBy: number | null;
  reservedFor: number | null;
  reservedUntil: string | null;
  reservedNote: string;
  /** First revision of the accepted quote that holds the car; null for a reservation made by hand. */
  reservedQuote: number | null;
  /** The contract that holds the car, which only the contract ends. */
  reservedContract: number | null;
  /** The option made by hand that the quote's hold took the place of. */
  reservedBefore: OptionBefore | null;
}
/** The reservation columns of a car. */
export interface Holdable extends Held {
  id: number;
  code: string;
  reservedByName: string | null;
}

/** The reservation columns of a car that nobody holds. */
export const free: Held = {
  reservedBy: null,
  reservedFor: null,
  reservedUntil: null,
  reservedNote: '',
  reservedQuote: null,
  reservedContract: null,
  reservedBefore: null,
};

/** Whether somebody else holds the car now. */
export const heldByOther = ({ now, user }: Pick<Ctx, 'now' | 'user'>, { reservedBy, reservedUntil }: Held) =>
  reservedUntil !== null && Date.parse(reservedUntil) > now.getTime() && reservedBy !== user.id;

const when = (instant: string) => `${day(dayInRome(new Date(instant)))} alle ${time(instant)}`;

/** Throws `conflict` when a contract holds the car. */
export function checkContract({ reservedContract, reservedNote }: Held): void {
  if (reservedContract !== null)
    throw new Failure('conflict', `L’auto è nel contratto ${reservedNote}: si libera annullando il contratto.`);
}

/** A kind of car, new or used, as its reservation is stored. */
interface Kind {
  table: 'usedCars' | 'newCars';
  entity: string;
  /** Path of the car's page, to which its id is added. */
  page: string;
}

/** How a kind of car is locked for a reservation and answered. */
interface Of<R extends Holdable, A> extends Kind {
  /** Locks the car for the act of its machine; throws when the act is refused. */
  take: (ctx: Ctx, id: number, action: 'reserve' | 'release') => Promise<R>;
  answer: (ctx: Ctx, id: number) => Promise<A>;
}

/**
 * Writes the reservation of a locked car. The car's version stays, so nobody who edits the car is disturbed; when
 * several reserve at once, the row lock lets one be the first.
 */
export async function writeHold(
  ctx: Ctx,
  { table, entity }: Pick<Kind, 'table' | 'entity'>,
  car: Holdable,
  action: 'reserve' | 'release',
  columns: Held,
): Promise<void> {
  const { id } = car;
  await ctx.db
    .updateTable(table)
    .set({ ...columns, reservedBefore: columns.reservedBefore && JSON.stringify(columns.reservedBefore) })
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', id)
    .execute();
  const told = ({ reservedUntil, reservedNote }: Held) => ({ reservedUntil, reservedNote });
  ctx.audit({ action, entity, entityId: id, before: told(car), after: told(columns) });
}

/**
 * The option made by hand that a quote's hold takes the place of: the one that is there, or the one that an earlier hold
 * has kept; null: none runs.
 */
export function optionUnder(car: Held, now: Date): OptionBefore | null {
  if (car.reservedQuote !== null) return car.reservedBefore;
  if (car.reservedUntil === null || Date.parse(car.reservedUntil) <= now.getTime()) return null;
  return { until: car.reservedUntil, note: car.reservedNote, named: car.reservedFor !== null };
}

/** What a quote that lets go leaves of the car's reservation: the option made by hand before it, while that runs. */
export function optionAfter({ reservedBy, reservedFor, reservedBefore: before }: Held, now: Date): Held {
  if (before === null || Date.parse(before.until) <= now.getTime()) return free;
  const reservedNote = before.note;
  return {
    ...free,
    reservedBy,
    reservedFor: before.named ? reservedFor : null,
    reservedUntil: before.until,
    reservedNote,
  };
}

/** Tells the seller whose accepted quote held the car that a colleague has ended that. */
async function tellLoser(ctx: Ctx, { page }: Kind, { id, code, ...car }: Holdable, what: string): Promise<void> {
  if (car.reservedBy === null || car.reservedQuote === null || car.reservedBy === ctx.user.id) return;
  await notify(ctx, [car.reservedBy], {
    kind: 'car_lost',
    title: `${code}: l’auto non è più tenuta per il preventivo accettato`,
    text: `${ctx.user.name} ${what}`,
    href: `${page}/${id}`,
  });
}

/** The verbs that reserve and release a car. */
export function holding<R extends Holdable, A>({ take, answer, ...kind }: Of<R, A>) {
  return {
    /**
     * Reserves the car for the caller. Throws `conflict` when somebody else holds it, `invalid` at `until` beyond the
     * longest time.
     */
    async reserve(ctx: Ctx, { params, body }: { params: { id: number }; body: z.output<typeof reserving> }) {
      const car = await take(ctx, params.id, 'reserve');
      checkContract(car);
      if (heldByOther(ctx, car))
        throw new Failure(
          'conflict',
          `L’auto è opzionata da ${car.reservedByName}${heldText(car.reservedUntil!, when)}.`,
        );
      const until = Date.parse(body.until);
      const wrong = (message: string) => new Failure('invalid', undefined, { fields: { until: message } });
      if (until <= ctx.now.getTime()) throw wrong('Scegliere un momento futuro');
      const { mostReservedDays } = await readStockSettings(ctx);
      if (dayInRome(new Date(until)) > addDays(ctx.today, mostReservedDays))
        throw wrong(mostReservedDays === 1 ? 'Al massimo fino a domani' : `Al massimo ${mostReservedDays} giorni`);
      const { customerId, note } = body;
      // Another end for the same customer: the accepted quote still holds the car, and what is given now outlives it.
      const goesOn = car.reservedBy === ctx.user.id && car.reservedFor === customerId && car.reservedQuote !== null;
      await writeHold(ctx, kind, car, 'reserve', {
        reservedBy: ctx.user.id,
        reservedFor: customerId,
        reservedNote: note,
        reservedUntil: new Date(until).toISOString(),
        reservedQuote: goesOn ? car.reservedQuote : null,
        reservedContract: null,
        reservedBefore: goesOn ? { until: new Date(until).toISOString(), note, named: true } : null,
      });
      await tellLoser(ctx, kind, car, 'ha opzionato l’auto');
      return answer(ctx, params.id);
    },
    /** Releases the car. Throws `conflict` when nobody holds it, `forbidden` for somebody else's reservation. */
    async release(ctx: Ctx, { params }: { params: { id: number } }) {
      const car = await take(ctx, params.id, 'release');
      checkContract(car);
      await writeHold(ctx, kind, car, 'release', free);
      await tellLoser(ctx, kind, car, 'ha tolto l’opzione');
      return answer(ctx, params.id);
    },
  };
}
