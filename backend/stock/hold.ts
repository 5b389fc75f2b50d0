/** What accepted quotes do to a car of the stock (rules.md §20, 3). */
import { Failure } from '#domain/errors.ts';
import { addDays, instantInRome } from '#domain/dates.ts';
import { mayHold, usedCarMachine, type CarKind } from '#domain/stock/rules.ts';
import { isSellable } from '#domain/stock/terms.ts';
import { newCarMachine } from '#domain/stock/new/rules.ts';
import { isNewSellable } from '#domain/stock/new-terms.ts';
import type { Ctx, Effects } from '../lib/work/context.ts';
import { usedCourse } from './moves.ts';
import { newCourse } from './new/records.ts';
import { free, optionAfter, optionUnder, writeHold, type Holdable } from './reserve.ts';
import { readStockSettings } from './settings.ts';

/** The kinds in the order in which their cars are locked. */
const kinds = {
  used: { table: 'usedCars', entity: usedCarMachine.entity },
  new: { table: 'newCars', entity: newCarMachine.entity },
} as const satisfies Record<CarKind, object>;

/** The locked car, and whether it is for sale. */
async function lock(ctx: Ctx, kind: CarKind, id: number): Promise<Holdable & { isForSale: boolean }> {
  if (kind === 'used') {
    const car = await usedCourse.find(ctx, id, { lock: true });
    return { ...car, isForSale: isSellable(car.state) };
  }
  const car = await newCourse.find(ctx, id, { lock: true });
  return { ...car, isForSale: isNewSellable(car.state) };
}

/** The cars that a quote holds. */
const heldBy = ({ db, user }: Ctx, kind: CarKind, quoteId: number) =>
  db
    .selectFrom(kinds[kind].table)
    .select('id')
    .where('companyId', '=', user.companyId)
    .where('reservedQuote', '=', quoteId)
    .orderBy('id')
    .execute();

/** Holds the cars of a quote or contract for its new seller. */
async function hand({ db, user }: Ctx, by: 'reservedQuote' | 'reservedContract', id: number, sellerId: number) {
  for (const kind of ['used', 'new'] as const)
    await db
      .updateTable(kinds[kind].table)
      .set({ reservedBy: sellerId })
      .where('companyId', '=', user.companyId)
      .where(by, '=', id)
      .execute();
}

export const holdEffects: Effects = {
  'car.wanted': async (ctx, { kind, id, quoteId, sellerId, customerId }) => {
    const car = await lock(ctx, kind, id);
    if (!car.isForSale) throw new Failure('conflict', `L’auto ${car.code} non è più in vendita.`);
    if (car.reservedContract !== null || !mayHold(car, { customerId, sellerId }, ctx.now)) return;
    const { holdDays } = await readStockSettings(ctx);
    const until = instantInRome(addDays(ctx.today, holdDays), '23:59').getTime();
    // An option that the seller gave for longer is not cut short.
    const given = car.reservedUntil === null ? 0 : Date.parse(car.reservedUntil);
    await writeHold(ctx, kinds[kind], car, 'reserve', {
      reservedBy: sellerId,
      reservedFor: customerId,
      reservedUntil: new Date(Math.max(until, given)).toISOString(),
      reservedNote: car.reservedFor === customerId ? car.reservedNote : '',
      reservedQuote: quoteId,
      reservedContract: null,
      reservedBefore: optionUnder(car, ctx.now),
    });
  },
  'car.released': async (ctx, { quoteId, except, forGood = false }) => {
    for (const kind of ['used', 'new'] as const)
      for (const { id } of await heldBy(ctx, kind, quoteId)) {
        if (except?.kind === kind && except.id === id) continue;
        const car = await lock(ctx, kind, id);
        // Meanwhile somebody else may have taken it.
        if (car.reservedQuote === quoteId)
          await writeHold(ctx, kinds[kind], car, 'release', forGood ? free : optionAfter(car, ctx.now));
      }
  },
  'quotes.handed': async (ctx, { quotes }) => {
    for (const { quoteId, sellerId } of quotes) await hand(ctx, 'reservedQuote', quoteId, sellerId);
  },
  'contracts.handed': async (ctx, { contracts }) => {
    for (const { contractId, sellerId } of contracts) await hand(ctx, 'reservedContract', contractId, sellerId);
  },
};
