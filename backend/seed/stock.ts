import { createHash } from 'node:crypto';
import { addDays } from '#domain/dates.ts';
import { sumsOf } from '#domain/stock/margin.ts';
import type { UsedState } from '#domain/stock/terms.ts';
import { usedModels } from '#backend/valuations/used-models.ts';
import { demoPlate } from './identifiers.ts';
import { insertRows, nextId, type Owner } from './insert.ts';
import { Random } from './random.ts';
import { usedColours, usedEquipment, usedWorks } from './stock-data.ts';

/** The states of the cars, in turn. */
const fates: UsedState[] = [
  ...([
    'acquired',
    'acquired',
    'scheduled',
    'acquired',
    'restoring',
    'acquired',
    'acquired',
    'sold',
    'acquired',
    'consignment',
  ] as const),
  ...([
    'acquired',
    'restoring',
    'acquired',
    'scheduled',
    'acquired',
    'acquired',
    'service_vehicle',
    'acquired',
    'delivered',
    'acquired',
  ] as const),
];
/** The states that a car passes on its way to each state. */
const ways: Record<UsedState, UsedState[]> = {
  scheduled: ['scheduled'],
  acquired: ['scheduled', 'acquired'],
  restoring: ['scheduled', 'acquired', 'restoring'],
  consignment: ['scheduled', 'consignment'],
  service_vehicle: ['scheduled', 'acquired', 'service_vehicle'],
  sold: ['scheduled', 'acquired', 'sold'],
  delivered: ['scheduled', 'acquired', 'sold', 'delivered'],
  canceled: ['scheduled', 'canceled'],
  returned: ['scheduled', 'consignment', 'returned'],
};
/**
 * Days ago on which these cars were sold, or came in where they are still here: on each weekday this week has some, and
 * so has the week before.
 */
const recently: Readonly<Record<number, number | undefined>> = { 7: 0, 18: 2, 27: 7, 38: 8, 0: 0, 10: 2, 20: 7, 30: 8 };
const hundred = (cents: number) => Math.round(cents / 100_00) * 100_00;

/** A dealer for whom a stock is made. */
export interface StockPlace {
  companyId: number;
  /** The day in Rome, and the instant. */
  today: string;
  now: Date;
  count: number;
  /** Users who reserve cars for customers. */
  sellers: readonly number[];
  locations: readonly number[];
  customers: readonly number[];
}

/** Used cars of a dealer in every state, with costs and state history, and some that need attention. */
export async function seedStock(owner: Owner, place: StockPlace): Promise<void> {
  const random = new Random(place.companyId + 7);
  const firstCar = await nextId(owner, 'used_cars');
  const made = Array.from({ length: place.count }, (_, i) => makeCar(random, place, firstCar + i, i));
  await insertCars(owner, made);
  await insertRows(owner, 'counters', [
    { company_id: place.companyId, kind: 'used_car', year: Number(place.today.slice(0, 4)), last: place.count },
  ]);
}

/** Writes made cars with their costs, their way and their prices. */
export async function insertCars(owner: Owner, made: readonly ReturnType<typeof makeCar>[]): Promise<void> {
  const firstCost = await nextId(owner, 'used_car_costs');
  await insertRows(
    owner,
    'used_cars',
    made.map(({ car }) => car),
  );
  await insertRows(
    owner,
    'used_car_costs',
    made.flatMap(({ costs }) => costs).map((cost, i) => ({ ...cost, id: firstCost + i })),
  );
  await insertRows(
    owner,
    'state_changes',
    made.flatMap(({ way }) => way),
  );
  await insertRows(
    owner,
    'used_car_prices',
    made.flatMap(({ prices }) => prices),
  );
}

/** Costs of the works on a car: planned amounts, and actual ones for finished works. */
function costsOf(
  works: readonly (typeof usedWorks)[number][],
  of: { companyId: number; id: number; acquiredOn: string; days: number; isRestoring: boolean },
) {
  return works.map(([kind, note, supplier, price], n) => {
    const planned = Math.round(price * 100);
    const done = !of.isRestoring || n === 0;
    return {
      company_id: of.companyId,
      id: 0,
      car_id: of.id,
      kind,
      note,
      supplier,
      document: '',
      tax_rate: 22,
      day: done ? addDays(of.acquiredOn, Math.min(of.days, 2 + n)) : null,
      expected: planned,
      amount: done ? planned + (n % 2 ? 1800 : -900) : null,
      version: 1,
      created_at: `${of.acquiredOn}T09:30:00Z`,
      updated_at: `${of.acquiredOn}T09:30:00Z`,
    };
  });
}

/** The state history of a car, one row for each step at the instants of `stops`. */
const wayOf = (
  state: keyof typeof ways,
  of: { companyId: number; id: number; userId: number },
  stops: readonly string[],
) =>
  ways[state].map((to_state, n, all) => ({
    company_id: of.companyId,
    entity: 'used_car',
    record_id: of.id,
    from_state: n === 0 ? null : all[n - 1],
    to_state,
    at: stops[n],
    user_id: of.userId,
    reason: to_state === 'canceled' ? 'withdrawn' : to_state === 'returned' ? 'expired' : null,
  }));

/** The random values of a car, always drawn in the same order, so that the demo data stay the same. */
function drawCar(random: Random, { companyId, today }: StockPlace, i: number) {
  const model = usedModels[(i * 7 + companyId) % usedModels.length]!;
  const [maker, , , , , , , , , euro] = model;
  const state = i === 37 ? 'canceled' : i === 29 ? 'returned' : fates[i % fates.length]!;
  const here = state !== 'scheduled' && state !== 'canceled';
  // Every sixth car has stood for months, the others for days or weeks.
  const stood = here ? (i % 6 === 5 ? random.int(95, 170) : random.int(2, 88)) : 0;
  const isGone = state === 'sold' || state === 'delivered';
  const ago = recently[i];
  const days = ago === undefined ? stood : isGone ? Math.max(stood, ago + 5) : ago;
  const isOwnMake = maker === 'Lumera' || maker === 'Ventor';
  const purchaseType = isOwnMake
    ? i % 2
      ? 'demo'
      : 'km0'
    : random.pick(['barter', 'barter', 'barter', 'direct_purchase', 'remarketing'] as const);
  const months = isOwnMake ? random.int(4, 14) : random.int(22, 96);
  const acquiredOn = here ? addDays(today, -days) : null;
  const registeredOn = addDays(acquiredOn ?? today, -months * 30 - random.int(0, 20));
  const km = isOwnMake ? random.int(12, 9000) : months * random.int(900, 1700) + random.int(0, 900);
  const retail = hundred(euro * 100 * 0.93 ** (months / 12 + 1) * (1 - km / 900_000));
  const cost = hundred(retail * (random.int(80, 88) / 100));
  const works = here && !isOwnMake && state !== 'consignment' ? usedWorks.filter(() => random.chance(0.45)) : [];
  return {
    model,
    state,
    here,
    days,
    soldOn: isGone ? addDays(today, -(ago ?? 4)) : null,
    isOwnMake,
    purchaseType,
    exposed: isOwnMake || purchaseType === 'remarketing',
    consigned: state === 'consignment' || state === 'returned',
    /** Its prices are not set yet. */
    wanting: i % 11 === 4,
    months,
    acquiredOn,
    registeredOn,
    km,
    retail,
    cost,
    works,
    at: `${addDays(acquiredOn ?? today, here ? -12 : -random.int(3, 9))}T08:40:00Z`,
    colour: random.pick(usedColours),
    owners: isOwnMake ? 0 : random.int(1, 3),
    equipment: usedEquipment.filter(() => random.chance(0.5)).join('\n'),
  };
}
type Drawn = ReturnType<typeof drawCar>;

/** Technical data of the car. */
function bodyOf(
  { model, months, registeredOn, ...drawn }: Drawn,
  { companyId, today }: StockPlace,
  id: number,
  i: number,
) {
  const [maker, modelName, version_name, body, fuel, gearbox, kw, cc, co2] = model;
  const plate = demoPlate(companyId * 40 + i * 3 + 21_000);
  const serial = String(companyId * 1000 + i).padStart(6, '0');
  return {
    code: `U-${today.slice(0, 4)}-${String(i + 1).padStart(4, '0')}`,
    plate: `${plate.slice(0, 2)} ${plate.slice(2, 5)} ${plate.slice(5)}`,
    vin: `ZZ9${body.slice(0, 3).toUpperCase().replace(/[IOQ]/g, 'X')}00A0A${serial}`.slice(0, 17),
    // Derived, so that equal demo data have equal public pages.
    page_key: createHash('sha256').update(`pagina ${companyId} ${id}`).digest('hex').slice(0, 32),
    maker,
    model: modelName,
    version_name,
    body,
    fuel,
    gearbox,
    category: body === 'van' ? 'N1' : 'M1',
    payload: body === 'van' ? 950 : null,
    kw,
    cc,
    co2,
    euro_class: months > 72 ? '6d-TEMP' : '6d',
    seats: body === 'van' ? 3 : 5,
    doors: 5,
    colour: drawn.colour,
    registered_on: registeredOn,
    km: drawn.km,
    owners: drawn.owners,
    inspection_until: addDays(registeredOn, months > 48 ? Math.ceil((months + 6) / 24) * 730 : 1461),
    equipment: drawn.equipment,
  };
}

/** Purchase, location and papers of the car. */
function arrivalOf(
  { here, consigned, exposed, acquiredOn, ...drawn }: Drawn,
  { today, locations }: StockPlace,
  i: number,
) {
  const came = [
    'registration',
    'invoice',
    ...(i % 8 === 2 ? [] : ['transfer']),
    'maintenance',
    ...(i % 7 === 3 ? [] : ['second_key']),
  ];
  return {
    location_id: locations[i % 4 === 3 ? 1 : 0],
    spot: here ? `fila ${'ABCD'[i % 4]} ${((i * 5) % 30) + 1}` : '',
    keys: here ? (i % 7 === 3 ? 1 : 2) : null,
    key_tag: here ? String(100 + i) : '',
    purchase_type: drawn.purchaseType,
    seller_kind: exposed ? 'vat' : 'private',
    seller: drawn.purchaseType === 'remarketing' ? 'Noleggi Riuniti S.p.A.' : '',
    market: i % 13 === 6 && !drawn.isOwnMake ? 'other' : 'italy',
    regime: exposed ? 'iva_exposed' : 'retail',
    purchased_on: consigned ? null : addDays(acquiredOn ?? today, -5),
    purchase_cost: consigned ? null : drawn.cost,
    purchase_tax_rate: exposed ? 22 : 0,
    purchase_document: exposed ? `Fattura ${200 + i}` : '',
    expected_on: here ? acquiredOn : addDays(today, 3 + (i % 9)),
    acquired_on: acquiredOn,
    consignor: consigned ? 'Autofficina Navigli S.r.l.' : '',
    mandate_until: consigned ? addDays(today, 40) : null,
    consignment_fee: consigned ? 900_00 : null,
    papers: consigned ? ['registration', 'mandate'] : here ? came : [],
  };
}

/** Prices, reservation and sale of the car. */
function saleOf({ state, months, isOwnMake, wanting, retail, soldOn }: Drawn, place: StockPlace, i: number) {
  const { today, now, sellers, customers } = place;
  const gone = soldOn !== null;
  const held = state === 'acquired' && i % 5 === 1;
  return {
    retail_price: wanting ? null : retail,
    b2b_price: wanting ? null : hundred(retail * 0.91),
    min_price: wanting ? null : hundred(retail * 0.95),
    warranty_kind: months < 24 && isOwnMake ? 'maker' : 'dealer_conventional',
    warranty_months: months < 24 && isOwnMake ? 24 - months + 12 : 12,
    reserved_by: held ? sellers[i % sellers.length] : null,
    reserved_for: held ? customers[i % customers.length] : null,
    // One of the reservations lapsed yesterday, and nobody has released the car.
    reserved_until: held ? new Date(now.getTime() + (i % 2 ? 30 : -20) * 3_600_000).toISOString() : null,
    reserved_note: held && i % 2 ? 'Aspetta la delibera' : '',
    sale_channel: gone ? 'b2b' : null,
    sale_price: gone ? hundred(retail * 0.92) : null,
    sold_on: soldOn,
    buyer: gone ? 'Commercio Auto Ticino S.r.l.' : '',
    delivered_on: state === 'delivered' ? addDays(today, -1) : null,
    archived_at: ['delivered', 'canceled', 'returned'].includes(state) ? `${addDays(today, -1)}T16:00:00Z` : null,
  };
}

/** A car of the dealer's stock, the `i`-th one, as it is on the day of `place`. */
export function makeCar(random: Random, place: StockPlace, id: number, i: number) {
  const { companyId, today, now, sellers } = place;
  const drawn = drawCar(random, place, i);
  const { state, days, acquiredOn, soldOn, at } = drawn;
  // What happened today is past.
  const past = (day: string, time: string) =>
    [`${day}T${time}Z`, new Date(now.getTime() - 60_000).toISOString()].toSorted()[0]!;
  const isRestoring = state === 'restoring';
  const costs = costsOf(drawn.works, { companyId, id, acquiredOn: acquiredOn!, days, isRestoring });
  const sums = sumsOf(costs.map(({ expected, amount, tax_rate }) => ({ expected, amount, taxRate: tax_rate })));
  const sale = saleOf(drawn, place, i);
  const car = {
    company_id: companyId,
    id,
    state,
    ...bodyOf(drawn, place, id, i),
    ...arrivalOf(drawn, place, i),
    ...sale,
    notes: '',
    costs_gross: sums.gross,
    costs_net: sums.net,
    version: 1,
    created_at: at,
    updated_at: at,
  };
  const way = wayOf(state, { companyId, id, userId: sellers[0]! }, [
    at,
    past(acquiredOn ?? today, '08:15:00'),
    past(soldOn ?? today, '10:20:00'),
    past(addDays(today, -1), '16:00:00'),
  ]);
  // Some cars began with a higher price, which was reduced after a month.
  const cut = days > 30 && i % 3 === 0 && !drawn.wanting;
  const priced = (day: string, add: number) => ({
    company_id: companyId,
    car_id: id,
    at: past(day, '11:00:00'),
    user_id: sellers[0],
    retail_price: sale.retail_price && sale.retail_price + add,
    b2b_price: sale.b2b_price,
    min_price: sale.min_price,
  });
  const prices = [
    priced(acquiredOn ?? today, cut ? 1_000_00 : 0),
    ...(cut ? [priced(addDays(acquiredOn!, 31), 0)] : []),
  ];
  return { car, costs, way, prices };
}
