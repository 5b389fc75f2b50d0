/** Making a contract (C0): what was agreed becomes its snapshot, its plan and its figures. */
import { planOf, type Agreed, type AgreedCar } from '#domain/contracts/agreed.ts';
import type { contracts as table } from '#domain/contracts/endpoints.ts';
import type { AgreedTradeIn } from '#domain/contracts/facts.ts';
import { sells } from '#domain/contracts/rights.ts';
import { contractMachine, firstReasons } from '#domain/contracts/rules.ts';
import { Failure } from '#domain/errors.ts';
import { blankOf } from '#domain/record/fields.ts';
import { contactKeys, contractFields, contractTradeInFields } from '#domain/contracts/fields.ts';
import { money } from '#domain/italian.ts';
import { privileges as p } from '#domain/privileges.ts';
import type { QuoteDraft } from '#domain/quotes/schema.ts';
import { covers } from '#domain/record/rights.ts';
import { jsonb } from '../db/jsonb.ts';
import type { Offered, Source, Sources, Yard } from '../lib/ports/agreed.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { add } from '../lib/records/course.ts';
import { nextNumber } from '../lib/records/counters.ts';
import { defaultLocation } from '../lib/people/places.ts';
import { beginReasons } from '../lib/records/reasons.ts';
import { bindCars, writeCars } from './cars.ts';
import { contractCourse } from './records.ts';
import { writeLines } from './facts.ts';
import { replaceRows } from './rows.ts';

/** The columns that say what was agreed; a new economic version writes them again. */
export const agreedColumns = ({ figures, ...agreed }: Agreed) => ({
  kind: agreed.kind,
  channel: agreed.channel,
  vehicle: agreed.vehicle,
  body: agreed.body,
  paint: agreed.paint,
  makerId: agreed.makerId,
  modelId: agreed.modelId,
  versionId: agreed.versionId,
  draft: jsonb(agreed.draft),
  snapshot: jsonb(agreed.snapshot),
  total: figures.total,
  keysInHand: figures.keysInHand,
  listTotal: figures.listTotal,
  discount: figures.discount,
  vat: figures.vat,
  marginVat: figures.marginVat,
  financed: figures.financed,
  instalment: figures.instalment,
  pricedFirst: figures.marginFirst,
  pricedSecond: figures.marginSecond,
  pricedThird: figures.marginThird,
  withinCap: agreed.withinCap,
  insured: agreed.insured,
  insurances: agreed.insurances,
  waterfall: jsonb(agreed.waterfall),
  pieces: Math.max(1, agreed.cars.length),
  netRevenue: agreed.facts.netRevenue,
  warrantyReduced: agreed.facts.warrantyReduced,
  hasFacts: true,
  agreedTradeIns: jsonb(agreed.tradeIns),
  takenIn: agreed.tradeIns.length,
});

/** Where the customer is reached, as the customer's own record says it today; one that nobody has is refused where it is written. */
export async function contactOf({ db, user }: Ctx, id: number | null) {
  if (id === null) return {};
  const row = await db
    .selectFrom('customers')
    .select(contactKeys)
    .where('companyId', '=', user.companyId)
    .where('id', '=', id)
    .executeTakeFirst();
  return Object.fromEntries(Object.entries(row ?? {}).map(([key, value]) => [key, value ?? '']));
}

async function centerOf({ db, user }: Ctx, sellerId: number): Promise<number | null> {
  const row = await db
    .selectFrom('users')
    .select('businessCenterId')
    .where('companyId', '=', user.companyId)
    .where('id', '=', sellerId)
    .executeTakeFirst();
  return row?.businessCenterId ?? null;
}

/** The cars of what was agreed; a new one that is not in the stock is to be ordered for the contract. */
export async function carsOf(
  ctx: Ctx,
  yard: Yard,
  agreed: Agreed,
  { id: contractId, locationId }: { id: number; locationId: number | null },
): Promise<AgreedCar[]> {
  const { cars, versionId, optionIds, figures } = agreed;
  if (cars.length > 0 || versionId === null) return [...cars];
  const price = figures.listTotal - figures.discount;
  const id = await yard.order(ctx, { versionId, optionIds: [...optionIds], price, locationId, contractId });
  return [{ kind: 'new', id, price, regime: 'vat' }];
}

interface Making {
  sources: Pick<Sources, 'pricing' | 'yard'>;
  agreed: Agreed;
  sellerId: number;
  locationId: number | null;
  origin: 'quote' | 'b2b_quote' | 'stock' | 'hand';
  quoteId?: number;
  b2bQuoteId?: number;
  overrideReason?: string;
}

/** What is known of a car that is taken in when it is agreed: the rest is entered as its papers come. */
export const begunTradeIn = ({ registeredOn = null }: AgreedTradeIn) => ({
  ...blankOf(contractTradeInFields),
  registeredOn,
});

/** Writes a new contract with its rows, its number and the first row of its history; returns its id. */
export async function make(ctx: Ctx, { agreed, sources: { pricing, yard }, ...of }: Making): Promise<number> {
  await beginReasons(ctx, contractMachine, firstReasons);
  const number = await nextNumber(ctx, 'contract');
  const { figures, customer, tradeIns, objectives } = agreed;
  const id = await add(ctx, contractCourse, {
    ...agreedColumns(agreed),
    ...of,
    ...(await contactOf(ctx, customer?.id ?? null)),
    number,
    hasDues: true,
    since: ctx.now,
    madeBy: ctx.user.id,
    businessCenterId: await centerOf(ctx, of.sellerId),
    customerId: customer?.id ?? null,
    tradeIns: jsonb(tradeIns.map(begunTradeIn)),
    marginFirst: figures.marginFirst,
    marginSecond: figures.marginSecond,
    marginThird: figures.marginThird,
  });
  // Budgets are locked before cars, as where a quote is issued.
  await pricing.cover(ctx, { rootId: of.quoteId ?? null, contractId: id }, agreed.facts.lines);
  const cars = await carsOf(ctx, yard, agreed, { id, locationId: of.locationId });
  await writeCars(ctx, id, cars);
  await writeLines(ctx, id, agreed.facts.lines);
  const plan = planOf(agreed, ctx.today, null);
  await replaceRows(
    ctx,
    'contractPayments',
    id,
    plan.map((row, place) => ({ ...row, place })),
  );
  await replaceRows(
    ctx,
    'contractObjectives',
    id,
    objectives.map((objective) => ({ objective, source: 'auto' })),
  );
  const record = await contractCourse.find(ctx, id);
  // The cars of a wholesale offer are sold by its acceptance.
  if (agreed.kind !== 'b2b') await bindCars(ctx, record, cars);
  await contractCourse.write(ctx, record, {});
  const after = { number: record.number, customer: record.customer, vehicle: record.vehicle, total: record.total };
  ctx.audit({ action: 'create', entity: contractMachine.entity, entityId: id, after });
  return id;
}

/** The contract of an offer that has one. */
async function madeOf({ db, user }: Ctx, of: 'quoteId' | 'b2bQuoteId', rootId: number): Promise<number | null> {
  const row = await db
    .selectFrom('contracts')
    .select('id')
    .where('companyId', '=', user.companyId)
    .where(of, '=', rootId)
    .where('canceledAt', 'is', null)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** What an expired quote agrees: today's prices, and only if the caller saw today's total. */
async function repriced(
  ctx: Ctx,
  { pricing }: Sources,
  { expired, agreed, sellerId, rootId }: Offered,
  seen: number | undefined,
) {
  if (!expired) return agreed;
  const now = await pricing.price(ctx, expired, { sellerId, rootId });
  if (seen === now.figures.total) return now;
  const [before, after] = [agreed!.figures.total, now.figures.total];
  throw new Failure(
    'conflict',
    before === after
      ? `Il preventivo è scaduto: ai prezzi di oggi il totale resta ${money(after)}. Confermarlo per fare il contratto.`
      : `Il preventivo è scaduto: ai prezzi di oggi il totale passa da ${money(before)} a ${money(after)}. Confermarlo per fare il contratto.`,
  );
}

/** The contract of an offer, or the one that another press has made meanwhile. */
async function ofOffer(
  ctx: Ctx,
  sources: Sources,
  { source, of, id, total }: { source: Source; of: 'quoteId' | 'b2bQuoteId'; id: number; total: number | undefined },
): Promise<number> {
  const offered = await source.take(ctx, id);
  const { sellerId, locationId, rootId, refused, reason, expired } = offered;
  if (!covers(sells, ctx.user.privileges, sellerId === ctx.user.id)) throw new Failure('forbidden');
  const before = await madeOf(ctx, of, rootId);
  if (before !== null) return before;
  const agreed = refused ? null : await repriced(ctx, sources, offered, total);
  if (!agreed) throw new Failure('conflict', refused ?? undefined);
  const place = locationId ?? (await defaultLocation(ctx, sellerId));
  const origin = of === 'quoteId' ? 'quote' : 'b2b_quote';
  const given = { sellerId, locationId: place, origin, [of]: rootId } as const;
  // A price of today was granted by nobody.
  const overrideReason = expired ? '' : reason.slice(0, contractFields.overrideReason.maxLength);
  const made = await make(ctx, { sources, agreed, ...given, overrideReason });
  await source.convert(ctx, id);
  return made;
}

/** Throws `conflict` when a price is not the one that the caller saw; who saw none takes any. */
export function checkSeen({ figures }: Agreed, seen: number | undefined): void {
  if (seen !== undefined && seen !== figures.total)
    throw new Failure(
      'conflict',
      `Ai prezzi di oggi il totale è ${money(figures.total)}, non ${money(seen)}: controllare il prezzo e confermarlo.`,
    );
}

/** A contract by hand, of a car of the stock or of the catalogue, which its maker sells. */
async function byHand(ctx: Ctx, sources: Sources, draft: QuoteDraft, total: number | undefined): Promise<number> {
  if (!covers({ own: [], all: [p.manageAllContracts] }, ctx.user.privileges, false)) throw new Failure('forbidden');
  const sellerId = ctx.user.id;
  const agreed = await sources.pricing.price(ctx, draft, { sellerId, rootId: null });
  checkSeen(agreed, total);
  const origin = agreed.cars.length > 0 ? 'stock' : 'hand';
  return make(ctx, { sources, agreed, sellerId, locationId: await defaultLocation(ctx, sellerId), origin });
}

/** Makes a contract (C0), or answers the one that is there. */
export const makeOf =
  (sources: Sources): VerbOf<typeof table, 'POST /contracts'> =>
  async (ctx, { body: { quoteId, b2bQuoteId, draft, total } }) => {
    const { quote, offer } = sources;
    const id =
      quoteId !== undefined
        ? await ofOffer(ctx, sources, { source: quote, of: 'quoteId', id: quoteId, total })
        : b2bQuoteId !== undefined
          ? await ofOffer(ctx, sources, { source: offer, of: 'b2bQuoteId', id: b2bQuoteId, total })
          : await byHand(ctx, sources, draft!, total);
    return contractCourse.of.answer(ctx, await contractCourse.read(ctx, id));
  };
