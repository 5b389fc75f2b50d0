import { sql, type RawBuilder } from 'kysely';
import { accessOutcomes, accessSubjects } from '#domain/accesses/terms.ts';
import { eventEnds, eventKinds } from '#domain/calendars/event-terms.ts';
import { contractStates, paymentKinds, paymentMethods } from '#domain/contracts/terms.ts';
import { customerFields } from '#domain/customers/fields.ts';
import { relationWords } from '#domain/customers/relations.ts';
import { textOf } from '#domain/record/field-text.ts';
import { shortOf, typed } from '#domain/record/fields.ts';
import { leadSources } from '#domain/leads/terms.ts';
import { channels, purposes, ways } from '#domain/privacy/terms.ts';
import { quoteStates } from '#domain/quotes/terms.ts';
import { paperKinds } from '#domain/stock/paper-kinds.ts';
import { identities } from '#domain/signatures/advanced.ts';
import type { Ctx } from '../lib/work/context.ts';
import type { Column, Kind } from '../lib/files/export.ts';
import type { Customer } from './customers.ts';
import { ownNames, ownPapers, soldBy } from './papers.ts';

type Cell = string | number | boolean | null;

/** One kind of data about a person, as a table with headings. */
export interface PersonTable {
  name: string;
  title: string;
  columns: Column<Cell[]>[];
  rows: Cell[][];
}

type Words = Readonly<Record<string, string>>;
type Head = readonly [header: string, kind?: Kind, words?: Words];

interface Of {
  name: string;
  title: string;
  heads: readonly Head[];
  /** Its columns in the order of the headings, for these customers of the company. */
  select: (companyId: number, ids: RawBuilder<unknown>) => RawBuilder<Record<string, Cell>>;
}

const states = Object.fromEntries(Object.entries(quoteStates).map(([key, { label }]) => [key, label]));
const contracted = Object.fromEntries(Object.entries(contractStates).map(([key, { label }]) => [key, label]));
/** Whoever signs or guarantees a contract. */
const partyOf = (ids: RawBuilder<unknown>) =>
  sql`(t.customer_id = any(${ids}) or t.cobuyer_id = any(${ids}) or t.guarantor_id = any(${ids}) or t.representative_id = any(${ids}))`;
const roles = {
  buyer: 'Acquirente',
  cobuyer: 'Cointestatario',
  guarantor: 'Garante',
  representative: 'Rappresentante',
};
/** As whom: what a buyer paid, where they live and what is noted of them is not told to who signs beside them. */
const roleOf = (ids: RawBuilder<unknown>) =>
  sql`case when t.customer_id = any(${ids}) then 'buyer' when t.cobuyer_id = any(${ids}) then 'cobuyer'
    when t.guarantor_id = any(${ids}) then 'guarantor' else 'representative' end`;
const directions = { in: 'Ricevuto', unverified: 'Ricevuto, mittente non verificato', out: 'Inviato' };

const kinds: readonly Of[] = [
  {
    name: 'preventivi',
    title: 'Preventivi',
    heads: [
      ...([['Numero'], ['Revisione', 'number'], ['Stato', 'text', states], ['Veicolo']] as const),
      ...([
        ['Chiavi in mano', 'money'],
        ['Creato il', 'instant'],
        ['Emesso il', 'instant'],
      ] as const),
      ...([['Usato ritirato'], ['Note']] as const),
    ],
    select: (
      companyId,
      ids,
    ) => sql`select q.number, q.revision, q.state, q.vehicle, q.keys_in_hand, q.created_at, q.issued_at,
        (select string_agg(concat_ws(' ', t ->> 'description', t ->> 'plate'), '; ') from jsonb_array_elements(q.draft -> 'tradeIns') t) as traded,
        q.draft ->> 'notes' as notes
      from quotes q where q.company_id = ${companyId} and q.customer_id = any(${ids}) order by q.id`,
  },
  {
    name: 'offerte-b2b',
    title: 'Offerte B2B',
    heads: [
      ...([['Numero'], ['Revisione', 'number'], ['Stato', 'text', states], ['Auto']] as const),
      ...([
        ['Totale', 'money'],
        ['Creata il', 'instant'],
        ['Emessa il', 'instant'],
      ] as const),
    ],
    select: (companyId, ids) => sql`select q.number, q.revision, q.state, q.vehicle, q.total, q.created_at, q.issued_at
      from b2b_quotes q where q.company_id = ${companyId} and q.customer_id = any(${ids}) order by q.id`,
  },
  {
    name: 'contratti',
    title: 'Contratti',
    heads: [
      ...([['Numero'], ['Ruolo', 'text', roles], ['Stato', 'text', contracted], ['Annullato', 'flag']] as const),
      ['Veicolo'],
      ...([
        ['Totale', 'money'],
        ['Incassato', 'money'],
        ['Firmato il', 'day'],
        ['Consegnato il', 'day'],
        ['Recesso del', 'instant'],
      ] as const),
      ...([['E-mail'], ['Telefono'], ['Indirizzo'], ['Note']] as const),
    ],
    select: (
      companyId,
      ids,
    ) => sql`select t.number, p.role, t.state, t.canceled_at is not null as canceled, t.vehicle, t.total,
        case when p.role = 'buyer' then t.received end as received, t.signed_on::text, t.delivered_on::text, t.withdrawn_at,
        case when p.role = 'buyer' then t.email end as email, case when p.role = 'buyer' then t.phone end as phone,
        case when p.role = 'buyer' then concat_ws(' ', t.address, t.cap, t.city, t.province) end as address,
        case when p.role = 'buyer' then t.notes end as notes
      from contracts t cross join lateral (select ${roleOf(ids)} as role) p where t.company_id = ${companyId} and ${partyOf(ids)} order by t.id`,
  },
  {
    name: 'ricevute',
    title: 'Ricevute',
    heads: [
      ...([['Numero'], ['Contratto'], ['Data', 'day'], ['Voce', 'text', paymentKinds]] as const),
      ...([['Metodo', 'text', paymentMethods], ['Importo', 'money'], ['Riferimento']] as const),
    ],
    select: (
      companyId,
      ids,
    ) => sql`select r.number, t.number as contract, r.received_on::text, r.kind, r.method, r.amount, r.reference
      from contract_receipts r join contracts t on t.company_id = r.company_id and t.id = r.contract_id
      where r.company_id = ${companyId} and t.customer_id = any(${ids}) order by r.id`,
  },
  {
    name: 'accessi',
    title: 'Visite in salone',
    heads: [
      ...([['Giorno', 'day'], ['Nome'], ['Per', 'text', accessSubjects], ['Richiesta'], ['Telefono']] as const),
      ...([['Arrivo', 'instant'], ['Esito', 'text', accessOutcomes], ['Che cosa segue'], ['Note']] as const),
    ],
    select: (
      companyId,
      ids,
    ) => sql`select a.day::text, a.name, a.subject, a.wish, a.phone, a.arrived_at, a.outcome, a.next_step, a.note
      from accesses a where a.company_id = ${companyId} and a.customer_id = any(${ids}) order by a.id`,
  },
  {
    name: 'lead',
    title: 'Richieste (lead)',
    heads: [
      ...([['Numero'], ['Ricevuta', 'instant'], ['Nome'], ['Telefono'], ['E-mail']] as const),
      ...([
        ['Fonte', 'text', leadSources],
        ['Nome della fonte'],
        ['Auto richiesta'],
        ['Targa'],
        ['Messaggio'],
      ] as const),
      ['Non contattare', 'flag'],
      ['Contatti'],
    ],
    select: (
      companyId,
      ids,
    ) => sql`select l.number, l.received_at, l.name, l.phone, l.email, l.source, l.source_name, l.vehicle, l.plate, l.message, l.quiet,
        (select string_agg(a.note, '; ' order by a.id) from lead_actions a
          where a.company_id = ${companyId} and a.lead_id = l.id and a.note <> '') as said
      from leads l where l.company_id = ${companyId} and l.customer_id = any(${ids}) order by l.id`,
  },
  {
    name: 'appuntamenti',
    title: 'Appuntamenti',
    heads: [
      ...([['Che cosa', 'text', eventKinds], ['Titolo'], ['Dalle', 'instant'], ['Alle', 'instant']] as const),
      ...([['Non svolto', 'text', eventEnds], ['Confermato', 'instant'], ['Nota'], ['Patente']] as const),
      ...([['Valida fino al', 'day'], ['Danni']] as const),
    ],
    select: (
      companyId,
      ids,
    ) => sql`select e.kind, e.title, e.starts_at, e.ends_at, e.ended_as, e.confirmed_at, e.note, e.licence,
        e.licence_until::text, e.damage
      from calendar_events e where e.company_id = ${companyId} and e.customer_id = any(${ids}) order by e.starts_at, e.id`,
  },
  {
    name: 'valutazioni',
    title: 'Valutazioni dell’usato',
    heads: [
      ...([['Numero'], ['Auto'], ['Targa'], ['Chilometri', 'number'], ['Offerta', 'money']] as const),
      ...([['Valida fino al', 'day'], ['Danni'], ['Domanda'], ['Note']] as const),
    ],
    select: (
      companyId,
      ids,
    ) => sql`select v.number, concat_ws(' ', v.maker, v.model, v.version_name) as car, v.plate, v.km, v.offer, v.offer_until::text,
        (select string_agg(d ->> 'note', '; ') from jsonb_array_elements(v.damages) d where d ->> 'note' <> '') as damages,
        v.question, v.notes
      from valuations v where v.company_id = ${companyId} and v.customer_id = any(${ids}) order by v.id`,
  },
  {
    name: 'consensi',
    title: 'Consensi',
    heads: [
      ...([
        ['Finalità', 'text', purposes],
        ['Dato', 'flag'],
        ['Mezzi', 'text', channels],
        ['Giorno', 'day'],
      ] as const),
      ...([['Come', 'text', ways], ['Versione del testo', 'number'], ['Prova'], ['Indirizzo IP']] as const),
    ],
    select: (
      companyId,
      ids,
    ) => sql`select c.purpose, c.given, array_to_string(c.channels, ', ') as channels, c.said_on::text, c.way, t.version,
        c.proof, c.ip
      from consents c left join privacy_texts t on t.company_id = c.company_id and t.id = c.text_id
      where c.company_id = ${companyId} and c.customer_id = any(${ids}) order by c.id`,
  },
  {
    name: 'firma-avanzata',
    title: 'Adesioni alla firma elettronica avanzata',
    heads: [
      ...([['Condizioni', 'number'], ['Accettate', 'instant'], ['Davanti a']] as const),
      ...([['Documento', 'text', identities], ['Numero'], ['Cellulare']] as const),
      ...([
        ['Revocata', 'instant'],
        ['Conservata fino al', 'day'],
      ] as const),
    ],
    select: (
      companyId,
      ids,
    ) => sql`select c.version, a.accepted_at, u.name as witness, a.paper_kind, a.paper_number, a.phone, a.revoked_at, a.kept_until::text
      from signature_acceptances a join signature_conditions c on c.company_id = a.company_id and c.id = a.conditions_id
        join users u on u.company_id = a.company_id and u.id = a.witness_id
      where a.company_id = ${companyId} and c.company_id = ${companyId} and u.company_id = ${companyId}
        and a.customer_id = any(${ids}) order by a.id`,
  },
  {
    name: 'messaggi',
    title: 'Messaggi',
    heads: [
      ...([['Verso', 'text', directions], ['Indirizzo o nome'], ['Oggetto'], ['Testo'], ['Data', 'instant']] as const),
    ],
    select: (
      companyId,
      ids,
    ) => sql`select case when m.verified = false then 'unverified' else m.direction end as direction, m.address, m.subject, m.body, m.created_at from messages m
      where m.company_id = ${companyId} and (m.entity = 'customer' and m.record_id = any(${ids})
        or m.entity = 'quote' and m.record_id in (select id from quotes q where q.company_id = ${companyId} and q.customer_id = any(${ids}))
        or m.entity = 'contract' and m.record_id in (select id from contracts c where c.company_id = ${companyId} and c.customer_id = any(${ids}))
        or m.entity = 'lead' and m.record_id in (select id from leads l where l.company_id = ${companyId} and l.customer_id = any(${ids}))
        or m.entity = 'event' and m.record_id in (select id from calendar_events e where e.company_id = ${companyId} and e.customer_id = any(${ids}))
        or m.entity = 'b2b_quote' and m.record_id in (select id from b2b_quotes q where q.company_id = ${companyId} and q.customer_id = any(${ids})))
      order by m.id`,
  },
  {
    name: 'auto-opzionate',
    title: 'Auto opzionate',
    heads: [['Auto'], ['Targa'], ['Fino a', 'instant'], ['Nota']],
    select: (
      companyId,
      ids,
    ) => sql`select concat_ws(' ', s.maker, s.model) as car, s.plate, s.reserved_until, s.reserved_note from used_cars s
      where s.company_id = ${companyId} and s.reserved_for = any(${ids})
      union all select concat_ws(' ', m.name, o.name, v.name), s.plate, s.reserved_until, s.reserved_note from new_cars s
        join versions v on v.id = s.version_id join models o on o.id = v.model_id join makers m on m.id = o.maker_id
      where s.company_id = ${companyId} and s.reserved_for = any(${ids})`,
  },
  {
    name: 'auto-comprate',
    title: 'Auto comprate',
    heads: [['Auto'], ['Targa'], ['Telaio'], ['Prezzo', 'money'], ['Venduta il', 'day']],
    select: (
      companyId,
      ids,
    ) => sql`select concat_ws(' ', s.maker, s.model) as car, s.plate, s.vin, s.sale_price, s.sold_on::text from used_cars s
      where s.company_id = ${companyId} and s.buyer_id = any(${ids})
      union all select concat_ws(' ', m.name, o.name, v.name), s.plate, s.vin, s.sale_price, s.sold_on::text from new_cars s
        join versions v on v.id = s.version_id join models o on o.id = v.model_id join makers m on m.id = o.maker_id
      where s.company_id = ${companyId} and s.buyer_id = any(${ids})`,
  },
  {
    name: 'relazioni',
    title: 'Relazioni',
    heads: [['Chi'], ['È', 'text', relationWords], ['Di chi'], ['Nota']],
    select: (companyId, ids) => sql`select o.name as other, r.kind, c.name, r.note from customer_relations r
        join customers c on c.company_id = r.company_id and c.id = r.customer_id
        join customers o on o.company_id = r.company_id and o.id = r.other_id
      where r.company_id = ${companyId} and (r.customer_id = any(${ids}) or r.other_id = any(${ids})) order by r.id`,
  },
  {
    name: 'auto-vendute',
    title: 'Auto vendute o affidate all’azienda',
    heads: [['Auto'], ['Targa'], ['Rapporto'], ['Giorno', 'day'], ['Importo', 'money']],
    select: (companyId, ids) => {
      const names = ownNames(companyId, ids);
      return sql`select concat_ws(' ', s.maker, s.model) as car, s.plate, x.what, x.day::text, x.amount
        from used_cars s cross join lateral (values
          (${soldBy(ids, names)}, 'Venduta', s.purchased_on, s.purchase_cost),
          (s.consignor in ${names}, 'Affidata in conto vendita', null, null)) x (theirs, what, day, amount)
        where s.company_id = ${companyId} and x.theirs order by s.id`;
    },
  },
  {
    name: 'documenti-auto',
    title: 'Documenti di auto',
    heads: [['Auto'], ['Documento', 'text', paperKinds], ['Nota'], ['Scadenza', 'day'], ['Scansione', 'flag']],
    select: (
      companyId,
      ids,
    ) => sql`select concat_ws(' ', s.maker, s.model, s.plate) as car, p.kind, p.note, p.until::text,
      p.upload_id is not null as scanned ${ownPapers(companyId, ids)} order by p.id`,
  },
  {
    name: 'accessi-ai-dati',
    title: 'Chi ha trattato i dati',
    heads: [['Quando', 'instant'], ['Chi'], ['Operazione']],
    select: (companyId, ids) => sql`select e.at, e.user_name, e.action from audit_events e
      where e.company_id = ${companyId} and e.entity = 'customer' and e.entity_id = any(${ids}) order by e.id`,
  },
];

const columnsOf = (heads: readonly Head[]): Column<Cell[]>[] =>
  heads.map(([header, kind = 'text', words], at) => ({
    header,
    kind,
    value: (row) => {
      const cell = row[at] ?? null;
      if (!words || cell === null) return cell;
      return String(cell)
        .split(', ')
        .map((one) => words[one] ?? one)
        .join(', ');
    },
  }));

/** The fields of each customer, one line for each value. */
const dataOf = (customers: readonly Customer[]): PersonTable => ({
  name: 'anagrafica',
  title: 'Anagrafica',
  columns: columnsOf([['Campo'], ['Valore']]),
  rows: customers.flatMap((customer) =>
    typed(customerFields).map(([key, field]) => [shortOf(field), textOf(field, customer[field.shown ?? key])]),
  ),
});

/** All data about a person, kind by kind. */
export async function tell({ db, user }: Ctx, customers: readonly Customer[]): Promise<PersonTable[]> {
  const all = sql`${customers.map(({ id }) => id)}::bigint[]`;
  const told = [dataOf(customers)];
  for (const { name, title, heads, select } of kinds) {
    const { rows } = await select(user.companyId, all).execute(db);
    told.push({ name, title, columns: columnsOf(heads), rows: rows.map((row) => Object.values(row)) });
  }
  return told;
}
