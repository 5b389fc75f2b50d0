/** Making a contract (C0): what was agreed becomes its snapshot, its plan and its figures. */
import { sql } from 'kysely';
import { planOf, type Agreed } from '#domain/contracts/agreed.ts';
import type { contracts as table } from '#domain/contracts/endpoints.ts';
import { sells } from '#domain/contracts/rights.ts';
import { contractMachine } from '#domain/contracts/rules.ts';
import { Failure } from '#domain/errors.ts';
import { blankOf } from '#domain/fields.ts';
import { contractTradeInFields } from '#domain/contracts/fields.ts';
import { covers } from '#domain/rights.ts';
import type { Source } from '../lib/agreed.ts';
import type { VerbOf } from '../lib/bind.ts';
import type { Ctx } from '../lib/context.ts';
import { add } from '../lib/course.ts';
import { nextNumber } from '../lib/counters.ts';
import { begin } from '../lib/move.ts';
import { ensureReasons } from './reasons.ts';
import { contractCourse } from './records.ts';
import { insertRow, replaceRows } from './rows.ts';

/** Where offers come from; joined in backend/areas.ts. */
export interface Sources {
  quote: Source;
}

const json = (value: unknown) => sql<string>`${JSON.stringify(value)}::jsonb`;

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
  draft: json(agreed.draft),
  snapshot: json(agreed.snapshot),
  total: figures.total,
  keysInHand: figures.keysInHand,
  listTotal: figures.listTotal,
  discount: figures.discount,
  financed: figures.financed,
  instalment: figures.instalment,
  pricedFirst: figures.marginFirst,
  pricedSecond: figures.marginSecond,
  pricedThird: figures.marginThird,
  withinCap: agreed.withinCap,
  insured: agreed.insured,
  agreedTradeIns: json(agreed.tradeIns),
});

/** Where the customer is reached, as the customer's own record says it today. */
async function contactOf({ db, user }: Ctx, id: number | null) {
  if (id === null) return {};
  const row = await db
    .selectFrom('customers')
    .select(['email', 'phone', 'address', 'cap', 'city', 'province'])
    .where('companyId', '=', user.companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [key, value ?? '']));
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

interface Making {
  agreed: Agreed;
  sellerId: number;
  locationId: number | null;
  origin: 'quote' | 'b2b_quote' | 'stock' | 'hand';
  quoteId?: number;
  b2bQuoteId?: number;
}

/** Writes a new contract with its rows, its number and the first row of its history; returns its id. */
export async function make(ctx: Ctx, { agreed, ...of }: Making): Promise<number> {
  await ensureReasons(ctx);
  const number = await nextNumber(ctx, 'contract');
  const { figures, customer, tradeIns, objectives } = agreed;
  const id = await add(ctx, 'contracts', {
    ...agreedColumns(agreed),
    ...of,
    ...(await contactOf(ctx, customer?.id ?? null)),
    number,
    since: ctx.now,
    madeBy: ctx.user.id,
    businessCenterId: await centerOf(ctx, of.sellerId),
    customerId: customer?.id ?? null,
    tradeIns: json(tradeIns.map(() => blankOf(contractTradeInFields))),
    marginFirst: figures.marginFirst,
    marginSecond: figures.marginSecond,
    marginThird: figures.marginThird,
  });
  for (const { kind, id: carId, price, regime } of agreed.cars)
    await insertRow(ctx, 'contractCars', id, { [kind === 'used' ? 'usedCarId' : 'newCarId']: carId, price, regime });
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
  await begin(ctx, contractMachine, id);
  const record = await contractCourse.find(ctx, id);
  await contractCourse.write(ctx, record, {});
  const after = { number: record.number, customer: record.customer, vehicle: record.vehicle, total: record.total };
  ctx.audit({ action: 'create', entity: contractMachine.entity, entityId: id, after });
  return id;
}

/** The contract of an offer that has one. */
async function madeOf({ db, user }: Ctx, quoteId: number): Promise<number | null> {
  const row = await db
    .selectFrom('contracts')
    .select('id')
    .where('companyId', '=', user.companyId)
    .where('quoteId', '=', quoteId)
    .where('canceledAt', 'is', null)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Makes the contract of a quote, or answers the one that another press has made meanwhile. */
export const makeOf =
  ({ quote }: Sources): VerbOf<typeof table, 'POST /contracts'> =>
  async (ctx, { body }) => {
    const offered = await quote.take(ctx, body.quoteId);
    if (!covers(sells, ctx.user.privileges, offered.sellerId === ctx.user.id)) throw new Failure('forbidden');
    const before = await madeOf(ctx, offered.rootId);
    if (before !== null) {
      const record = await contractCourse.read(ctx, before);
      return contractCourse.of.answer(ctx, record);
    }
    if (offered.refused || !offered.agreed) throw new Failure('conflict', offered.refused ?? undefined);
    const { agreed, sellerId, locationId, rootId } = offered;
    const id = await make(ctx, { agreed, sellerId, locationId, origin: 'quote', quoteId: rootId });
    await quote.convert(ctx, body.quoteId);
    return contractCourse.answer(ctx, id);
  };
