/** What a contract of the demo is decided by, the car that it ordered, and the way of both. */
import type { planOf, Agreed } from '#domain/contracts/agreed.ts';
import { customerLacks } from '#domain/contracts/customer.ts';
import type { ContractFacts } from '#domain/contracts/facts.ts';
import { contractFields, contractTradeInFields } from '#domain/contracts/fields.ts';
import { contractMachine } from '#domain/contracts/rules.ts';
import { contractSettingFields } from '#domain/contracts/setting-standards.ts';
import { checks, contractStates, type ContractState } from '#domain/contracts/terms.ts';
import { numberOf } from '#domain/companies/numbers.ts';
import type { CommissionPlan } from '#domain/users/commission.ts';
import type { CustomerType } from '#domain/customers/terms.ts';
import { addDays, dayInRome } from '#domain/dates.ts';
import { blankOf } from '#domain/record/fields.ts';
import { keysOf } from '#domain/record/machine.ts';
import { FOR_GOOD } from '#domain/stock/rules.ts';
import { LIGURE } from './companies.ts';
import { demoSchema } from './contract-schema.ts';
import { demoPlate } from './identifiers.ts';

export interface Row {
  id: number;
  /** Of its quote; null: it was made from the car. */
  rootId: number | null;
  sellerId: number;
  locationId: number | null;
  businessCenterId: number | null;
  draft: unknown;
  snapshot: unknown;
  decidedAt: string;
  /** Plans of the seller. */
  commissions: CommissionPlan[];
  type: CustomerType;
  name: string;
  latinName: string | null;
  country: string;
  taxCode: string | null;
  vatNumber: string | null;
  documents: Parameters<typeof customerLacks>[0]['documents'];
  email: string | null;
  phone: string | null;
  address: string | null;
  cap: string | null;
  city: string | null;
  province: string | null;
  /** Who signs for a company. */
  representativeId: number | null;
}

export interface Place {
  companyId: number;
  now: Date;
  today: string;
  /** Who validates commercially, and who in the back office. */
  director: number;
  office: number;
}

export const states = keysOf(contractStates);
/** How far a contract is: 0 is incomplete. */
export const depth = (state: ContractState) => states.indexOf(state);

/** The numbers of these contracts and of what came of each, which follow the days: the oldest of a year has the first one. With the last of each year. */
export function numbered(rows: readonly Row[]) {
  const given = new Map<number, number>();
  const dayOf = ({ decidedAt }: Row) => dayInRome(new Date(decidedAt));
  const inOrder = rows.toSorted((one, other) => dayOf(one).localeCompare(dayOf(other)));
  const numbers = new Map(
    inOrder.map((row) => {
      const year = Number(dayOf(row).slice(0, 4));
      const count = (given.get(year) ?? 0) + 1;
      given.set(year, count);
      return [row, { number: numberOf('contract', year, count), receipt: numberOf('receipt', year, count) }];
    }),
  );
  return { numbers, given };
}

export interface At {
  id: number;
  /** The new car that it ordered, or the used one. */
  carId: number;
  number: string;
  receipt: string;
  carNo: number;
  /** Days for which the car stood before its contract. */
  stockDays: number;
  state: ContractState;
  isCanceled: boolean;
  /** Its car taken in was valued anew after the approval: the addendum is due. */
  isRevalued: boolean;
}

/** What a car taken in is worth less once it was seen again, in cents. */
export const REVALUED = 400_00;

/** What the next move is decided by. */
export function factsOf(
  { companyId, today }: Place,
  row: Row,
  { state, carId, isRevalued }: At,
  agreed: Agreed,
  payments: ReturnType<typeof planOf>,
  received: number,
): ContractFacts {
  const passed = depth(state);
  const { figures, tradeIns, insured } = agreed;
  const day = dayInRome(new Date(row.decidedAt));
  return {
    ...blankOf(contractFields),
    state,
    canceledAt: null,
    origin: 'quote',
    formerSellers: [],
    addendumDue: isRevalued,
    addendumWaits: false,
    validatedValues: null,
    kind: agreed.kind,
    channel: agreed.channel,
    sellerId: row.sellerId,
    madeBy: row.sellerId,
    commercialBy: null,
    customerId: agreed.customer!.id,
    customerType: row.type,
    representativeId: row.representativeId,
    email: row.email ?? '',
    phone: row.phone ?? '',
    address: row.address ?? '',
    customerLacks: customerLacks(row, today),
    total: figures.total,
    financed: figures.financed,
    agreedTradeIns: tradeIns,
    tradeIns: tradeIns.map(({ valuation, residualDebt }, place) => ({
      ...blankOf(contractTradeInFields),
      ...(passed >= 1 && { vin: `ZZ9PERMUTA${String(carId * 10 + place).padStart(7, '0')}` }),
      ...(residualDebt > 0 && passed >= 2 && { lender: 'Banca Prova S.p.A.', statementOn: day }),
      ...(isRevalued &&
        place === 0 && {
          revaluation: valuation - REVALUED,
          revaluationReason: 'Paraurti posteriore da riverniciare, visto al ritiro',
        }),
    })),
    tradeInChecked: passed >= 2,
    marginSecond: figures.marginSecond,
    withinCap: true,
    insured,
    cars: [
      {
        kind: agreed.kind === 'used' ? 'used' : 'new',
        id: carId,
        code: '',
        vin: passed >= 3 ? 'V' : '',
        plate: passed >= 4 ? 'P' : '',
        registeredOn: passed >= 4 ? day : null,
      },
    ],
    payments,
    signedOn: passed >= 2 ? addDays(day, 1) : null,
    scanWaits: false,
    received,
    invoiced: passed >= 4 ? figures.total : 0,
    unbilledAdvances: 0,
    owedOnCars: 0,
    objectiveSources: {},
    withdrawnAt: null,
    checklist: passed >= 3 ? keysOf(checks) : [],
    financeOutcome: figures.financed === 0 ? 'none' : passed >= 3 ? 'approved' : 'asked',
    resolvedOn: figures.financed > 0 && passed >= 3 ? addDays(day, 2) : null,
    precontractOn: figures.financed > 0 ? day : null,
    precontractVersion: figures.financed > 0 ? '2026/1' : '',
    planEndsOn: passed >= 3 && figures.financed > 0 ? addDays(day, 1_460) : null,
    policyEndsOn: passed >= 3 && insured ? addDays(day, 365) : null,
    promisedOn: addDays(day, 45),
    deliveryAt: passed >= 4 ? '15:30' : '',
    deliveryPlace: passed >= 4 ? 'In sede' : '',
    deliveryOn: passed >= 4 ? addDays(day, passed * 3) : null,
    others: { commercial: true, backOffice: true },
    settings: { ...blankOf(contractSettingFields), ...demoSchema({ isStrict: companyId === LIGURE }) },
  };
}

const carStates = {
  incomplete: 'ordered',
  waiting_commercial_approvation: 'ordered',
  waiting_approvation: 'ordered',
  approved: 'sold',
  billed: 'registered',
  completed: 'delivered',
} as const satisfies Record<ContractState, string>;

interface Sale {
  price: number;
  day: string;
  last: string;
  buyer: NonNullable<Agreed['customer']>;
  sellerId: number;
}

/** The car that the contract ordered. */
export function carOf(
  { companyId, today }: Place,
  agreed: Agreed,
  { id, carId, number, carNo, state, isCanceled }: At,
  { price, day, last, buyer, sellerId }: Sale,
) {
  const passed = depth(state);
  const [sold, plated, gone] = [passed >= 3, passed >= 4, passed >= 5];
  const isHeld = !sold && !isCanceled;
  return {
    company_id: companyId,
    id: carId,
    code: numberOf('new_car', Number(today.slice(0, 4)), carNo),
    order_number: `${companyId}C${carId}`,
    state: carStates[state],
    version_id: agreed.versionId,
    option_ids: agreed.optionIds,
    vin: sold ? `ZZ9LMA00C0N${String(carId).padStart(6, '0')}` : '',
    plate: plated ? demoPlate(companyId * 40 + carId + 41_000) : '',
    registered_on: plated ? last : null,
    ordered_on: day,
    arrived_on: sold ? last : null,
    expected_on: addDays(day, 40),
    spot: '',
    key_tag: '',
    purchase_tax_rate: 22,
    invoice: '',
    price,
    papers: [],
    notes: '',
    reserved_by: isHeld ? sellerId : null,
    reserved_until: isHeld ? FOR_GOOD : null,
    reserved_for: isHeld ? buyer.id : null,
    reserved_note: isHeld ? number : '',
    reserved_contract: isHeld ? id : null,
    sale_channel: sold ? 'retail' : null,
    sale_price: sold ? price : null,
    sold_on: sold ? last : null,
    buyer: sold ? buyer.name : '',
    buyer_id: sold ? buyer.id : null,
    sale_document: sold ? number : '',
    sold_by_hand: false,
    delivered_on: gone ? last : null,
    archived_at: gone ? `${last}T16:00:00Z` : null,
    version: 1,
    created_at: `${day}T08:40:00Z`,
    updated_at: `${last}T10:00:00Z`,
  };
}

/** The states up to this one, each some days after the one before it. */
export function wayOf({ companyId, director, office }: Place, row: Row, { id, state }: At, day: string) {
  const by = [row.sellerId, row.sellerId, director, office, office, office];
  return states.slice(0, depth(state) + 1).map((to, n) => ({
    company_id: companyId,
    entity: contractMachine.entity,
    record_id: id,
    from_state: n === 0 ? null : states[n - 1]!,
    to_state: to,
    at: `${addDays(day, n * 3)}T10:00:00Z`,
    user_id: by[n]!,
  }));
}

export function carWayOf({ companyId, office }: Place, { carId, state }: At, day: string) {
  const way = ['ordered', 'sold', 'registered', 'delivered'];
  return way.slice(0, way.indexOf(carStates[state]) + 1).map((to, n) => ({
    company_id: companyId,
    entity: 'new_car',
    record_id: carId,
    from_state: n === 0 ? null : way[n - 1]!,
    to_state: to,
    at: `${addDays(day, n === 0 ? 0 : 6 + n * 3)}T10:00:00Z`,
    user_id: office,
  }));
}
