import { sql } from 'kysely';
import { addMonths, dayInRome } from '#domain/dates.ts';
import type { ErasurePlan } from '#domain/persons/schema.ts';
import { ADVANCED_YEARS } from '#domain/signatures/advanced.ts';
import type { Ctx } from '../lib/work/context.ts';
import { ADVANCED_WHY, keptAcceptances } from './acceptances.ts';
import { ownNames, papersOf, soldBy, sorted } from './papers.ts';
import { readCustomers, scansOf, withMerged, type Customer } from './customers.ts';

/** Months for which the law keeps accounting records and the letters about them: art. 2220 of the civil code. */
const LAW_MONTHS = 120;
const LAW = 'Scritture contabili e corrispondenza di una vendita: dieci anni (art. 2220 c.c.)';
const NEEDED = 'Servono a vendere e a consegnare l’auto: si cancellano quando esce dallo stock';
const REGISTER = 'Registro di carico e scarico dei beni usati: dieci anni (art. 2220 c.c., art. 128 TULPS)';

interface Quote {
  id: number;
  state: string;
  at: string;
}

/** Everything that belongs to a person: what is erased, and what the law keeps. */
export interface Erasable {
  customer: Customer;
  /** The customer and those merged into it. */
  customers: Customer[];
  ids: number[];
  /** Quotes and wholesale offers that were not accepted, and those that were. */
  quotes: number[];
  offers: number[];
  keptQuotes: number[];
  keptOffers: number[];
  /** Contracts of which the person is a party: those that are still open, and those that the law keeps. */
  openContracts: string[];
  keptContracts: number[];
  /** Papers of cars that the person sold, lent or bought. */
  papers: Awaited<ReturnType<typeof papersOf>>;
  plan: Omit<ErasurePlan, 'looks'>;
}

/** The last of some days; null: there are none. */
const latest = (days: readonly (string | null)[]): string | null => days.toSorted().at(-1) ?? null;

/** Whether the law still keeps a sale today: ten years from its acceptance. */
const isKept = ({ state, at }: Quote, today: string) =>
  ['accepted', 'converted'].includes(state) && addMonths(dayInRome(new Date(at)), LAW_MONTHS) >= today;

/**
 * Contracts of which one of these people is a party. The law keeps one for ten years from its delivery, its cancellation
 * or else its making, and for twenty from an advanced signature on it; `until` is the last day.
 */
async function contractsOf({ db, user }: Ctx, ids: readonly number[]) {
  const all = sql`${[...ids]}::bigint[]`;
  const { rows } = await sql<{ id: number; number: string; open: boolean; until: string; advanced: boolean }>`
    select t.id, t.number, t.canceled_at is null and t.state <> 'completed' as open, signed.at is not null as advanced,
      greatest((coalesce(t.delivered_on, t.canceled_at::date, t.created_at::date) + make_interval(months => ${LAW_MONTHS}))::date,
        (signed.at at time zone 'Europe/Rome' + make_interval(years => ${ADVANCED_YEARS}))::date) as until
    from contracts t left join lateral (select max(g.signed_at) as at from signatures s
        join signature_signers g on g.company_id = s.company_id and g.signature_id = s.id
        where s.company_id = ${user.companyId} and s.entity in ('contract', 'contract_addendum') and s.record_id = t.id
          and g.company_id = ${user.companyId} and g.acceptance_id is not null) signed on true
    where t.company_id = ${user.companyId} and (t.customer_id = any(${all}) or t.cobuyer_id = any(${all})
      or t.guarantor_id = any(${all}) or t.representative_id = any(${all})) order by t.id limit 1000`.execute(db);
  return rows;
}

/** Reads everything that belongs to a person, locked if it is to be erased. Throws `not_found`. */
export async function readErasable(ctx: Ctx, id: number, lock = false): Promise<Erasable> {
  const { db, user, today } = ctx;
  await readCustomers(ctx, [id]);
  const ids = await withMerged(ctx, id);
  const customers = await readCustomers(ctx, ids, lock);
  const all = sql`${ids}::bigint[]`;
  const read = async (table: 'quotes' | 'b2b_quotes') =>
    (
      await sql<Quote>`select q.id, q.state, coalesce(q.issued_at, q.created_at) as at from ${sql.table(table)} q
        where q.company_id = ${user.companyId} and q.customer_id = any(${all}) order by q.id ${lock ? sql`for update of q` : sql``}`.execute(
        db,
      )
    ).rows;
  const [quotes, offers] = [await read('quotes'), await read('b2b_quotes')];
  const kept = [...quotes, ...offers].filter((quote) => isKept(quote, today));
  const idsOf = (rows: readonly Quote[], stays: boolean) =>
    rows.filter((row) => isKept(row, today) === stays).map((row) => row.id);
  const customer = customers.find((one) => one.id === id)!;
  const names = ownNames(user.companyId, all);
  const { rows } = await sql<{ consents: number; messages: number; cars: number }>`select
    (select count(*)::int from consents c where c.company_id = ${user.companyId} and c.customer_id = any(${all})) as consents,
    (select count(*)::int from messages m where m.company_id = ${user.companyId} and (m.entity = 'customer' and m.record_id = any(${all})
      or m.entity = 'contract' and m.record_id in (select t.id from contracts t where t.company_id = ${user.companyId} and t.customer_id = any(${all}))
      or m.entity = 'quote' and m.record_id = any(${idsOf(quotes, false)}::bigint[])
      or m.entity = 'b2b_quote' and m.record_id = any(${idsOf(offers, false)}::bigint[]))) as messages,
    (select count(*)::int from used_cars s where s.company_id = ${user.companyId}
      and (s.buyer_id = any(${all}) or s.buyer in ${names} or ${soldBy(all, names)}
        or s.consignor in ${names}))
    + (select count(*)::int from new_cars s where s.company_id = ${user.companyId}
      and (s.buyer_id = any(${all}) or s.buyer in ${names})) as cars`.execute(db);
  const { consents, messages, cars } = rows[0]!;
  const contracts = await contractsOf(ctx, ids);
  const lasting = contracts.filter(({ until }) => until >= today);
  const papers = await papersOf(ctx, ids, LAW_MONTHS);
  const acceptances = await keptAcceptances(ctx, ids);
  const { lawful, needed, idle } = sorted(papers, today);
  const [lost, sold] = [idsOf(quotes, false).length + idsOf(offers, false).length, kept.length];
  const until = latest(kept.map(({ at }) => addMonths(dayInRome(new Date(at)), LAW_MONTHS))) ?? today;
  const counted = <T extends { count: number }>(entries: readonly T[]) => entries.filter(({ count }) => count > 0);
  return {
    customer,
    customers,
    ids,
    quotes: idsOf(quotes, false),
    offers: idsOf(offers, false),
    keptQuotes: idsOf(quotes, true),
    keptOffers: idsOf(offers, true),
    openContracts: contracts.filter(({ open }) => open).map(({ number }) => number),
    keptContracts: lasting.map((one) => one.id),
    papers,
    plan: {
      name: customer.name,
      version: customer.version,
      erases: counted([
        { what: 'Dati anagrafici e di contatto', count: ids.length },
        { what: 'Scansioni di documenti', count: scansOf(customers).length },
        { what: 'Nomi, note e usati in preventivi non conclusi', count: lost },
        { what: 'Messaggi', count: messages },
        { what: 'Consensi e loro prove', count: consents },
        { what: 'Documenti di auto uscite dallo stock, con le scansioni', count: idle.length },
      ]),
      keeps: counted([
        { what: 'Preventivi accettati con i loro documenti', count: sold, why: LAW, until },
        {
          what: 'Contratti con firme, ricevute e i dati delle persone',
          count: lasting.length,
          why: lasting.some(({ advanced }) => advanced) ? `${LAW}. ${ADVANCED_WHY}` : LAW,
          until: latest(lasting.map((one) => one.until)),
        },
        {
          what: 'Adesioni alla firma avanzata, con la dichiarazione e la copia del documento d’identità',
          count: acceptances.length,
          why: ADVANCED_WHY,
          until: latest(acceptances.map((one) => one.until)),
        },
        { what: 'Auto comprate o vendute', count: cars, why: REGISTER, until: addMonths(today, LAW_MONTHS) },
        {
          what: 'Documenti di acquisto e vendita di auto',
          count: lawful.length,
          why: LAW,
          until: latest(lawful.map((one) => one.lawUntil)),
        },
        { what: 'Altri documenti di auto in stock', count: needed.length, why: NEEDED, until: null },
      ]),
    },
  };
}
