/** The rows of a contract that stand in tables of their own. */
import { sql } from 'kysely';
import { ZONE } from '#domain/dates.ts';
import type { Values } from '#domain/record/fields.ts';
import type { customerLacks } from '#domain/contracts/customer.ts';
import type { SoldCar } from '#domain/contracts/facts.ts';
import type { attachmentFields, objectiveFields, paymentFields } from '#domain/contracts/fields.ts';
import type { Contract, Invoice, Receipt } from '#domain/contracts/schema.ts';
import type { SaleRegime } from '#domain/stock/terms.ts';
import type { Ctx } from '../lib/work/context.ts';
import { paidPlan } from './come.ts';

type Objective = Values<typeof objectiveFields>;
/** A car that a contract sells, with its price and VAT regime in this sale, and what its customer will know of it. */
export interface ContractCar extends SoldCar {
  price: number;
  regime: SaleRegime;
  maker: string;
  model: string;
  km: number | null;
  inspectionUntil: string | null;
  warrantyMonths: number | null;
}

export interface ContractRows {
  cars: ContractCar[];
  payments: Values<typeof paymentFields>[];
  /** What came of each row of the plan. */
  come: number[];
  receipts: Receipt[];
  invoices: Invoice[];
  objectives: Objective[];
  objectiveSources: Record<string, 'auto' | 'hand'>;
  attachments: Values<typeof attachmentFields>[];
  /** The day on which the file of each attachment came, by its upload. */
  uploadedOn: Record<string, string>;
  /** What the customer is asked for by a link. */
  enclosures: Contract['enclosures'];
  /** Whether a paper that was signed of the contract, or of its addendum, waits for who checks it. */
  scanWaits: boolean;
  addendumWaits: boolean;
  /** What the stock says of its cars, which it writes into the contract itself (facts.ts). */
  registeredOn: string | null;
  stockDays: number | null;
}

/** What the data of the customer are that a contract asks for; null: it has no customer. */
type Buyer = Parameters<typeof customerLacks>[0] | null;

/**
 * Reads all of them in one statement, with the version of the contract and its customer as it is now; `addendum`: under
 * what the signatures of one stand.
 */
export async function readRows(
  { db, user: { companyId } }: Ctx,
  id: number,
  { entity, addendum }: { entity: string; addendum: string },
): Promise<{ version: number; buyer: Buyer; rows: ContractRows }> {
  const own = sql`r.company_id = ${companyId} and r.contract_id = ${id}`;
  const waits = (of: string) => sql`exists (select from signatures g
    where g.company_id = ${companyId} and g.entity = ${of} and g.record_id = ${id} and g.state = 'checking')`;
  const { rows } = await sql<
    Omit<ContractRows, 'objectives' | 'objectiveSources'> & {
      held: (Objective & { source: 'auto' | 'hand' })[];
      version: number;
      buyer: Buyer;
    }
  >`select t.version, t.registered_on, t.stock_days, ${waits(entity)} as scan_waits, ${waits(addendum)} as addendum_waits,
      (select coalesce(jsonb_agg(one order by at), '[]') from (
        select k.id as at, jsonb_build_object('kind', 'used', 'id', c.id, 'code', c.code, 'vin', c.vin, 'plate', c.plate,
          'registeredOn', c.registered_on, 'price', k.price, 'regime', k.regime, 'maker', c.maker, 'model', c.model, 'km', c.km,
          'inspectionUntil', c.inspection_until, 'warrantyMonths', c.warranty_months) as one
        from contract_cars k join used_cars c on c.company_id = ${companyId} and c.id = k.used_car_id
        where k.company_id = ${companyId} and k.contract_id = ${id}
        union all
        select k.id, jsonb_build_object('kind', 'new', 'id', c.id, 'code', c.code, 'vin', c.vin, 'plate', c.plate,
          'registeredOn', c.registered_on, 'price', k.price, 'regime', k.regime, 'maker', m.name, 'model', o.name, 'km', 0,
          'inspectionUntil', null, 'warrantyMonths', null)
        from contract_cars k join new_cars c on c.company_id = ${companyId} and c.id = k.new_car_id
          join versions v on v.id = c.version_id join models o on o.id = v.model_id join makers m on m.id = o.maker_id
        where k.company_id = ${companyId} and k.contract_id = ${id}) cars) as cars,
      (select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'method', method, 'dueOn', due_on, 'amount', amount, 'note', note)
        order by place), '[]') from contract_payments r where ${own}) as payments,
      (select coalesce(jsonb_agg(p.came order by p.place), '[]') from ${paidPlan(companyId)} p) as come,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'number', number, 'receivedOn', received_on, 'kind', kind,
        'method', method, 'amount', amount, 'reference', reference, 'reason', reason, 'otherCause', other_cause, 'locationId', location_id, 'customerId', customer_id, 'reversesId', reverses_id,
        'customer', (select c.name from customers c where c.company_id = ${companyId} and c.id = r.customer_id)) order by id), '[]')
        from contract_receipts r where ${own}) as receipts,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'kind', kind, 'number', number, 'issuedOn', issued_on, 'amount', amount)
        order by id), '[]') from contract_invoices r where ${own}) as invoices,
      (select coalesce(jsonb_agg(jsonb_build_object('objective', objective, 'note', note, 'proofId', proof_id, 'source', source)
        order by id), '[]') from contract_objectives r where ${own}) as held,
      (select coalesce(jsonb_agg(jsonb_build_object('type', type, 'uploadId', upload_id, 'expiresOn', expires_on, 'note', note)
        order by place), '[]') from contract_attachments r where ${own}) as attachments,
      (select coalesce(jsonb_object_agg(r.upload_id, (u.created_at at time zone ${ZONE})::date), '{}')
        from contract_attachments r join uploads u on u.company_id = ${companyId} and u.id = r.upload_id where ${own}) as uploaded_on,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'type', type, 'state', state, 'reason', reason, 'pages', upload_ids, 'until', until)
        order by id), '[]') from enclosures r where ${own}) as enclosures,
      (select jsonb_build_object('type', c.type, 'name', coalesce(t.kept_parties -> c.id::text ->> 'name', c.name), 'latinName', c.latin_name,
        'country', c.country, 'taxCode', c.tax_code, 'vatNumber', c.vat_number, 'documents', c.documents)
        from customers c where c.company_id = ${companyId} and c.id = t.customer_id) as buyer
    from contracts t where t.company_id = ${companyId} and t.id = ${id}`.execute(db);
  const { held, version, buyer, ...others } = rows[0]!;
  return {
    version,
    buyer,
    rows: {
      ...others,
      objectives: held.map(({ objective, note, proofId }) => ({ objective, note, proofId })),
      objectiveSources: Object.fromEntries(held.map(({ objective, source }) => [objective, source])),
    },
  };
}

type Table = 'contractPayments' | 'contractObjectives' | 'contractAttachments';

/** Puts these rows in place of those that the contract has in a table. */
export async function replaceRows(
  { db, user }: Ctx,
  table: Table,
  contractId: number,
  rows: readonly object[],
): Promise<void> {
  await db.deleteFrom(table).where('companyId', '=', user.companyId).where('contractId', '=', contractId).execute();
  for (const row of rows) await insertRow({ db, user }, table, contractId, row);
}

/** Adds a row of a contract to a table; keys are its columns. */
export async function insertRow(
  { db, user }: Pick<Ctx, 'db' | 'user'>,
  table: Table | 'contractCars' | 'contractReceipts' | 'contractInvoices',
  contractId: number,
  row: object,
): Promise<void> {
  const given = Object.entries({ companyId: user.companyId, contractId, ...row });
  await sql`insert into ${sql.table(table)} (${sql.join(given.map(([key]) => sql.ref(key)))})
    values (${sql.join(given.map(([, value]) => sql`${value}`))})`.execute(db);
}
