import { sql } from 'kysely';
import { earningsOf, WHOLE } from '#domain/commissions/earning.ts';
import type { Sale } from '#domain/commissions/matching.ts';
import { rulesOfPlans } from '#domain/commissions/plans.ts';
import { CASH_LIMIT } from '#domain/contracts/accounts.ts';
import { planOf, type Agreed } from '#domain/contracts/agreed.ts';
import type { ContractFacts } from '#domain/contracts/facts.ts';
import { lackingSections } from '#domain/contracts/next.ts';
import { contractMachine, firstReasons } from '#domain/contracts/rules.ts';
import type { ContractState, PaymentKind } from '#domain/contracts/terms.ts';
import { addDays, dayInRome } from '#domain/dates.ts';
import { keysOf } from '#domain/record/machine.ts';
import { readDraft } from '#domain/quotes/draft.ts';
import { fillDues } from '#backend/contracts/dues.ts';
import { agreedOf } from '#backend/quotes/contract.ts';
import { readSnapshot } from '#backend/quotes/sheet/stored.ts';
import {
  carOf,
  carWayOf,
  depth,
  factsOf,
  numbered,
  REVALUED,
  states,
  wayOf,
  type At,
  type Place,
  type Row,
} from './contract-rows.ts';
import { firstRows } from '#backend/lib/records/reasons.ts';
import { insertRows, nextId, type Owner } from './insert.ts';
import { seedSoldUsed } from './sold-used.ts';

/** The newest contracts stand in every state in turn, of the next ones some are cancelled, older ones are completed. */
const RECENT = 12;
const isCanceled = (i: number): boolean => i === RECENT || i === RECENT + 3;
const stateOf = (i: number): ContractState =>
  isCanceled(i) ? 'waiting_approvation' : i < RECENT ? states[i % states.length]! : 'completed';

/** The quotes of new cars that were converted, the newest first. */
async function readConverted(owner: Owner, companyId: number): Promise<Row[]> {
  const { rows } =
    await sql<Row>`select q.id, q.root_id, q.seller_id, q.location_id, q.draft, q.snapshot, q.updated_at as decided_at,
      u.commissions, u.business_center_id, c.name, c.latin_name, c.type, c.country, c.tax_code, c.vat_number, c.documents, c.email, c.phone, c.address, c.cap, c.city, c.province,
      case c.type when 'fleet' then (select p.id::int from customers p where p.company_id = c.company_id and p.type = 'private'
        and p.id > c.id order by p.id limit 1) end as representative_id
    from quotes q join customers c on c.company_id = q.company_id and c.id = q.customer_id
      join users u on u.company_id = q.company_id and u.id = q.seller_id
    where q.company_id = ${companyId} and q.state = 'converted' and not q.superseded and q.stock_id is null and q.new_car_id is null
    order by q.updated_at desc, q.id`.execute(owner);
  return rows;
}

/** The contracts of all quotes that were converted, each with the new car that it ordered, in every state, and of the used cars that were sold. */
export async function seedContracts(owner: Owner, place: Place): Promise<void> {
  const { companyId, today } = place;
  const rows = await readConverted(owner, companyId);
  const [firstId, firstCar] = [await nextId(owner, 'contracts'), await nextId(owner, 'new_cars')];
  const { rows: counted } = await sql<{ last: number }>`select last from counters
    where company_id = ${companyId} and kind = 'new_car' and year = ${Number(today.slice(0, 4))}`.execute(owner);
  const cars = counted[0]?.last ?? 0;
  const takesIn = ({ draft }: Row) => readDraft(draft).tradeIns.length > 0;
  const approved = rows.findIndex((row, i) => stateOf(i) === 'approved' && takesIn(row));
  // The order of the day's quotes depends on the hour: where no approved one takes a car in, an older one is approved.
  const revalued = approved < 0 ? rows.findIndex((row, i) => stateOf(i) === 'completed' && takesIn(row)) : approved;
  const used = await seedSoldUsed(owner, place);
  const { numbers, given } = numbered([...rows.toReversed(), ...used.map(({ row }) => row)]);
  const ofNew = rows.toReversed().map((row, i) => {
    const newest = rows.length - 1 - i;
    return madeOf(place, row, {
      id: firstId + i,
      carId: firstCar + i,
      ...numbers.get(row)!,
      carNo: cars + i + 1,
      stockDays: 0,
      state: newest === revalued ? 'approved' : stateOf(newest),
      isCanceled: isCanceled(newest),
      isRevalued: newest === revalued,
    });
  });
  const ofUsed = used.map(({ carId, stockDays, row }, i) =>
    madeOf(place, row, {
      id: firstId + rows.length + i,
      carId,
      ...numbers.get(row)!,
      carNo: 0,
      stockDays,
      state: 'completed',
      isCanceled: false,
      isRevalued: false,
    }),
  );
  const made = [...ofNew, ...ofUsed];
  await insertRows(
    owner,
    'contracts',
    made.map(({ contract }) => contract),
  );
  await insertRows(
    owner,
    'new_cars',
    ofNew.map(({ car }) => car),
  );
  const earned = made.flatMap(({ rows: { commission_entries: entries } }) => entries);
  const months = Map.groupBy(earned, ({ user_id, month }) => `${user_id} ${month}`).values();
  await insertRows(
    owner,
    'commission_statements',
    [...months].map(([first]) => ({
      company_id: companyId,
      user_id: first!.user_id,
      month: first!.month,
      state: 'draft',
      carried: 0,
      version: 1,
      created_at: first!.at,
      updated_at: first!.at,
    })),
  );
  for (const table of keysOf(made[0]?.rows ?? {}))
    await insertRows(
      owner,
      table,
      made.flatMap(({ rows }): object[] => rows[table]),
    );
  await fillDues({ db: owner, user: { companyId } }, made.length);
  // Their quotes are open again.
  const open = rows.filter((_, i) => isCanceled(i)).map(({ id }) => id);
  await sql`update quotes set state = 'issued' where company_id = ${companyId} and id = any(${open}::bigint[])`.execute(
    owner,
  );
  const begun = new Date('2025-01-01T08:00:00Z');
  await insertRows(owner, 'move_reasons', firstRows(companyId, contractMachine, firstReasons, begun));
  const canceled = made.flatMap(({ contract }) => (contract.canceled_at === null ? [] : [contract]));
  await insertRows(owner, 'state_changes', await cancelingOf(owner, companyId, canceled));
  const counters = [...given].flatMap(([year, last]) => [
    ['contract', year, last] as const,
    ['receipt', year, last] as const,
  ]);
  for (const [kind, of, last] of [...counters, ['new_car', Number(today.slice(0, 4)), cars + ofNew.length] as const])
    await sql`insert into counters (company_id, kind, year, last) values (${companyId}, ${kind}, ${of}, ${last})
      on conflict (company_id, kind, year) do update set last = excluded.last`.execute(owner);
}

type Canceled = Pick<ReturnType<typeof madeOf>['contract'], 'id' | 'state' | 'canceled_at' | 'canceled_by'>;

/** The step that ended each cancelled contract, for the first of the company's reasons. */
async function cancelingOf(owner: Owner, companyId: number, canceled: readonly Canceled[]) {
  const { rows } = await sql<{ id: number }>`select id from move_reasons where company_id = ${companyId}
    and entity = ${contractMachine.entity} and move = 'cancel' order by place limit 1`.execute(owner);
  return canceled.map(({ id, state, canceled_at: at, canceled_by: by }) => ({
    company_id: companyId,
    entity: contractMachine.entity,
    record_id: id,
    from_state: state,
    to_state: state,
    at,
    user_id: by,
    reason: String(rows[0]!.id),
    note: 'Ha scelto di tenere l’auto che ha.',
  }));
}

/** What the price of a contract says in its row; cents. */
const pricedColumns = ({ figures, ...agreed }: Agreed) => ({
  kind: agreed.kind,
  channel: agreed.channel,
  customer_id: agreed.customer!.id,
  vehicle: agreed.vehicle,
  body: agreed.body,
  paint: agreed.paint,
  maker_id: agreed.makerId,
  model_id: agreed.modelId,
  version_id: agreed.versionId,
  draft: agreed.draft,
  snapshot: agreed.snapshot,
  economic_version: 1,
  total: figures.total,
  keys_in_hand: figures.keysInHand,
  list_total: figures.listTotal,
  discount: figures.discount,
  vat: figures.vat,
  margin_vat: figures.marginVat,
  financed: figures.financed,
  instalment: figures.instalment,
  priced_first: figures.marginFirst,
  priced_second: figures.marginSecond,
  priced_third: figures.marginThird,
  margin_first: figures.marginFirst,
  margin_second: figures.marginSecond,
  margin_third: figures.marginThird,
  within_cap: true,
  insured: agreed.insured,
  insurances: agreed.insurances,
  warranty_reduced: agreed.facts.warrantyReduced,
  waterfall: agreed.waterfall,
  net_revenue: agreed.facts.netRevenue,
  has_facts: true,
  agreed_trade_ins: agreed.tradeIns,
  taken_in: agreed.tradeIns.length,
});

/** How far a contract came, as its facts say it; `last`: the day of its last step. */
const reachedColumns = (
  facts: ContractFacts,
  { id, state, stockDays }: At,
  { today, last }: { today: string; last: string },
) => {
  const passed = depth(state);
  return {
    state,
    since: `${last}T10:00:00Z`,
    received: facts.received,
    invoiced: facts.invoiced,
    signed_on: facts.signedOn,
    approved_on: passed >= 3 ? last : null,
    billed_on: passed >= 4 ? last : null,
    registered_on: passed >= 4 ? last : null,
    stock_days: passed >= 3 ? stockDays : null,
    delivered_on: passed >= 5 ? last : null,
    lacking: lackingSections(facts, today),
    promised_on: facts.promisedOn,
    trade_ins: facts.tradeIns,
    trade_in_checked: facts.tradeInChecked,
    addendum_due: facts.addendumDue,
    finance_outcome: facts.financeOutcome,
    practice_number: facts.financed > 0 && passed >= 2 ? `PR-${id}` : '',
    resolved_on: facts.resolvedOn,
    precontract_on: facts.precontractOn,
    precontract_version: facts.precontractVersion,
    plan_ends_on: facts.planEndsOn,
    policy_ends_on: facts.policyEndsOn,
    checklist: facts.checklist,
    delivery_on: facts.deliveryOn,
    delivery_at: facts.deliveryAt,
    delivery_place: facts.deliveryPlace,
  };
};

/** What nobody has entered. */
const blank = {
  alone: [],
  scheduled_car_ids: [],
  signature_type: 'digital_otp',
  concluded: 'premises',
  override_reason: '',
  notes: '',
  profession: '',
  deposit_waiver: false,
  plate_pending: false,
  protocol: '',
  internal_notes: '',
  corrections: [],
  preparation: [],
  delivery_notes: '',
  version: 1,
  versions: {},
};

const none = { count: 0, net: null, earned: null };

/** What the seller has earned by their plan. */
function commissionRows({ sellerId, commissions }: Row, { figures, ...agreed }: Agreed, on: string) {
  const barters = agreed.tradeIns.filter(({ type }) => type === 'barter').length;
  const sale: Sale = {
    kind: agreed.kind === 'used' ? 'used' : 'new',
    channel: agreed.channel,
    locationId: null,
    makerId: agreed.makerId,
    modelId: agreed.modelId,
    basketIds: [],
    objectives: agreed.objectives,
    cars: 1,
    ...figures,
    netRevenue: agreed.facts.netRevenue,
    sold: {
      financial: { ...none, count: figures.financed > 0 ? 1 : 0 },
      insurance: { ...none, count: agreed.insurances },
      pickup: { ...none, count: barters },
      rent: none,
      other: none,
    },
  };
  const sellers = [{ id: sellerId, roleName: '', share: WHOLE }];
  return earningsOf(rulesOfPlans(sellerId, commissions), sale, { sellers, team: [] }, on).map(
    ({ userId, parts, ...earned }) => ({
      ...earned,
      user_id: userId,
      parts,
      kind: 'earned',
      day: on,
      month: `${on.slice(0, 7)}-01`,
      reason: '',
      at: `${on}T10:00:00Z`,
    }),
  );
}

/** What a new valuation of the car taken in changes in the plan of payments; cents. */
const revaluedBy: Partial<Record<PaymentKind, number>> = { used_car: -REVALUED, balance: REVALUED };

/** The rows of one contract, as its calls would have written them. */
function madeOf(place: Place, row: Row, at: At) {
  const { companyId, today } = place;
  const agreed = agreedOf(readDraft(row.draft), readSnapshot(row.snapshot)!, true);
  const day = dayInRome(new Date(row.decidedAt));
  const passed = depth(at.state);
  const payments = planOf(agreed, day, addDays(day, 45)).map((one, n) => ({
    ...one,
    place: n,
    amount: one.amount + (at.isRevalued ? (revaluedBy[one.kind] ?? 0) : 0),
  }));
  const due = passed >= 5 ? agreed.figures.total : passed >= 3 ? agreed.figures.deposit : 0;
  const last = addDays(day, passed * 3) > today ? today : addDays(day, passed * 3);
  const price = agreed.figures.listTotal - agreed.figures.discount;
  const contract = {
    ...blank,
    ...pricedColumns(agreed),
    ...reachedColumns(factsOf(place, row, at, agreed, payments, due), at, { today, last }),
    company_id: companyId,
    id: at.id,
    number: at.number,
    origin: row.rootId === null ? 'stock' : 'quote',
    quote_id: row.rootId,
    seller_id: row.sellerId,
    made_by: row.sellerId,
    commercial_by: passed >= 2 ? place.director : null,
    approved_by: passed >= 3 ? place.office : null,
    location_id: row.locationId,
    business_center_id: row.businessCenterId,
    representative_id: row.representativeId,
    email: row.email ?? '',
    phone: row.phone ?? '',
    address: row.address ?? '',
    cap: row.cap ?? '',
    city: row.city ?? '',
    province: row.province ?? '',
    canceled_at: at.isCanceled ? `${last}T11:00:00Z` : null,
    canceled_by: at.isCanceled ? row.sellerId : null,
    created_at: row.decidedAt,
    updated_at: `${last}T10:00:00Z`,
  };
  const own = { company_id: companyId, contract_id: at.id };
  const stamp = { ...own, customer_id: agreed.customer!.id, made_by: place.office, created_at: `${last}T10:00:00Z` };
  const kind = passed >= 5 ? 'balance' : 'deposit';
  // Every other deposit comes into the till of the place, as far as cash may.
  const method = kind === 'deposit' && at.id % 2 === 0 && due < CASH_LIMIT ? 'cash' : 'transfer';
  const receipt = {
    number: at.receipt,
    received_on: last,
    kind,
    method,
    amount: due,
    reference: '',
    location_id: row.locationId,
  };
  const number = `FV ${at.number.slice(2)}`;
  const { taxes } = agreed.facts;
  const invoice = { kind: 'invoice', number, issued_on: last, amount: agreed.figures.total, taxes };
  return {
    contract,
    car: carOf(place, agreed, at, { price, day, last, buyer: agreed.customer!, sellerId: row.sellerId }),
    rows: {
      contract_cars: [
        agreed.kind === 'used'
          ? { ...own, used_car_id: at.carId, new_car_id: null, price, regime: agreed.cars[0]!.regime }
          : { ...own, used_car_id: null, new_car_id: at.carId, price, regime: 'vat' },
      ],
      contract_lines: agreed.facts.lines.map(({ itemId, campaign, ...line }) => ({
        ...own,
        ...line,
        item_id: itemId,
        campaign_company_id: campaign?.companyId ?? null,
        campaign_id: campaign?.id ?? null,
        campaign: campaign?.name ?? null,
      })),
      contract_payments: payments.map(({ dueOn, ...one }) => ({ ...own, ...one, due_on: dueOn })),
      contract_objectives: agreed.objectives.map((objective) => ({ ...own, objective, source: 'auto', note: '' })),
      commission_entries: passed >= 3 ? commissionRows(row, agreed, last).map((one) => ({ ...own, ...one })) : [],
      commission_splits: passed >= 3 ? [{ ...own, user_id: row.sellerId, place: 0, share: WHOLE, by_hand: false }] : [],
      contract_receipts: due > 0 ? [{ ...stamp, ...receipt }] : [],
      contract_invoices: passed >= 4 ? [{ ...stamp, ...invoice }] : [],
      state_changes: [...wayOf(place, row, at, day), ...(agreed.kind === 'used' ? [] : carWayOf(place, at, day))],
    },
  };
}
