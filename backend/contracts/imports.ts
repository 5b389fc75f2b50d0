/**
 * Contracts from a file: a row finds its contract by number, chassis or plate. Of one that is not approved yet it says
 * what the office may write by hand; what it does not find enters as history of a former system.
 */
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { numberKinds } from '#domain/companies/numbers.ts';
import {
  contractHeads,
  contractMeanings,
  formerEnd,
  formerFields,
  importedFields as fields,
  officeFields,
} from '#domain/contracts/imported.ts';
import { importedContract, type ImportedContract } from '#domain/contracts/imported-schema.ts';
import { closedTo } from '#domain/contracts/locks.ts';
import { contractMachine } from '#domain/contracts/rules.ts';
import { contractKinds, contractStates, type ContractState } from '#domain/contracts/terms.ts';
import { headOf, valuesIn } from '#domain/record/fields.ts';
import { keysOf } from '#domain/record/machine.ts';
import { sameName } from '#domain/customers/same-name.ts';
import { sees } from '#domain/record/rights.ts';
import { saleChannels } from '#domain/stock/terms.ts';
import { OWN } from '../db/tenant.ts';
import type { Ctx } from '../lib/work/context.ts';
import { plain, readCell, refuse, Unreadable } from '../lib/records/import-rows.ts';
import { importable, type Cells, type Keyed } from '../lib/records/importable.ts';
import type { Stored } from '../lib/records/records.ts';
import { visible } from '../lib/records/scope.ts';
import { writeDues } from './dues.ts';
import { contractCourse, keepLacking } from './records.ts';
import { raised } from './versions.ts';
import { noteSince } from './changes.ts';

interface Row extends Stored, ImportedContract {
  state: ContractState;
  origin: string;
  withdrawnAt: string | null;
  partnerId: number | null;
  customer: string | null;
  customerCodes: string[];
  /** Of all its cars. */
  vins: string[];
  plates: string[];
}

type Key = keyof typeof fields;
const head = (key: Key): string => headOf(fields[key])!;
/** Whether a row says how the contract ended, and that it did not come about. */
const saysEnd = (cells: Cells): boolean => Object.values<string>(formerEnd.words).includes(cells(formerEnd.label));
const isEnded = (cells: Cells): boolean => cells(formerEnd.label) === formerEnd.words.canceled;
const compact = (code: string) => code.toUpperCase().replace(/[\s.-]/g, '');

const allStates = keysOf(contractStates);
/** Before the approval: a contract takes what a file says. */
const open: readonly ContractState[] = allStates.slice(0, allStates.indexOf('approved'));
/**
 * Whether a number is given here, or will be: who makes the contract with it would find it taken. Years that have passed
 * without any, and what lies below the first number that the company chose for a year, are the former system's.
 */
async function givenHere({ db, user, today }: Ctx): Promise<(number: string) => boolean> {
  const counters = await db
    .selectFrom('counters')
    .select(['year', 'first', 'prefix'])
    .where('companyId', '=', user.companyId)
    .where('kind', '=', 'contract')
    .execute();
  const prefixes = new Set([numberKinds.contract.prefix, ...counters.map(({ prefix }) => prefix)]);
  return (number) => {
    const [, prefix, year, count] = /^([A-Z][A-Z0-9]*)-(\d{4})-(\d+)$/i.exec(number) ?? [];
    if (!prefix || !prefixes.has(prefix.toUpperCase())) return false;
    const counter = counters.find((one) => one.year === Number(year));
    return counter ? Number(count) >= counter.first : Number(year) >= Number(today.slice(0, 4));
  };
}

/** Contracts by their cars: of the stock, or of a former system by what the file said. */
const byCar = (ctx: Ctx, field: 'vin' | 'plate', wanted: readonly string[]) => {
  const { companyId } = ctx.user;
  const [column, former] = field === 'vin' ? ['vin', 'former_vin'] : ['plate_key', 'former_plate'];
  const stock = (
    table: string,
    id: string,
  ) => sql`select t.id, t.version, ${`${field}=`}::text || upper(x.${sql.ref(column)}) as key
    from ${sql.table(table)} x join contract_cars k on k.company_id = ${companyId} and k.${sql.ref(id)} = x.id
      join contracts t on t.company_id = ${companyId} and t.id = k.contract_id
    where x.company_id = ${companyId} and x.${sql.ref(column)} = any(${wanted}::text[]) and t.canceled_at is null`;
  return sql<Keyed>`select t.id, t.version, ${`${field}=`}::text || t.${sql.ref(former)} as key from contracts t
    where t.company_id = ${companyId} and t.${sql.ref(former)} = any(${wanted}::text[]) and t.${sql.ref(former)} <> '' and t.canceled_at is null
    union ${stock('new_cars', 'new_car_id')} union ${stock('used_cars', 'used_car_id')} order by id`;
};

/** What a row may not say of the contract that it finds; throws at its field. */
function checkFound(ctx: Ctx, cells: Cells, old: Row): void {
  const { id, privileges } = ctx.user;
  const isOwn = old.sellerId === id || old.partnerId === id;
  if (!sees(contractMachine.rights, privileges, isOwn, old.state))
    refuse(`${head('number')}: «${old.number}» non è ancora arrivato al back office`);
  const said = (key: Key, is: (cell: string) => boolean) => cells(head(key)) === '' || is(cells(head(key)));
  if (old.vins.length > 0 && !said('vin', (cell) => old.vins.includes(cell)))
    refuse(`${head('vin')}: «${cells(head('vin'))}» non è di questo contratto`);
  if (old.plates.length > 0 && !said('plate', (cell) => old.plates.includes(cell)))
    refuse(`${head('plate')}: «${cells(head('plate'))}» non è di questo contratto`);
  // Our own list names the customer, who is the one of the number then.
  const isCustomer = (cell: string) => old.customerCodes.includes(compact(cell)) || sameName(old.customer ?? '', cell);
  if (!said('customerId', isCustomer)) refuse(`${head('customerId')}: non è il cliente di questo contratto`);
  // What goes on here is canceled here, where its car and its customer hear of it.
  if (isEnded(cells) && old.origin !== 'history' && !old.archived && old.withdrawnAt === null)
    refuse(`${formerEnd.label}: «${old.number}» prosegue qui, e si annulla dalla sua pagina`);
  const differs = (key: Key) =>
    !said(key, (cell) => {
      try {
        return isDeepStrictEqual(readCell(fields[key], cell), old[key]);
      } catch (error) {
        if (error instanceof Unreadable) return true;
        throw error;
      }
    });
  if (differs('total')) refuse(`${head('total')}: «${cells(head('total'))}» non è quello del contratto`);
  const changed = keysOf(officeFields).filter(differs);
  if (changed.length === 0) return;
  if (!open.includes(old.state) || old.archived || old.withdrawnAt !== null)
    refuse(`${head('number')}: «${old.number}» è già approvato o chiuso: un file non lo cambia`);
  for (const key of changed) {
    const why = closedTo(officeFields[key].section, old.state, privileges, isOwn);
    if (why) refuse(`${head(key)}: ${why}`);
  }
}

/** Reads what refers to other records, by the names and codes of all rows at once. */
async function lookups(ctx: Ctx, rows: readonly Cells[]) {
  const { db, user } = ctx;
  const own = user.companyId;
  const codes = [...new Set(rows.map((cells) => compact(cells(head('customerId')))))].filter(Boolean);
  const customers = await db
    .selectFrom('customers')
    .select(['id', 'taxCode', 'vatNumber'])
    .where('companyId', '=', own)
    .where('archivedAt', 'is', null)
    .where((eb) => eb.or([eb('taxCode', 'in', [...codes, '-']), eb('vatNumber', 'in', [...codes, '-'])]))
    .execute();
  const makers = await db.selectFrom('makers').select(['id', 'name']).execute();
  const named = await vocabularyOf(ctx);
  const one = (key: Key, found: readonly { id: number }[], cell: string) => {
    if (found.length > 1) refuse(`${head(key)}: più schede hanno «${cell}»`);
    return found[0]?.id ?? refuse(`${head(key)}: «${cell}» non trovato`);
  };
  return (cells: Cells) => {
    const by = (key: keyof typeof named) => {
      const cell = cells(head(key));
      return cell && one(key, named[key].filter(({ name }) => plain(name) === plain(cell)), cell); // prettier-ignore
    };
    const code = cells(head('customerId'));
    const isOf = (customer: (typeof customers)[number]) =>
      [customer.taxCode, customer.vatNumber].includes(compact(code));
    // The catalogue has the makes that are sold here: of another one the car says it.
    const make = cells(head('makerId'));
    const maker = makers.find(({ name }) => plain(name) === plain(make));
    const vehicle = cells(head('vehicle'));
    const isSaid = maker !== undefined || plain(vehicle).includes(plain(make));
    const customerOf = (said: string) => {
      if (!/\d/.test(said))
        refuse(`${head('customerId')}: «${said}» è un nome: serve il codice, o si importa senza questa colonna`);
      const found = customers.filter(isOf);
      return found.length === 0 ? refuse(`${head('customerId')}: «${said}» non è tra i clienti, che si importano prima`) : one('customerId', found, said); // prettier-ignore
    };
    return {
      makerId: maker?.id ?? null,
      ...(!isSaid && { vehicle: `${make} ${vehicle}`.trim().slice(0, fields.vehicle.maxLength) }),
      locationId: by('locationId') || null,
      sellerId: by('sellerId') || refuse(`${head('sellerId')}: manca`),
      customerId: code ? customerOf(code) : null,
    };
  };
}

/** The people and places of the company; a former system knows also those who left. */
async function vocabularyOf({ db, user }: Ctx) {
  const people = db.selectFrom('users').select(['id', 'name']).where('companyId', '=', user.companyId);
  const places = db.selectFrom('locations').select(['id', 'name']).where('companyId', '=', user.companyId);
  return {
    sellerId: await people.where('service', '=', false).orderBy('name').orderBy('id').execute(),
    locationId: await places.orderBy('name').execute(),
  };
}

const card = (column: string) =>
  sql`array(select x from contract_cars k left join new_cars n on n.company_id = ${OWN} and n.id = k.new_car_id
      left join used_cars u on u.company_id = ${OWN} and u.id = k.used_car_id,
      upper(coalesce(n.${sql.ref(column)}, u.${sql.ref(column)})) x
    where k.company_id = ${OWN} and k.contract_id = r.id and x <> '')`;

const select = sql<Row>`select r.id, r.version, r.canceled_at is not null as archived, r.canceled_at is not null as canceled, r.state, r.origin, r.withdrawn_at, r.partner_id,
    r.number, r.former_vin as vin, r.former_plate as plate, r.vehicle, r.maker_id, r.customer_id, r.seller_id, r.location_id,
    r.kind, r.channel, r.total, r.financed, r.signed_on, r.billed_on, r.delivered_on,
    r.promised_on, r.practice_number, r.resolved_on, r.resolved_until, r.protocol,
    m.name as maker, c.name as customer, s.name as seller, l.name as location,
    array_remove(array[c.tax_code, c.vat_number], null) as customer_codes,
    ${card('vin')} || array_remove(array[r.former_vin], '') as vins,
    ${card('plate_key')} || array_remove(array[r.former_plate], '') as plates
  from contracts r join users s on s.company_id = r.company_id and s.id = r.seller_id
    left join customers c on c.company_id = r.company_id and c.id = r.customer_id
    left join locations l on l.company_id = r.company_id and l.id = r.location_id
    left join makers m on m.id = r.maker_id`;

/** Contracts that the import wrote and that go on: what they lack and what is due is reckoned again, and who has them open is told. */
async function written(ctx: Ctx, ids: readonly number[]): Promise<void> {
  const own = ctx.user.companyId;
  const { rows } = await sql<{ id: number; versions: Record<string, number> }>`select id, versions from contracts
    where company_id = ${own} and id = any(${ids}::bigint[]) and origin <> 'history'`.execute(ctx.db);
  const sections = Object.values(officeFields).map(({ section }) => section);
  for (const row of rows) {
    await sql`update contracts set versions = ${raised(row, sections)}
      where company_id = ${own} and id = ${row.id}`.execute(ctx.db);
    await keepLacking(ctx, row.id);
  }
  await writeDues(
    ctx,
    rows.map(({ id }) => id),
  );
}

/** Months that are over keep what a file changed of them: a contract that counted counts no more, or again. */
async function noteEnds(ctx: Ctx, changes: readonly { before: Row; after: Row }[]): Promise<void> {
  const ids = (canceled: boolean) =>
    changes.flatMap(({ before, after }) =>
      before.canceled !== canceled && after.canceled === canceled ? [after.id] : [],
    );
  await noteSince(ctx, ids(true), { canceledAt: null });
  await noteSince(ctx, ids(false), { canceledAt: ctx.now });
}

/** Imports of contracts. */
export const contractImports = [
  importable<Row>({
    kind: 'contracts',
    keys: ['number', 'vin', 'plate'],
    givesWay: true,
    found: (ctx, field, wanted) =>
      field === 'number'
        ? sql<Keyed>`select t.id, t.version, 'number=' || w as key from unnest(${wanted}::text[]) w
            join contracts t on t.company_id = ${ctx.user.companyId} and t.number in (w, upper(w), lower(w)) order by t.id`
        : byCar(ctx, field as 'vin' | 'plate', wanted),
    expected: (ctx) => sql`r.canceled_at is null and ${visible(ctx, { ...contractCourse.of, as: 'r' })}`,
    heads: contractHeads,
    meanings: contractMeanings,
    more: { end: formerEnd },
    codes: { vin: (cell) => ({ text: compact(cell) }), plate: (cell) => ({ text: compact(cell) }) },
    whole: async () => ({ sellerId: '', locationId: '', kind: contractKinds.new, channel: saleChannels.retail }),
    vocabulary: async (ctx) => {
      const { sellerId, locationId } = await vocabularyOf(ctx);
      return { sellerId: sellerId.map(({ name }) => name), locationId: locationId.map(({ name }) => name) };
    },
    of: {
      table: 'contracts',
      entity: contractMachine.entity,
      noun: 'il contratto',
      file: 'contratti',
      select,
      fields,
      order: { number: 'r.number' },
      sort: { sort: 'number', dir: 'asc' },
      where: () => [],
      input: importedContract,
      written,
      beside: {
        keys: ['vin', 'plate', 'canceled'],
        // Cars of contracts that go on are the stock's, and their ends are steps of their own.
        write: async ({ db, user, now }, id, { vin, plate, canceled }: Partial<ImportedContract>) =>
          void (await db
            .updateTable('contracts')
            .set({
              formerVin: vin ?? '',
              formerPlate: plate ?? '',
              canceledAt: canceled ? sql`coalesce(canceled_at, ${now})` : null,
              canceledBy: canceled ? sql`coalesce(canceled_by, ${user.id})` : null,
            })
            .where('companyId', '=', user.companyId)
            .where('id', '=', id)
            .where('origin', '=', 'history')
            .execute()),
      },
      finish: async (ctx, rows) => {
        const read = await lookups(ctx, rows);
        const isGiven = await givenHere(ctx);
        return (cells, old) => {
          if (old) {
            checkFound(ctx, cells, old);
            const canceled = old.origin === 'history' && saysEnd(cells) ? isEnded(cells) : old.canceled;
            return { ...valuesIn(formerFields, old), canceled };
          }
          if (isEnded(cells)) refuse(`${formerEnd.label}: un contratto annullato non è una vendita, e non entra`);
          const number = cells(head('number'));
          if (isGiven(number)) refuse(`${head('number')}: «${number}» ha la forma dei numeri di qui, e qui non c’è`);
          if (cells(head('signedOn')) === '') refuse(`${head('signedOn')}: manca`);
          return read(cells);
        };
      },
    },
    told: noteEnds,
    fresh:
      async ({ user, now }) =>
      (input) => {
        const { total, signedOn } = input as ImportedContract;
        return {
          ...input,
          origin: 'history',
          state: 'completed',
          since: now,
          madeBy: user.id,
          approvedOn: signedOn,
          // Nothing is owed of it here; what it earned is not known.
          received: total,
          invoiced: total,
          keysInHand: total,
          listTotal: total,
          discount: 0,
          withinCap: true,
          insured: false,
          hasFacts: true,
          hasDues: true,
          draft: {},
          snapshot: {},
        };
      },
  }),
];
