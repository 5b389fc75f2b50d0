import type { machines } from '#domain/machines.ts';
import { blankOf } from '#domain/record/fields.ts';
import { sampleFields } from '#domain/quotes/campaigns/sample.ts';
import { b2bDraftOf } from './areas/b2b.ts';
import { contractSettingFields } from '#domain/contracts/setting-standards.ts';
import { contractFields } from '#domain/contracts/fields.ts';
import { readyStatement, statementFacts } from './areas/commissions.ts';
import { claimFacts, claimTakes, readyClaim } from './areas/claims.ts';
import { contractFacts, readyContract } from './areas/contracts.ts';
import type { TestUser } from './area.ts';
import { campaignOf } from './areas/campaigns.ts';
import { addingEdition } from './areas/catalog.ts';
import { eventFacts, readyEvent } from './areas/calendars.ts';
import { accessFacts, readyAccess } from './areas/accesses.ts';
import { leadFacts, readyLead } from './areas/leads.ts';
import { newCarOf } from './areas/new-stock.ts';
import { usedCar } from './areas/stock.ts';
import { readyValuation, valuationFacts, valuationTakes } from './areas/valuations.ts';
import type { World } from './world.ts';

type Area = keyof typeof machines;

/** The day of the first step. */
export const START = '2026-11-20';

/** The facts of a new record. A field that a move adds is left out unless another move depends on it. */
export const startFacts: { [K in Area]: Parameters<(typeof machines)[K]['owners']>[0] } = {
  quotes: { state: 'draft', expiresOn: '2026-11-28', superseded: false, sellerId: 7 },
  b2bQuotes: { state: 'draft', expiresOn: '2026-11-28', superseded: false, sellerId: 7 },
  approvals: { state: 'asked', askedBy: 7, sellerId: 7 },
  commissions: { state: 'draft', userId: 7, month: '2026-10-01', earlier: 0, due: 150_00, disputed: false },
  contracts: {
    ...blankOf(contractFields),
    state: 'incomplete',
    canceledAt: null,
    origin: 'stock',
    kind: 'used',
    channel: 'retail',
    sellerId: 7,
    partnerId: null,
    formerSellers: [],
    madeBy: 7,
    commercialBy: null,
    customerId: 5,
    customerType: 'fleet',
    representativeId: 6,
    customerLacks: [],
    total: 1_000_00,
    financed: 0,
    agreedTradeIns: [],
    tradeInChecked: false,
    marginSecond: null,
    withinCap: true,
    insured: false,
    cars: [{ kind: 'used', id: 3, code: 'U-1', vin: 'ZZ9TEST0000000003', plate: 'HZ 004 ZZ', registeredOn: START }],
    payments: [{ kind: 'balance', method: 'transfer', dueOn: null, amount: 1_000_00, note: '' }],
    depositOutcome: 'returned',
    checklist: ['identity', 'documents', 'residence', 'price'],
    deliveryOn: START,
    signedOn: START,
    received: 1_000_00,
    invoiced: 1_000_00,
    unbilledAdvances: 0,
    owedOnCars: 0,
    objectiveSources: {},
    withdrawnAt: null,
    addendumDue: false,
    scanWaits: false,
    addendumWaits: false,
    validatedValues: null,
    others: { commercial: false, backOffice: false },
    settings: { ...blankOf(contractSettingFields), documents: [] },
  },
  editions: { state: 'draft', changes: 1, problems: [] },
  claims: {
    state: 'due',
    amount: 300_00,
    claimedOn: null,
    creditedOn: null,
    creditedAmount: null,
    owed: null,
    returnedPart: null,
    approvedOn: null,
    sold: true,
    waived: true,
  },
  campaigns: { state: 'draft', validFrom: '2026-11-22', validTo: '2026-11-27', tried: true },
  stock: {
    state: 'scheduled',
    plate: 'HZ 001 ZZ',
    vin: '',
    km: 48_210,
    purchaseCost: 8_000_00,
    purchaseDocument: 'Fattura 1',
    papers: [],
    paperKinds: [],
    consignor: 'Prova S.r.l.',
    mandateUntil: '2030-12-31',
    consignmentFee: 900_00,
    readyOn: START,
    photos: 1,
    openWorks: 0,
    finishAsks: ['ready', 'photo', 'works'],
    insuredUntil: '2030-12-31',
    serviceStartKm: 48_210,
    serviceEndKm: 48_250,
    saleChannel: null,
    saleDocument: '',
    soldByHand: true,
    reservedBy: 7,
    imported: true,
  },
  newStock: {
    state: 'ordered',
    vin: 'ZZ9TEST0000000002',
    plate: 'HZ 003 ZZ',
    registeredOn: START,
    arrivedOn: START,
    purchaseCost: 18_000_00,
    saleChannel: null,
    saleDocument: 'F 1',
    soldByHand: true,
    reservedBy: 7,
  },
  leads: { state: 'to_handle', assigneeId: 7, contractId: 5, closedOn: null },
  accesses: {
    state: 'external_booking',
    sellerId: 7,
    customerId: 5,
    handledOn: null,
    selfTake: true,
    begun: false,
  },
  valuations: {
    state: 'open',
    madeBy: 7,
    specialistId: null,
    km: 48_210,
    registeredOn: '2021-06-12',
    offerUntil: '2026-11-28',
  },
  events: {
    state: 'not_started',
    userIds: [7],
    checklist: [{ text: 'Patente controllata', done: true }],
    endedAs: null,
    kind: 'test_drive',
    licence: 'MI1234567X',
    licenceUntil: '2030-01-31',
  },
};

/** How the backend creates and stores a record of each machine; a machine without an entry does not compile. */
export const kept: {
  [K in Area]: {
    table: string;
    /** Whose people move it, where not a dealer's. */
    companyId?: number;
    make(world: World, owner: TestUser): Promise<number>;
    facts: string;
    creator: number;
    /** What a move takes beside its reason. */
    takes?: (move: string, ownerId: number) => object;
  };
} = {
  quotes: {
    table: 'quotes',
    make: async ({ call, draft, alfa }, owner) => (await call(owner, 'POST /quotes', { body: draft(alfa) })).body.id,
    facts: 'state, expires_on::text as "expiresOn", superseded, seller_id::int as "sellerId", version',
    creator: 13,
  },
  b2bQuotes: {
    table: 'b2b_quotes',
    // Each walk needs a car of its own, because it sells the car and takes it back.
    make: async ({ call, alfa, query }, owner) => {
      const body = await b2bDraftOf({ ...alfa, query });
      return (await call(owner, 'POST /quotes/b2b', { body })).body.id;
    },
    facts: 'state, expires_on::text as "expiresOn", superseded, seller_id::int as "sellerId", version',
    creator: 13,
  },
  approvals: {
    table: 'approvals',
    make: async ({ call, draft, alfa, query }, owner) => {
      await query("update users set role_name = 'Venditore' where id = $1", [owner.id]);
      const body = draft(alfa, { customDiscounts: [{ label: '', amount: null, percent: 20 }] });
      const { id } = (await call(owner, 'POST /quotes', { body })).body;
      const sent = { params: { id }, version: 1, body: { reason: 'fleet' } };
      return (await call(owner, 'POST /quotes/:id/approvals', sent)).body.approval.id;
    },
    facts: `state, asked_by::int as "askedBy", version,
      (select q.seller_id::int from quotes q where q.company_id = t.company_id and q.id = t.quote_id) as "sellerId"`,
    creator: 13,
  },
  commissions: {
    table: 'commission_statements',
    make: readyStatement,
    facts: statementFacts,
    creator: 31,
    takes: (move) => (move === 'pay' ? { paidOn: START } : {}),
  },
  contracts: {
    table: 'contracts',
    make: readyContract,
    facts: contractFacts,
    creator: 27,
    takes: (move) => (move === 'unbill' ? { number: `NC ${Math.random()}`, day: START } : {}),
  },
  claims: { table: 'claims', make: readyClaim, facts: claimFacts, creator: 28, takes: claimTakes },
  campaigns: {
    table: 'campaigns',
    make: async ({ call, car }, owner) => {
      const days = { validFrom: '2026-11-21', validTo: '2026-11-25' };
      const values = campaignOf('Prova', days);
      const { id } = (await call(owner, 'POST /campaigns', { body: values })).body;
      const sample = { ...blankOf(sampleFields), versionId: car.versionId };
      await call(owner, 'POST /campaigns/:id/trial', { params: { id }, body: { values, sample } });
      return id;
    },
    facts: 'state, valid_from::text as "validFrom", valid_to::text as "validTo", tried, version',
    creator: 26,
  },
  editions: {
    table: 'catalog_editions',
    companyId: 10,
    make: ({ call, car }, owner) =>
      addingEdition({ call: (name, sent, as) => call(as ?? owner, name, sent), car }, owner),
    facts: `state, version, array[]::text[] as problems, (select count(*)::int from catalog_changes c where c.edition_id = t.id) as changes`,
    creator: 26,
    takes: (move) => (move === 'schedule' ? { day: '2030-01-01' } : {}),
  },
  stock: {
    table: 'used_cars',
    make: async ({ call, query }, owner) => {
      // Stock number and plate stay empty, because both must be unique.
      const body = {
        ...usedCar,
        code: '',
        plate: '',
        vin: 'ZZ9TEST0000000001',
        consignor: 'Prova S.r.l.',
        readyOn: START,
        serviceEndKm: 50_000,
      };
      const { id } = (await call(owner, 'POST /stock/used', { body })).body;
      await query('update used_cars set photos = 1 where id = $1', [id]);
      return id;
    },
    facts: `state, plate, vin, km, purchase_cost::int as "purchaseCost", purchase_document as "purchaseDocument", papers,
      paper_kinds as "paperKinds", consignor, mandate_until::text as "mandateUntil", consignment_fee::int as "consignmentFee",
      ready_on::text as "readyOn", photos, 0 as "openWorks", array['ready', 'photo', 'works'] as "finishAsks",
      insured_until::text as "insuredUntil", service_start_km as "serviceStartKm", service_end_km as "serviceEndKm", sale_channel as "saleChannel", sale_document as "saleDocument",
      sold_by_hand as "soldByHand", reserved_by::int as "reservedBy", version`,
    creator: 2,
  },
  leads: {
    table: 'leads',
    make: readyLead,
    facts: leadFacts,
    creator: 40,
  },
  accesses: {
    table: 'accesses',
    make: readyAccess,
    facts: accessFacts,
    creator: 22,
    takes: (move, ownerId) =>
      ({
        assign: { sellerId: ownerId },
        handOver: { sellerId: ownerId, note: 'Parla tedesco' },
        handle: { outcome: 'no_interest', nextStep: '' },
        resume: { sellerId: ownerId },
      })[move] ?? {},
  },
  events: {
    table: 'calendar_events',
    make: readyEvent,
    facts: eventFacts,
    creator: 13,
    takes: (move) => ({ cancel: { scope: 'one' }, close: { note: 'In sede' }, start: { anyway: false } })[move] ?? {},
  },
  valuations: {
    table: 'valuations',
    make: readyValuation,
    facts: valuationFacts,
    creator: 36,
    takes: valuationTakes,
  },
  newStock: {
    table: 'new_cars',
    make: async ({ call, car, query }, owner) => {
      // The cars of earlier walks lose this chassis number, because it must be unique.
      await query("update new_cars set vin = '' where vin = 'ZZ9TEST0000000002'");
      const body = { ...newCarOf(car), code: '', vin: 'ZZ9TEST0000000002' };
      return (await call(owner, 'POST /stock/new', { body })).body.id;
    },
    facts: `state, vin, plate, registered_on::text as "registeredOn", arrived_on::text as "arrivedOn",
      purchase_cost::int as "purchaseCost", sale_channel as "saleChannel", sale_document as "saleDocument",
      sold_by_hand as "soldByHand", reserved_by::int as "reservedBy", version`,
    creator: 2,
  },
};

/** A user for each set of privileges, created once. */
export function people(world: World) {
  const known = new Map<string, Promise<TestUser>>();
  return (privileges: readonly number[], companyId = 901): Promise<TestUser> => {
    const key = [companyId, ...privileges].join();
    if (!known.has(key)) known.set(key, world.user(companyId, privileges));
    return known.get(key)!;
  };
}
