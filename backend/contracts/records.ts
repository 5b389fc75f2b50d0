/** Contracts as records with a course: how one is read, decided by, and answered. */
import { isDeepStrictEqual } from 'node:util';
import { sql, type Selectable } from 'kysely';
import { backTo, owedBack, owedByCustomer, owedOnCars, unbilledOf } from '#domain/contracts/accounts.ts';
import { lienOf, sumOf } from '#domain/contracts/coming.ts';
import { customerLacks } from '#domain/contracts/customer.ts';
import { isOpen, plannedOf, type ContractFacts } from '#domain/contracts/facts.ts';
import { contactKeys, contractFields } from '#domain/contracts/fields.ts';
import { lackingSections, nextLacks } from '#domain/contracts/next.ts';
import { askable, wanted } from '#domain/contracts/enclosures.ts';
import { corrected } from '#domain/contracts/agreed.ts';
import { involved } from '#domain/contracts/involved.ts';
import { receivesOf } from '#domain/contracts/receiving.ts';
import { raiseWaits, revaluationCost } from '#domain/contracts/revaluation.ts';
import { contractMachine } from '#domain/contracts/rules.ts';
import type { Contract } from '#domain/contracts/schema.ts';
import type { ContractSettings } from '#domain/contracts/setting-fields.ts';
import { contractSettingFields } from '#domain/contracts/setting-standards.ts';
import { objectivesOf } from '#domain/contracts/terms.ts';
import type { WaterfallStep } from '#domain/contracts/performance.ts';
import { customerRights } from '#domain/customers/rights.ts';
import { netPriceOf } from '#domain/quotes/sheet/margin.ts';
import { locksOf } from '#domain/record/locks.ts';
import { actionsOf, keysOf, offeredOf } from '#domain/record/machine.ts';
import { covers } from '#domain/record/rights.ts';
import { privileges as p } from '#domain/privileges.ts';
import type { Contracts } from '../db/types.gen.ts';
import { OWN } from '../db/tenant.ts';
import { person } from '../lib/people/person.ts';
import { holds, type Ctx } from '../lib/work/context.ts';
import { course, type Course } from '../lib/records/course.ts';
import { seen } from '../lib/records/list.ts';
import { readSettingsOn } from '../lib/records/params.ts';
import { peopleBehind } from '../lib/people/people.ts';
import { isQuietPerson } from '../lib/people/quiet.ts';
import { readCancelling } from './cancelling.ts';
import { isCounted, noting } from './changes.ts';
import { followDues } from './dues.ts';
import { readMadeOf } from './made-of.ts';
import { readCanceled, readRaiser, readReturned } from './returned.ts';
import { readRows, type ContractRows } from './rows.ts';
import { raised, sectionsIn } from './versions.ts';

/** The names beside a contract, by the columns that say whose they are. */
const namedBy = {
  seller: 'sellerId',
  maker: 'madeBy',
  commercial: 'commercialBy',
  approver: 'approvedBy',
  partner: 'partnerId',
  location: 'locationId',
  businessCenter: 'businessCenterId',
  customer: 'customerId',
  cobuyer: 'cobuyerId',
  guarantor: 'guarantorId',
  representative: 'representativeId',
} as const satisfies Record<string, keyof Contracts>;
type Names = Record<keyof typeof namedBy, string | null>;

/** A stored contract with its rows, the names of its people, and what its moves are decided by. */
export type ContractRecord = Omit<Selectable<Contracts>, 'versions' | keyof ContractFacts> &
  Omit<ContractFacts, keyof ContractRows> &
  ContractRows &
  Names & {
    reached: Contract['reached'];
    silent: boolean;
    /** Whose the customer's record is. */
    customerOwners: number[];
    versions: Readonly<Record<string, number>>;
    asked?: Readonly<Record<string, number>>;
  };

/** `keptName`: of a customer who was erased, kept as long as the law keeps the contract. */
type Stored = ContractRecord & { keptName: string | null };

const settings = { group: 'contracts', fields: contractSettingFields } as const;
/** What the company sets for its contracts, in force today. */
export const readContractSettings = async ({
  db,
  user,
  today,
}: Pick<Ctx, 'db' | 'user' | 'today'>): Promise<ContractSettings> =>
  (await readSettingsOn(db, user.companyId, settings, [today]))[0]!;

/** Whether anybody who is not involved holds each of the two privileges to validate. */
async function othersOf({ db, user }: Ctx, record: ContractFacts): Promise<ContractFacts['others']> {
  const people = peopleBehind(user.companyId, sql`${involved(record)}::bigint[]`);
  const may = (
    privilege: number,
  ) => sql`exists (select from users u where u.company_id = ${user.companyId} and u.archived_at is null
    and not u.service and ${privilege} = any(u.privileges) and u.id <> all(${people}))`;
  const { rows } = await sql<ContractFacts['others']>`
    select ${may(p.approveContracts)} as commercial, ${may(p.validateContracts)} as back_office`.execute(db);
  return rows[0]!;
}

const user = (column: string) =>
  sql`(select x.name from users x where x.company_id = ${OWN} and x.id = ${sql.ref(`t.${column}`)})`;
const party = (column: string) =>
  sql`(select x.name from customers x where x.company_id = ${OWN} and x.id = ${sql.ref(`t.${column}`)})`;
/** Under which signatures and activity know the addendum of a contract; its id is the contract's. */
export const ADDENDUM = 'contract_addendum';

/** What stands of it in other tables, and the version by which it is its. */
const rowsOf = async (ctx: Ctx, id: number) => {
  const { version, buyer, rows } = await readRows(ctx, id, { entity: contractMachine.entity, addendum: ADDENDUM });
  const lacks = buyer ? customerLacks(buyer, ctx.today) : [];
  return {
    version,
    rows: {
      ...rows,
      owedOnCars: lienOf(rows),
      unbilledAdvances: unbilledOf(rows.receipts, rows.invoices),
      customerLacks: lacks,
    },
  };
};

/**
 * What came by the debts of cars that have come as they are now: where a plan was just changed, its row is written at the end,
 * and a process of the version before writes what came without them.
 */
const receivedWith = (
  { received, owedOnCars: before }: Pick<ContractRecord, 'received' | 'owedOnCars'>,
  { receipts, owedOnCars }: Pick<ContractRecord, 'receipts' | 'owedOnCars'>,
) => (before + owedOnCars === 0 ? received : sumOf(receipts) - owedOnCars);

const base: Course<typeof contractMachine, ContractRecord, Contract> = course({
  machine: contractMachine,
  table: 'contracts',
  as: 't',
  select: sql`select t.*, ${user('seller_id')} as seller, ${user('made_by')} as maker, ${user('commercial_by')} as commercial,
      ${user('approved_by')} as approver, ${user('partner_id')} as partner, c.name as customer, c.type as customer_type,
      ${isQuietPerson({ customerId: sql`c.id`, phones: [sql`c.phone`, sql`c.phone2`], emails: [sql`c.email_key`] })} as silent,
      array_remove(array[c.seller_id, c.created_by], null)::int[] as customer_owners,
      ${party('cobuyer_id')} as cobuyer, ${party('guarantor_id')} as guarantor, ${party('representative_id')} as representative,
      case when c.id is not null and not exists (select from erasures e where e.company_id = ${OWN} and e.customer_id = c.id) then jsonb_build_object(${sql.join(contactKeys.flatMap((key) => [sql.lit(key), sql`coalesce(${sql.ref(`c.${key}`)}, '')`]))}) end as reached,
      t.kept_parties -> t.customer_id::text ->> 'name' as kept_name,
      (select l.name from locations l where l.company_id = ${OWN} and l.id = t.location_id) as location,
      (select b.name from business_centers b where b.company_id = ${OWN} and b.id = t.business_center_id) as business_center
    from contracts t left join customers c on c.company_id = t.company_id and c.id = t.customer_id`,
  owner: ['seller_id', 'partner_id'],
  typed: async (row, ctx) => {
    const { keptName, ...stored } = row as Stored;
    const { rows } = await rowsOf(ctx, stored.id);
    const record = {
      ...stored,
      received: receivedWith(stored, rows),
      customer: keptName ?? stored.customer,
      ...rows,
      settings: await readContractSettings(ctx),
    };
    return { ...record, others: await othersOf(ctx, record) };
  },
  answer: answerOf,
  known: {
    written: (ctx, record, row) => afterWrite(ctx, record, row as Partial<ContractRecord>),
    again: async (ctx, record) => {
      const { version, rows } = await rowsOf(ctx, record.id);
      return version === record.version ? { ...record, received: receivedWith(record, rows), ...rows } : undefined;
    },
  },
});

/**
 * The contract after a write; undefined: somebody else is named in it now, or sells it, and more than its row is new. Who
 * validates is whoever writes, or nobody any more.
 */
function afterWrite({ user }: Ctx, record: ContractRecord, row: Partial<ContractRecord>): ContractRecord | undefined {
  const next: ContractRecord = { ...record, ...row };
  // A request for a move was one for the version before.
  delete next.asked;
  for (const key of keysOf(namedBy)) {
    const id = next[namedBy[key]];
    if (id === record[namedBy[key]]) continue;
    const validates = key === 'commercial' || key === 'approver';
    if (!validates || (id !== null && id !== user.id)) return undefined;
    next[key] = id === null ? null : user.name;
  }
  return isDeepStrictEqual(involved(record), involved(next)) ? next : undefined;
}

type Earning = Pick<
  ContractRecord,
  'pricedFirst' | 'pricedSecond' | 'pricedThird' | 'corrections' | 'agreedTradeIns' | 'tradeIns'
>;
/** The margins of a contract in cents, with corrections and what its cars taken in are worth now. */
export const marginsOf = (record: Earning) =>
  corrected(
    { marginFirst: record.pricedFirst, marginSecond: record.pricedSecond, marginThird: record.pricedThird },
    record.corrections,
    revaluationCost(record),
  );

async function answerOf(ctx: Ctx, record: ContractRecord): Promise<Contract> {
  if (ctx.atEnd.delete(lackingOf(record.id))) await storeLacking(ctx, record);
  const actor = { ...ctx.user, today: ctx.today };
  const acts = actionsOf(contractMachine, record, actor);
  const fields = Object.fromEntries(
    Object.keys(contractFields).map((key) => [key, record[key as keyof typeof contractFields]]),
  ) as Pick<ContractRecord, keyof typeof contractFields>;
  return {
    ...seen(ctx, contractFields, fields),
    id: record.id,
    version: record.version,
    versions: record.versions,
    number: record.number,
    state: record.state,
    since: record.since,
    canceledAt: record.canceledAt,
    kind: record.kind,
    channel: record.channel,
    origin: record.origin,
    quoteId: record.quoteId,
    b2bQuoteId: record.b2bQuoteId,
    madeOf: await readMadeOf(ctx, record),
    seller: person(record.sellerId, record.seller)!,
    madeBy: person(record.madeBy, record.maker)!,
    commercialBy: person(record.commercialBy, record.commercial),
    approvedBy: person(record.approvedBy, record.approver),
    alone: record.alone as Contract['alone'],
    customer: record.customer,
    customerType: record.customerType,
    cobuyer: record.cobuyer,
    guarantor: record.guarantor,
    representative: record.representative,
    partner: record.partner,
    location: record.location,
    businessCenter: record.businessCenter,
    vehicle: record.vehicle,
    body: record.body,
    paint: record.paint,
    cars: record.cars,
    agreedTradeIns: [...record.agreedTradeIns],
    objectiveSources: record.objectiveSources,
    offeredObjectives: [...objectivesOf(record.kind)],
    economicVersion: record.economicVersion,
    total: record.total,
    keysInHand: record.keysInHand,
    listTotal: record.listTotal,
    discount: record.discount,
    financed: record.financed,
    insured: record.insured,
    instalment: record.instalment,
    ...(holds(ctx, p.seeMargin) && {
      ...marginsOf(record),
      netPrice: netPriceOf((record.waterfall as WaterfallStep[] | null) ?? []),
    }),
    planned: plannedOf(record),
    received: record.received,
    invoiced: record.invoiced,
    owedBack: owedBack(record),
    back: backTo(record),
    owedByCustomer: owedByCustomer(record),
    owedOnCars: owedOnCars(record),
    keptTradeIns: record.keptTradeIns,
    keptDebts: record.keptDebts,
    receives: receivesOf(record, contractMachine.owners(record), actor),
    come: record.come,
    receipts: record.receipts,
    invoices: record.invoices,
    signedOn: record.signedOn,
    addendumDue: record.addendumDue,
    validatedValues: record.validatedValues && [...record.validatedValues],
    decidesValue: raiseWaits(record) && acts.includes('decideValue'),
    tradeInChecked: record.tradeInChecked,
    rechecks: record.agreedTradeIns.length > 0 && !record.tradeInChecked && acts.includes('recheck'),
    withdrawnAt: record.withdrawnAt,
    withdrawnName: record.withdrawnName,
    approvedOn: record.approvedOn,
    billedOn: record.billedOn,
    registeredOn: record.registeredOn,
    deliveredOn: record.deliveredOn,
    offered: offeredOf(contractMachine, record, actor).filter(
      (name): name is Contract['offered'][number] => name in contractMachine.moves,
    ),
    lacks: [...nextLacks(record, ctx.today)],
    returned: await readReturned(ctx, record),
    raisedBy: await readRaiser(ctx, record),
    canceled: await readCanceled(ctx, record),
    cancelling: await readCancelling(ctx, record),
    reached: isOpen(record) && holds(ctx, p.seeCustomers, p.manageCustomers) ? record.reached : null,
    silent: record.silent,
    changesCustomer: covers(customerRights.change, actor.privileges, record.customerOwners.includes(actor.id)),
    uploadedOn: record.uploadedOn,
    askable: askable(record, ctx.today),
    wanted: wanted(record, ctx.today),
    enclosures: record.enclosures,
    asked: record.asked ?? {},
    locks: locksOf(contractMachine, record, actor),
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
  };
}

/**
 * Contracts. Each write raises the versions of the sections that it changes, unless it names them itself. It also stores
 * the sections in which the next move still lacks something, and whether a value waits for a second person, because lists
 * show them: with the answer, which reads the written contract anyway, or at the end. What is due of it is written at the end.
 */
export const contractCourse: typeof base = {
  ...base,
  write: async (ctx, record, columns, told) => {
    const versions = raised(record, sectionsIn(record, columns));
    const write = () => base.write(ctx, record, { versions, ...columns }, told);
    const row = await (isCounted(columns) ? noting(ctx, [record.id], write) : write());
    ctx.atEnd.set(lackingOf(record.id), (last) => keepLacking(last, record.id));
    followDues(ctx, record.id);
    return row;
  },
};

const lackingOf = (id: number) => `contract ${id} lacks`;

/** Stores what the next move of a contract that was written still lacks. */
export const keepLacking = async (ctx: Ctx, id: number): Promise<void> => storeLacking(ctx, await base.find(ctx, id));

async function storeLacking({ db, user, today }: Ctx, record: ContractRecord): Promise<void> {
  const now = { lacking: lackingSections(record, today), raised: raiseWaits(record) };
  if (now.raised === record.raised && isDeepStrictEqual(now.lacking, record.lacking)) return;
  await db
    .updateTable('contracts')
    .set(now)
    .where('companyId', '=', user.companyId)
    .where('id', '=', record.id)
    .execute();
}
