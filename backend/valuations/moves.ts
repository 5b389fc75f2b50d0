/** What the moves of a valuation write beside its state, and whom they tell. */
import { sql } from 'kysely';
import { instantInRome } from '#domain/dates.ts';
import { Failure } from '#domain/errors.ts';
import { day, money } from '#domain/italian.ts';
import { hoursOf, type Opening } from '#domain/companies/opening.ts';
import type { MoveOf } from '#domain/record/machine.ts';
import { privileges as p } from '#domain/privileges.ts';
import { tradeInFields } from '#domain/quotes/fields.ts';
import { damageKinds } from '#domain/stock/damages.ts';
import { usedCarFields } from '#domain/stock/fields.ts';
import { deadline } from '#domain/time.ts';
import type { valuationMachine } from '#domain/valuations/rules.ts';
import { places } from '#domain/valuations/terms.ts';
import type { Takers } from '../lib/ports/barter.ts';
import type { Ctx, Effects } from '../lib/work/context.ts';
import { valuationHref } from '../lib/records/links.ts';
import { carry, moving, type Fill, type Filled } from '../lib/records/move.ts';
import { holdersOf, notify, untell } from '../lib/people/notify.ts';
import { colleaguesWith } from '../lib/people/people.ts';
import { readSettings } from './counts.ts';
import { lateRequest } from './late.ts';
import { valuationCourse, type ValuationRecord } from './records.ts';
import { mostFor } from './shown.ts';

type Fills = { [K in MoveOf<typeof valuationMachine>]?: Fill<ValuationRecord> };

const named = ({ maker, model, plate }: ValuationRecord) => [maker, model, plate].filter(Boolean).join(' ');
const wrong = (field: string, message: string) => new Failure('invalid', undefined, { fields: { [field]: message } });

/** When the company's minutes are over, counted in the opening hours of the location. */
async function answerBy(ctx: Ctx, { locationId }: ValuationRecord): Promise<Date> {
  const { answerMinutes } = await readSettings(ctx);
  const place =
    locationId === null
      ? null
      : await ctx.db
          .selectFrom('locations')
          .select(['hours', 'closures', 'openOnHolidays', 'patron'])
          .where('companyId', '=', ctx.user.companyId)
          .where('id', '=', locationId)
          .executeTakeFirst();
  const due = deadline(hoursOf((place as Opening | undefined) ?? null), ctx.now, answerMinutes);
  return due ?? new Date(ctx.now.getTime() + answerMinutes * 60_000);
}

/** Colleagues who value cars. */
export const specialistsOf = (ctx: Ctx): Promise<{ id: number; name: string }[]> =>
  colleaguesWith(ctx, [p.evaluateUsed]);

const ask: Fill<ValuationRecord> = async (ctx, record, sent) => {
  const { specialistId, question } = sent as { specialistId: number | null; question: string };
  const known = await specialistsOf(ctx);
  const specialist = known.find(({ id }) => id === specialistId);
  if (specialistId !== null && !specialist) throw wrong('specialistId', 'Scegliere chi valuta le auto');
  if (known.length === 0) throw wrong('specialistId', 'Nessuno in azienda valuta le auto: serve il permesso 36');
  const due = await answerBy(ctx, record);
  const told = specialistId === null ? await holdersOf(ctx, p.evaluateUsed) : [specialistId];
  await notify(
    ctx,
    told.filter((id) => id !== ctx.user.id),
    {
      kind: 'valuation_asked',
      title: `${record.number}: chiesta la valutazione di ${named(record)}`,
      text: question || `Chiede ${ctx.user.name}`,
      href: valuationHref(record.id),
    },
  );
  const once = `valuation ${record.id} ${due.toISOString()}`;
  await ctx.enqueue(
    lateRequest,
    { companyId: ctx.user.companyId, id: record.id, answerBy: due.toISOString() },
    { at: due, once },
  );
  return {
    columns: { specialistId, question, askedAt: ctx.now, answerBy: due },
    told: { before: {}, after: { specialist: specialist?.name ?? null, question } },
  };
};

/** Tells who asked what the specialist says. */
const tellAsker = async (ctx: Ctx, record: ValuationRecord, title: string) => {
  if (record.madeBy === ctx.user.id) return;
  await notify(ctx, [record.madeBy], {
    kind: 'valuation_answered',
    title: `${record.number}: ${title}`,
    text: named(record),
    href: valuationHref(record.id),
  });
};

const offer: Fill<ValuationRecord> = async (ctx, record, sent) => {
  const { offer: amount, offerUntil, offerKm } = sent as { offer: number; offerUntil: string; offerKm: number | null };
  if (offerUntil < ctx.today) throw wrong('offerUntil', 'Scegliere un giorno da oggi');
  if (offerKm !== null && record.km !== null && offerKm < record.km)
    throw wrong('offerKm', 'Sono meno dei chilometri che l’auto ha già');
  if (instantInRome(offerUntil, '00:00').getTime() > ctx.now.getTime() + 366 * 86_400_000)
    throw wrong('offerUntil', 'Al massimo un anno');
  const most = await mostFor(ctx, record);
  await tellAsker(ctx, record, `offerta di ${money(amount)} fino al ${day(offerUntil)}`);
  return {
    columns: {
      offer: amount,
      mostOffer: most,
      offerUntil,
      offerKm,
      offeredAt: ctx.now,
      offeredBy: ctx.user.id,
      answerBy: null,
    },
    told: { before: { offer: record.offer }, after: { offer: amount, offerUntil, offerKm } },
  };
};

const sendBack: Fill<ValuationRecord> = async (ctx, record, { note }) => {
  await tellAsker(ctx, record, note ? `rimandata, ${note}` : 'rimandata da completare');
  return { columns: { answerBy: null } };
};

const descriptionOf = ({ maker, model, versionName }: ValuationRecord) =>
  [maker, model, versionName].filter(Boolean).join(' ').slice(0, tradeInFields.description.maxLength);

/** From whom the car is bought. */
async function sellerOf(ctx: Ctx, { customerId, customer }: ValuationRecord) {
  const unknown = { sellerKind: 'private' as const, sellerId: null, seller: '' };
  if (customerId === null) return unknown;
  const { type } = await ctx.db
    .selectFrom('customers')
    .select('type')
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
  const sellerKind = type === 'private' ? ('private' as const) : ('no_deduction' as const);
  return { sellerKind, sellerId: customerId, seller: (customer ?? '').slice(0, usedCarFields.seller.maxLength) };
}

/** The damages in words, for whoever restores the car. */
const damageNotes = ({ number, damages }: ValuationRecord) =>
  [
    `Dalla valutazione ${number}.`,
    ...damages.map(({ place, kind, note }) => [places[place], damageKinds[kind], note].filter(Boolean).join(', ')),
  ]
    .join('\n')
    .slice(0, usedCarFields.notes.maxLength);

/** Takes the car in with a draft at the offer; what the valuation writes of it. */
export async function takeIn(ctx: Ctx, put: Takers['put'], record: ValuationRecord, quoteId: number): Promise<Filled> {
  const { plate, km, registeredOn, offer: amount } = record;
  await put(ctx, quoteId, { plate, km, registeredOn, description: descriptionOf(record), valuation: amount! });
  return { columns: { quoteId, takenAt: ctx.now }, told: { before: {}, after: { quoteId } } };
}

/** The moves over what other areas give. */
const fillsOver = ({ put, drop, buy, unbuy }: Takers): Fills => ({
  ask,
  offer,
  sendBack,
  // An offer that was taken back at once is not read as one.
  revalue: async (ctx, { id, offeredAt }) => {
    if (offeredAt !== null)
      await untell(ctx, { kind: 'valuation_answered', href: valuationHref(id), since: offeredAt });
    return { columns: { offerUntil: null, offerKm: null, offeredAt: null, offeredBy: null, mostOffer: null } };
  },
  close: () => ({ columns: { answerBy: null } }),
  reopen: () => ({ columns: { specialistId: null } }),
  barter: (ctx, record, sent) => takeIn(ctx, put, record, sent['quoteId'] as number),
  schedule: async (ctx, record, sent) => {
    const { plate, maker, model, versionName, body, fuel, gearbox, registeredOn, km, locationId } = record;
    const usedCarId = await buy(ctx, {
      plate,
      maker,
      model,
      versionName,
      body,
      fuel,
      gearbox,
      registeredOn,
      km,
      locationId,
      regime: record.regime,
      purchaseCost: record.offer,
      retailPrice: record.retailPrice,
      ...(await sellerOf(ctx, record)),
      expectedOn: sent['expectedOn'] as string | null,
      notes: damageNotes(record),
    });
    return { columns: { usedCarId, takenAt: ctx.now }, told: { before: {}, after: { usedCarId } } };
  },
  release: async (ctx, record) => {
    if (record.quoteId !== null) await drop(ctx, record.quoteId, record.plate);
    if (record.usedCarId !== null) await unbuy(ctx, record.usedCarId);
    return { columns: { quoteId: null, usedCarId: null, takenAt: null } };
  },
});

export const valuationMoves = (takers: Takers) => moving(valuationCourse, fillsOver(takers));

/** A draft that is deleted takes no car in any more. */
export const freeByQuote: NonNullable<Effects['quote.deleted']> = async (ctx, { quoteId }) => {
  const { rows } = await sql<{ id: number }>`select id from valuations
    where company_id = ${ctx.user.companyId} and quote_id = ${quoteId} order by id`.execute(ctx.db);
  for (const { id } of rows) {
    const record = await valuationCourse.find(ctx, id, { lock: true });
    await carry(ctx, valuationCourse, record, 'release', { columns: { quoteId: null, takenAt: null } });
  }
};
