/** The cars of a contract: held from its making, sold by its approval, delivered by its end; always in one order. */
import type { AgreedCar } from '#domain/contracts/agreed.ts';
import type { SoldCar } from '#domain/contracts/facts.ts';
import type { ownedCarFields } from '#domain/customers/fields.ts';
import { addDays } from '#domain/dates.ts';
import type { Values } from '#domain/record/fields.ts';
import { normalisePlate } from '#domain/plates.ts';
import type { Yard } from '../lib/ports/agreed.ts';
import type { Ctx } from '../lib/work/context.ts';
import { followStock } from './facts.ts';
import type { ContractRecord } from './records.ts';
import { insertRow, type ContractCar } from './rows.ts';

/** Used cars first, each kind by its ids: two contracts then lock the same cars in the same order. */
const inOrder = <Car extends Pick<SoldCar, 'kind' | 'id'>>(cars: readonly Car[]): Car[] =>
  cars.toSorted((a, b) => b.kind.localeCompare(a.kind) || a.id - b.id);

type Held = Pick<ContractRecord, 'id' | 'number' | 'sellerId' | 'customerId'>;

/** Holds cars for a contract; of a wholesale offer they are sold already. */
export async function bindCars(
  ctx: Ctx,
  { id, number, sellerId, customerId }: Held,
  cars: readonly Pick<AgreedCar, 'kind' | 'id'>[],
): Promise<void> {
  for (const car of inOrder(cars))
    await ctx.emit('car.bound', { kind: car.kind, id: car.id, contract: { id, number }, sellerId, customerId });
}

/** Writes the rows of a contract's cars anew. */
export async function writeCars(ctx: Ctx, contractId: number, cars: readonly AgreedCar[]): Promise<void> {
  const own = ctx.db.deleteFrom('contractCars').where('companyId', '=', ctx.user.companyId);
  await own.where('contractId', '=', contractId).execute();
  for (const { kind, id, price, regime } of cars)
    await insertRow(ctx, 'contractCars', contractId, {
      [kind === 'used' ? 'usedCarId' : 'newCarId']: id,
      price,
      regime,
    });
  await followStock(ctx, contractId);
}

/** The stock sells the cars to the customer (C5). */
export async function sellCars(ctx: Ctx, record: ContractRecord): Promise<void> {
  if (record.kind === 'b2b') return;
  const { id, number, sellerId, customerId, channel } = record;
  for (const { kind, id: carId, price, regime } of inOrder(record.cars))
    await ctx.emit('car.sold', {
      kind,
      id: carId,
      channel,
      price,
      regime,
      buyer: record.customer ?? '',
      contract: { id, number },
      sellerId,
      customerId,
    });
  await followStock(ctx, id);
}

/** The cars return to the stock, and are free unless the contract goes on. */
export async function unsellCars(ctx: Ctx, record: ContractRecord, goesOn: boolean): Promise<void> {
  if (record.kind === 'b2b') return;
  for (const { kind, id } of inOrder(record.cars)) await ctx.emit('car.unsold', { kind, id, goesOn });
  if (goesOn) await bindCars(ctx, record, record.cars);
  await followStock(ctx, record.id);
}

type Plated = { plate: string };
const among = (cars: readonly Plated[]) => {
  const plates = new Set(cars.map(({ plate }) => normalisePlate(plate)));
  return ({ plate }: Plated): boolean => plates.has(normalisePlate(plate));
};

/**
 * The cars that are taken in are expected by the stock from the approval on; scrapped ones never are, nor those that
 * have come before the contract was opened again.
 */
export async function expectTradeIns(ctx: Ctx, yard: Yard, record: ContractRecord): Promise<number[]> {
  const { customerId, customer, customerType, promisedOn } = record;
  if (customerId === null) return [];
  const seller = { id: customerId, name: customer ?? '', type: customerType ?? ('private' as const) };
  const here = await yard.arrived(ctx, record.scheduledCarIds);
  const isHere = among(here);
  const ids = here.map(({ id }) => id);
  for (const [at, car] of record.agreedTradeIns.entries()) {
    if (car.type === 'scrapping' || isHere(car)) continue;
    const valuation = record.tradeIns[at]?.revaluation ?? car.valuation;
    ids.push(await yard.expect(ctx, { ...car, valuation }, { seller, expectedOn: promisedOn }));
  }
  return ids;
}

/**
 * Ends the expectation of cars that have not come; returns those that have, which stay, their value for the customer, which
 * is below zero where more was owed on them, and what was owed on them when they were agreed, in cents.
 */
export async function dropTradeIns(
  ctx: Ctx,
  yard: Yard,
  { scheduledCarIds, agreedTradeIns, tradeIns }: ContractRecord,
): Promise<{ ids: number[]; credit: number; debts: number }> {
  for (const id of scheduledCarIds.toSorted((a, b) => a - b)) await yard.drop(ctx, id);
  const kept = await yard.arrived(ctx, scheduledCarIds);
  const isKept = among(kept);
  const cars = agreedTradeIns.map((car, at) => ({ ...car, valuation: tradeIns[at]?.revaluation ?? car.valuation }));
  const stay = cars.filter(isKept);
  const credit = stay.reduce((sum, { valuation, residualDebt }) => sum + valuation - residualDebt, 0);
  const debts = stay.reduce((sum, { residualDebt }) => sum + residualDebt, 0);
  return { ids: kept.map(({ id }) => id), credit, debts };
}

/** The last day of the month, four years after the first registration: the first inspection (revisione) of a new car. */
function firstInspection(registeredOn: string): string {
  const [year, month] = registeredOn.split('-').map(Number) as [number, number];
  const next = month === 12 ? `${year + 5}-01-01` : `${year + 4}-${String(month + 1).padStart(2, '0')}-01`;
  return addDays(next, -1);
}

type OwnedCar = Values<typeof ownedCarFields>;
/** The car as its customer has it from the delivery on. */
const ownedOf = (car: ContractCar, { number }: Pick<ContractRecord, 'number'>): OwnedCar => ({
  plate: car.plate,
  maker: car.maker,
  model: car.model,
  registeredOn: car.registeredOn,
  km: car.km,
  inspectionUntil:
    car.kind === 'used' || car.registeredOn === null ? car.inspectionUntil : firstInspection(car.registeredOn),
  vin: car.vin,
  notes: `Contratto ${number}${car.warrantyMonths ? `, garanzia ${car.warrantyMonths} mesi dalla consegna` : ''}`,
});

/** The cars are the customer's (C10), and those taken in are not any more. */
export async function deliverCars(ctx: Ctx, record: ContractRecord): Promise<void> {
  for (const { kind, id } of inOrder(record.cars))
    await ctx.emit('car.delivered', { kind, id, on: record.deliveryOn! });
  await changeGarage(
    ctx,
    record,
    record.cars.map((car) => ownedOf(car, record)),
    record.agreedTradeIns.map(({ plate }) => plate),
  );
}

/**
 * The delivery is taken back (C11); a traded-in car returns with what the contract knows of it, unless it has come to
 * the stock.
 */
export async function takeBackCars(ctx: Ctx, yard: Yard, record: ContractRecord): Promise<void> {
  for (const { kind, id } of inOrder(record.cars)) await ctx.emit('car.undelivered', { kind, id });
  const isHere = among(await yard.arrived(ctx, record.scheduledCarIds));
  const returned = record.agreedTradeIns.flatMap(({ plate, description, km }, at): OwnedCar[] => {
    if (isHere({ plate })) return [];
    const [maker = '', ...model] = description.split(' ');
    const { vin = '', registeredOn = null } = record.tradeIns[at] ?? {};
    const name = { maker, model: model.join(' ').slice(0, 80) };
    return [{ plate, ...name, registeredOn, km, inspectionUntil: null, vin, notes: '' }];
  });
  await changeGarage(
    ctx,
    record,
    returned,
    record.cars.map(({ plate }) => plate),
  );
}

async function changeGarage(
  ctx: Ctx,
  { kind, customerId }: ContractRecord,
  got: OwnedCar[],
  gone: string[],
): Promise<void> {
  // A trader buys to sell.
  if (kind === 'b2b' || customerId === null) return;
  await ctx.emit('garage.changed', { customerId, got, gone });
}
