import { sql } from 'kysely';
import { numberOf } from '#domain/companies/numbers.ts';
import { addDays, dayInRome } from '#domain/dates.ts';
import { hoursOf } from '#domain/companies/opening.ts';
import { dueBy, watchOf } from '#domain/leads/deadlines.ts';
import { blankOf } from '#domain/record/fields.ts';
import { leadSettingFields } from '#domain/leads/setting-fields.ts';
import { firstLeadReasons, leadMachine } from '#domain/leads/rules.ts';
import type { LeadSource, LeadState } from '#domain/leads/terms.ts';
import { deadline } from '#domain/time.ts';
import { writeCompanyParams } from '#backend/lib/records/params.ts';
import { firstRows } from '#backend/lib/records/reasons.ts';
import { insertRows, nextId, type Owner } from './insert.ts';
import type { SeededCustomer } from './people.ts';
import { Random } from './random.ts';

const LEADS = 40;
/** Of sixteen one is late, so that each of Brera's three sellers has one. */
const LATE = 1;
const HOUR = 3_600_000;
const vehicles = [
  'Lumera Rea 1.5 HEV Comfort',
  'Lumera Alba 1.2',
  'Lumera Corsaro PHEV',
  'Ventor Nido GPL',
  'Ventor Faro diesel',
  'Usata sotto i 15.000 €',
  'Furgone usato',
];
const messages = [
  'Vorrei provarla e sapere quanto valutate la mia auto.',
  'È ancora disponibile? Posso passare sabato mattina.',
  'Cerco una rata sotto i 250 € con poco anticipo.',
  'Mi serve entro fine mese: che cosa avete in pronta consegna?',
  '',
];
const sources: readonly LeadSource[] = ['portal', 'web', 'portal', 'call', 'email'];
const states: readonly LeadState[] = ['closed', 'in_progress', 'in_progress', 'negotiation', 'closed'];

/** While the place is open: then most ask, and somebody can answer at once; and what comes next is planned. */
const whileOpen = (at: Date) => deadline(hoursOf(null), at, 20) ?? at;

/** A company whose showroom is filled: its people, places and customers. */
export interface Showroom {
  companyId: number;
  now: Date;
  sellers: readonly number[];
  locations: readonly number[];
  customers: readonly SeededCustomer[];
}

/** What a portal and the own site cost, so that what a lead and a sale from there cost is told. */
const costs = [
  { name: 'AutoVetrina', source: 'portal', monthly: 390_00, each: 6_00 },
  { name: 'Sito', source: 'web', monthly: 120_00, each: 0 },
] as const;

/** Approved contracts of the last three weeks, the first ones first, each with whose it is. */
const readWins = (owner: Owner, companyId: number, since: string) =>
  owner
    .selectFrom('contracts as k')
    .innerJoin('customers as c', (on) => on.onRef('c.companyId', '=', 'k.companyId').onRef('c.id', '=', 'k.customerId'))
    .select(['k.id', 'k.vehicle', 'k.sellerId', 'k.approvedOn', 'k.customerId', 'c.name', 'c.phone', 'c.email'])
    .where('k.companyId', '=', companyId)
    .where('k.approvedOn', '>=', since)
    .where('k.canceledAt', 'is', null)
    .orderBy('k.approvedOn')
    .orderBy('k.id')
    .execute();
type Win = Awaited<ReturnType<typeof readWins>>[number];

/** What a lead that led to this contract says otherwise. */
const wonBy = ({ id, vehicle, sellerId, approvedOn, customerId, name, phone, email }: Win) => ({
  outcome: 'won',
  contract_id: id,
  closed_on: approvedOn,
  assignee_id: sellerId,
  customer_id: customerId,
  vehicle,
  name,
  phone,
  email,
});

/** Leads of the last three weeks in every state; a few are late, one is nobody's, some led to a contract. */
export async function seedLeads(
  owner: Owner,
  { companyId, now, sellers, locations, customers }: Showroom,
): Promise<void> {
  const random = new Random(companyId * 7919);
  const calendar = hoursOf(null);
  const pace = blankOf(leadSettingFields);
  const firstId = await nextId(owner, 'leads');
  const year = Number(dayInRome(now).slice(0, 4));
  const wins = await readWins(owner, companyId, addDays(dayInRome(now), -21));
  await writeCompanyParams(owner, companyId, addDays(dayInRome(now), -365), { 'leads.sources': [...costs] });
  const made = Array.from({ length: LEADS }, (_, i) => {
    const back = LEADS - i;
    const state = i >= LEADS - 5 ? 'to_handle' : states[i % states.length]!;
    const came = new Date(now.getTime() - back * random.int(8, 13) * HOUR * (i >= LEADS - 5 ? 0.05 : 1));
    const receivedAt = i >= LEADS - 5 || i % 4 === 0 ? came : whileOpen(came);
    const source = sources[i % sources.length]!;
    const person = customers[(i * 7) % customers.length]!;
    const isKnown = i % 4 === 0;
    const lost = random.chance(0.6);
    // Some of the closed ones led to a contract that was approved after they came.
    const at =
      state === 'closed' && i % 10 === 0 ? wins.findIndex((one) => one.approvedOn! >= dayInRome(receivedAt)) : -1;
    const [won] = at < 0 ? [] : wins.splice(at, 1);
    const next = state === 'closed' ? null : nextOf(state, source, receivedAt, i % 16 === LATE);
    return {
      company_id: companyId,
      id: firstId + i,
      number: numberOf('lead', year, i + 1),
      state,
      outcome: state === 'closed' ? (lost ? 'lost' : 'invalid') : null,
      closed_on:
        state === 'closed' ? dayInRome(new Date(Math.min(now.getTime(), receivedAt.getTime() + 48 * HOUR))) : null,
      assignee_id: i === LEADS - 1 ? null : sellers[i % sellers.length]!,
      name: person.name,
      phone: person.phone,
      email: person.phone === null ? (person.email ?? 'senza.recapito@example.it') : person.email,
      source,
      source_name: source === 'portal' ? 'AutoVetrina' : '',
      type: 'sales',
      subtype: null,
      vehicle_type: null,
      vehicle: vehicles[i % vehicles.length]!,
      plate: '',
      tax_code: '',
      quiet: false,
      advert: '',
      message: random.pick(messages),
      location_id: locations[i % locations.length] ?? null,
      customer_id: isKnown ? person.id : null,
      received_at: receivedAt.toISOString(),
      first_at:
        state === 'to_handle' ? null : new Date(receivedAt.getTime() + random.int(5, 90) * 60_000).toISOString(),
      first_due: nextOf('to_handle', source, receivedAt).dueAt,
      next_type: next && (state === 'to_handle' ? 'to_handle' : 'follow_up'),
      next_at: next?.dueAt ?? null,
      warn_at: next?.warnAt ?? null,
      escalate_at: next?.escalateAt ?? null,
      // What is late was told of already.
      told: 2,
      unanswered: state === 'in_progress' ? random.int(0, 2) : 0,
      contract_id: null,
      created_at: receivedAt.toISOString(),
      updated_at: receivedAt.toISOString(),
      ...(won && wonBy(won)),
    };
  });
  /** In work by its deadline from now: a few are late, on closed days, too, and most are not. */
  function nextOf(state: Exclude<LeadState, 'closed'>, source: LeadSource, receivedAt: Date, isLate = false) {
    const running = { state, source, type: 'sales' } as const;
    let from = state === 'to_handle' ? receivedAt : whileOpen(new Date(now.getTime() - random.int(0, 70) * HOUR));
    let due = dueBy(calendar, running, from, pace);
    while (isLate && due > now) {
      from = new Date(from.getTime() - 24 * HOUR);
      due = dueBy(calendar, running, from, pace);
    }
    const { warnAt, escalateAt } = watchOf(calendar, from, due, pace);
    return { dueAt: due.toISOString(), warnAt: warnAt.toISOString(), escalateAt: escalateAt.toISOString() };
  }
  await insertRows(owner, 'leads', made);
  await insertRows(
    owner,
    'lead_actions',
    made
      .filter(({ first_at: at }) => at !== null)
      .map(({ id, first_at: at, assignee_id: user, unanswered }) => ({
        company_id: companyId,
        lead_id: id,
        type: 'in_progress',
        result: unanswered > 0 ? 'failed' : 'success',
        at,
        user_id: user,
        note: '',
      })),
  );
  await seedCourse(owner, companyId);
  await sql`insert into counters (company_id, kind, year, last) values (${companyId}, 'lead', ${year}, ${LEADS})`.execute(
    owner,
  );
}

/** How leads began and ended, with the company's reasons. */
async function seedCourse(owner: Owner, companyId: number): Promise<void> {
  const begun = new Date('2025-01-01T08:00:00Z');
  await insertRows(owner, 'move_reasons', firstRows(companyId, leadMachine, firstLeadReasons, begun));
  await sql`insert into state_changes (company_id, entity, record_id, from_state, to_state, at)
    select company_id, ${leadMachine.entity}, id, null, ${leadMachine.initial}, received_at from leads
    where company_id = ${companyId} order by id`.execute(owner);
  await sql`insert into state_changes (company_id, entity, record_id, from_state, to_state, at)
    select company_id, ${leadMachine.entity}, id, 'negotiation', state, closed_on from leads
    where company_id = ${companyId} and outcome = 'won'`.execute(owner);
  await sql`insert into state_changes (company_id, entity, record_id, from_state, to_state, at, user_id, reason)
    select l.company_id, r.entity, l.id, case l.outcome when 'lost' then 'in_progress' else 'to_handle' end, l.state, l.closed_on, l.assignee_id, r.id::text
    from leads l join move_reasons r on r.company_id = l.company_id and r.entity = ${leadMachine.entity}
      and r.move = case l.outcome when 'lost' then 'lose' else 'dismiss' end and r.place = l.id % 3
    where l.company_id = ${companyId} and l.outcome in ('lost', 'invalid')`.execute(owner);
}
