/** "Cambia auto o prezzo": the builder on a contract, and another car in the place of the same one. */
import { isDeepStrictEqual } from 'node:util';
import { corrected, isSameTradeIn, type Agreed, type AgreedCar } from '#domain/contracts/agreed.ts';
import { revaluedCars } from '#domain/contracts/annexes.ts';
import type { contracts as table } from '#domain/contracts/endpoints.ts';
import type { AgreedTradeIn } from '#domain/contracts/facts.ts';
import { ownReason } from '#domain/contracts/granted.ts';
import { replanned } from '#domain/contracts/replanned.ts';
import { contractMachine } from '#domain/contracts/rules.ts';
import type { Contract } from '#domain/contracts/schema.ts';
import { Failure } from '#domain/errors.ts';
import { locksOf } from '#domain/record/locks.ts';
import { readDraft } from '#domain/quotes/draft.ts';
import type { QuoteDraft } from '#domain/quotes/schema.ts';
import { jsonb } from '../db/jsonb.ts';
import type { Sources, Yard } from '../lib/ports/agreed.ts';
import type { Verbs } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { take } from '../lib/records/move.ts';
import { bindCars, sellCars, writeCars } from './cars.ts';
import { writeLines } from './facts.ts';
import { agreedColumns, begunTradeIn, carsOf, checkSeen } from './make.ts';
import { contractCourse, type ContractRecord } from './records.ts';
import { replaceRows } from './rows.ts';
import { documentsChanged } from './signed.ts';
import { takeOver } from './takeover.ts';
import { raised, sectionsIn } from './versions.ts';

const wrong = (fields: Record<string, string>) => new Failure('invalid', undefined, { fields });

/** The locked contract at the version that the caller saw. */
async function takeSeen(ctx: Ctx, id: number, version: number): Promise<ContractRecord> {
  const record = await take(ctx, contractCourse, { id, version });
  if (record.canceledAt !== null) throw new Failure('conflict', 'Il contratto è annullato.');
  if (record.withdrawnAt !== null) throw new Failure('conflict', 'Il cliente ha comunicato il recesso.');
  return record;
}

/** The cars of the new version: one that was ordered stays while version and options are the same. */
async function carsFor(ctx: Ctx, yard: Yard, record: ContractRecord, agreed: Agreed): Promise<AgreedCar[]> {
  const [car] = record.cars;
  if (agreed.cars.length === 0 && agreed.kind === 'new' && car?.kind === 'new') {
    const ordered = await yard.ordered(ctx, car.id);
    const isSame = ordered.versionId === agreed.versionId && isSameSet(ordered.optionIds, agreed.optionIds);
    if (isSame)
      return [{ kind: 'new', id: car.id, price: agreed.figures.listTotal - agreed.figures.discount, regime: 'vat' }];
  }
  return carsOf(ctx, yard, agreed, record);
}

const isSameSet = (one: readonly number[], other: readonly number[]): boolean =>
  isDeepStrictEqual(
    one.toSorted((a, b) => a - b),
    other.toSorted((a, b) => a - b),
  );

/**
 * Data of a trade-in that were entered after the agreement stay with that car, whatever its position now; of its first
 * registration, which both know, the new agreement has the last word. A revaluation ends, because the new agreement holds its value or another one.
 */
function keptOf({ agreedTradeIns, tradeIns }: ContractRecord, car: AgreedTradeIn) {
  const at = agreedTradeIns.findIndex((one) => isSameTradeIn(one, car));
  const begun = begunTradeIn(car);
  const { registeredOn, ...kept } = tradeIns[at] ?? begun;
  return { ...kept, registeredOn: begun.registeredOn ?? registeredOn, revaluation: null, revaluationReason: '' };
}

/** Says of each revaluation that the new price did not take on that it no longer counts. */
function auditRevaluations(ctx: Ctx, record: ContractRecord, tradeIns: readonly AgreedTradeIn[]): void {
  for (const { car, revaluation } of revaluedCars(record)) {
    const now = tradeIns.find((one) => isSameTradeIn(one, car));
    if (now?.valuation === revaluation) continue;
    ctx.audit({
      action: 'revaluation_ended',
      entity: contractMachine.entity,
      entityId: record.id,
      before: { tradeIn: car.plate || car.description, revaluation },
      after: { tradeIn: car.plate || car.description, revaluation: now?.valuation ?? null },
    });
  }
}

/** What was agreed, for the customer of today and with the cars taken in as they are known today: a new price begins there. */
function draftNow({ draft, tradeIns, customerId, customer, customerType }: ContractRecord): QuoteDraft {
  const read = readDraft(draft);
  const known = read.tradeIns.map((car, at) => ({
    ...car,
    valuation: tradeIns[at]?.revaluation ?? car.valuation,
    registeredOn: tradeIns[at]?.registeredOn ?? car.registeredOn,
  }));
  const named = customerId !== null &&
    customerType !== null && { id: customerId, name: customer ?? '', type: customerType };
  return { ...read, tradeIns: known, customer: named || read.customer };
}

/** Whose the contract is with what is agreed now; a price without a customer leaves it to the one whose it is. */
async function buyerOf(ctx: Ctx, record: ContractRecord, { customer }: Agreed) {
  const { cobuyerId, guarantorId, representativeId } = record;
  const customerId = customer?.id ?? record.customerId;
  if (customerId === record.customerId) return { customerId };
  if ([cobuyerId, guarantorId, representativeId].includes(customerId))
    throw wrong({ 'draft.customer': 'È già nel contratto con un altro ruolo: cambiare prima quello' });
  return { customerId, ...(await takeOver(ctx, record, customerId, 'draft.customer')) };
}

const unasked = {
  financeOutcome: 'none',
  practiceNumber: '',
  resolvedOn: null,
  resolvedUntil: null,
  leftOn: null,
  liquidatedOn: null,
  planEndsOn: null,
  precontractOn: null,
  precontractVersion: '',
} as const;

/**
 * What the lender decided of another loan says nothing of this one, nor what its customer was told of it (TUB, art. 124): it is
 * asked for again. Of the same loan everything stays.
 */
function askedAnew(record: ContractRecord, { draft, figures }: Agreed): Partial<typeof unasked> {
  const isSame =
    record.financed === figures.financed &&
    record.instalment === figures.instalment &&
    isDeepStrictEqual(readDraft(record.draft).financing, readDraft(draft).financing);
  return isSame ? {} : unasked;
}

/**
 * Writes a new economic version: what was agreed, its plan of payments, the figures with their corrections. The signature is
 * void.
 */
async function writeAgreed(ctx: Ctx, record: ContractRecord, agreed: Agreed, buyer: object): Promise<void> {
  const { figures, tradeIns, objectives } = agreed;
  const plan = replanned(record, agreed, ctx.today);
  if (plan) {
    await replaceRows(
      ctx,
      'contractPayments',
      record.id,
      plan.map((row, place) => ({ ...row, place })),
    );
  }
  const own = record.objectives.filter(({ objective }) => record.objectiveSources[objective] === 'hand');
  const rows = [
    ...objectives.map((objective) => ({ objective, source: 'auto' })),
    ...own.filter(({ objective }) => !objectives.includes(objective)).map((row) => ({ ...row, source: 'hand' })),
  ];
  await replaceRows(ctx, 'contractObjectives', record.id, rows);
  await writeLines(ctx, record.id, agreed.facts.lines);
  const loan = askedAnew(record, agreed);
  const typed = {
    ...buyer,
    ...loan,
    tradeIns: tradeIns.map((car) => keptOf(record, car)),
    // What was granted of the former price says nothing of this one.
    overrideReason: ownReason(record.overrideReason),
  };
  const rewritten = plan ? (['contability', 'objectives'] as const) : (['objectives'] as const);
  await contractCourse.write(
    ctx,
    record,
    {
      ...agreedColumns(agreed),
      ...corrected(figures, record.corrections, 0),
      ...typed,
      tradeIns: jsonb(typed.tradeIns),
      versions: raised(record, [...sectionsIn(record, typed), ...rewritten]),
      tradeInChecked: false,
      addendumDue: false,
      validatedValues: null,
      economicVersion: record.economicVersion + 1,
      signedOn: null,
    },
    {
      action: 'price',
      before: { vehicle: record.vehicle, total: record.total, financeOutcome: record.financeOutcome },
      after: {
        vehicle: agreed.vehicle,
        total: figures.total,
        financeOutcome: loan.financeOutcome ?? record.financeOutcome,
      },
    },
  );
  auditRevaluations(ctx, record, tradeIns);
  // Voids signatures of the former price, also in a round that still waits.
  await documentsChanged(ctx, record.id, 'Auto o prezzo cambiati');
}

type Table = typeof table;
type PriceVerbs = Pick<
  Verbs<Table>,
  'GET /contracts/:id/price' | 'PUT /contracts/:id/price' | 'GET /contracts/:id/cars' | 'PUT /contracts/:id/car'
>;

export const priceVerbs = ({ pricing, yard }: Sources): PriceVerbs => ({
  'GET /contracts/:id/price': async (ctx, { params }) => {
    const record = await contractCourse.read(ctx, params.id);
    const { version, economicVersion, kind } = record;
    return { version, economicVersion, draft: kind === 'b2b' ? null : draftNow(record) };
  },
  'PUT /contracts/:id/price': async (ctx, { params, version, body }) => {
    const record = await takeSeen(ctx, params.id, version);
    const why = locksOf(contractMachine, record, { ...ctx.user, today: ctx.today }).general;
    if (why) throw new Failure('conflict', why);
    if (record.kind === 'b2b')
      throw new Failure('conflict', 'Il prezzo di un’offerta B2B si cambia annullando il contratto.');
    const agreed = await pricing.price(ctx, body.draft, {
      sellerId: record.sellerId,
      rootId: record.quoteId,
      contractId: record.id,
    });
    checkSeen(agreed, body.total);
    await pricing.cover(ctx, { rootId: record.quoteId, contractId: record.id }, agreed.facts.lines);
    const buyer = await buyerOf(ctx, record, agreed);
    const cars = await carsFor(ctx, yard, record, agreed);
    await ctx.emit('car.freed', { contractId: record.id, except: cars });
    await writeCars(ctx, record.id, cars);
    await bindCars(ctx, { ...record, ...buyer }, cars);
    await writeAgreed(ctx, record, agreed, buyer);
    return contractCourse.answer(ctx, record.id);
  },
  'GET /contracts/:id/cars': async (ctx, { params }) => {
    const { cars } = await contractCourse.read(ctx, params.id);
    const [car] = cars;
    return car?.kind === 'new' ? yard.alike(ctx, car.id) : [];
  },
  'PUT /contracts/:id/car': async (ctx, { params, version, body }): Promise<Contract> => {
    const record = await takeSeen(ctx, params.id, version);
    if (record.state === 'billed' || record.state === 'completed')
      throw new Failure('conflict', 'Il contratto è fatturato: l’auto non si cambia più.');
    const [car] = record.cars;
    if (car?.kind !== 'new')
      throw new Failure('conflict', 'L’auto di questo contratto si cambia con «Cambia auto o prezzo».');
    const [before, after] = [await yard.ordered(ctx, car.id), await yard.ordered(ctx, body.newCarId).catch(() => null)];
    if (!after) throw wrong({ newCarId: 'Scegliere un’auto dello stock nuovo' });
    if (before.versionId !== after.versionId || !isSameSet(before.optionIds, after.optionIds))
      throw wrong({ newCarId: 'L’auto ha un’altra versione o altri optional: usare «Cambia auto o prezzo»' });
    const cars = [{ kind: 'new' as const, id: body.newCarId, price: car.price, regime: car.regime }];
    const isSold = record.state === 'approved';
    if (isSold) await ctx.emit('car.unsold', { kind: car.kind, id: car.id, goesOn: true });
    await ctx.emit('car.freed', { contractId: record.id, except: cars });
    await writeCars(ctx, record.id, cars);
    const now = await contractCourse.find(ctx, record.id);
    if (isSold) await sellCars(ctx, now);
    else await bindCars(ctx, record, cars);
    await contractCourse.write(
      ctx,
      now,
      {},
      { action: 'car', before: { vehicle: car.code }, after: { vehicle: now.cars[0]!.code } },
    );
    return contractCourse.answer(ctx, record.id);
  },
});
