import { accessMachine, firstAccessReasons } from '#domain/accesses/rules.ts';
import { accessSubjects, type AccessOutcome, type AccessState } from '#domain/accesses/terms.ts';
import { addDays, dayInRome, instantInRome, weekdayOf } from '#domain/dates.ts';
import { hoursOf } from '#domain/companies/opening.ts';
import { keysOf } from '#domain/record/machine.ts';
import { firstRows } from '#backend/lib/records/reasons.ts';
import { insertRows, nextId, type Owner } from './insert.ts';
import type { Showroom } from './leads.ts';
import { Random } from './random.ts';
import { visitQuestions, visitReasons } from './stages.ts';

const MINUTE = 60_000;
const EXPECTED = '18:00';
/** Days of visits, today included. */
const DAYS = 14;
const wishes = ['Lumera Corsaro', 'Ostro Zena', 'una Panda', 'usato sotto i 15.000 €', 'Ventor Nido GPL', ''];
const described = ['Anonimo, giacca rossa', 'Coppia con bambino', 'Signore con cappello', ''];
const outcomes: readonly AccessOutcome[] = ['quote', 'test_drive', 'quote', 'call_back', 'no_interest', 'contract'];
const steps: Readonly<Record<AccessOutcome, string>> = {
  quote: 'Preventivo da inviare',
  test_drive: 'Prova fissata',
  contract: 'Contratto da firmare',
  call_back: 'Richiamare in settimana',
  no_interest: '',
};
type Row = Record<string, unknown>;

/** Visits of the last two weeks; today some wait, some are with a seller, somebody is expected. */
export async function seedAccesses(
  owner: Owner,
  { companyId, now, sellers, locations, customers }: Showroom,
): Promise<void> {
  const random = new Random(companyId * 6151);
  // Of its own, so that the visits stay what they were.
  const asked = new Random(companyId * 7919);
  const saidOf = () => ({
    reason: asked.chance(0.85) ? asked.pick(visitReasons) : null,
    answers: visitQuestions.flatMap(({ question, answers }) =>
      asked.chance(0.7) ? [{ question, answer: asked.pick(answers) }] : [],
    ),
  });
  const today = dayInRome(now);
  const place = locations[0]!;
  const firstId = await nextId(owner, 'accesses');
  const rows: Row[] = [];
  const add = (state: AccessState, day: string, at: Date, more: Row) => {
    const id = firstId + rows.length;
    const isKnown = random.chance(0.6) || state === 'seller_handled';
    const person = customers[(id * 11) % customers.length]!;
    rows.push({
      company_id: companyId,
      id,
      version: 1,
      state,
      location_id: place,
      day,
      name: isKnown ? person.name : random.pick(described),
      subject: random.pick(keysOf(accessSubjects)),
      people: random.int(1, 3),
      wish: random.pick(wishes),
      note: '',
      customer_id: isKnown ? person.id : null,
      refusals: 0,
      next_step: '',
      ...(state === 'external_booking' ? { reason: null, answers: [] } : saidOf()),
      created_at: at,
      updated_at: at,
      ...more,
    });
  };
  const before = (minutes: number) => new Date(now.getTime() - minutes * MINUTE);
  for (let back = DAYS - 1; back > 0; back -= 1) {
    const day = addDays(today, -back);
    if (weekdayOf(day) === 'sun') continue;
    for (let ticket = 1; ticket <= random.int(5, 9); ticket += 1) {
      const arrived = new Date(instantInRome(day, '09:05').getTime() + ticket * 50 * MINUTE);
      const end = { handled_at: new Date(arrived.getTime() + random.int(10, 60) * MINUTE), handled_on: day };
      const came = { ticket, arrived_at: arrived, waiting_since: arrived };
      const outcome = random.pick(outcomes);
      const bySeller = { seller_id: random.pick(sellers), assigned_at: arrived, begun_at: arrived, taken_by: 'turn' };
      if (random.chance(0.8))
        add('seller_handled', day, arrived, { ...came, ...end, ...bySeller, outcome, next_step: steps[outcome] });
      else add('desk_handled', day, arrived, { ...came, ...end });
    }
  }
  const held = { seller_id: sellers[0]!, assigned_at: before(32), begun_at: before(30), taken_by: 'own' };
  add('assigned', today, before(40), { ticket: 16, arrived_at: before(40), waiting_since: before(40), ...held });
  for (const [at, minutes] of [21, 11, 4, 1].entries())
    add('waiting', today, before(minutes), {
      ticket: 17 + at,
      arrived_at: before(minutes),
      waiting_since: before(minutes),
      language: at === 1 ? 'de' : null,
      own_seller_id: at === 3 ? sellers[0] : null,
    });
  // Somebody comes this evening, or on the next one on which the usual hours say so.
  const evening = Array.from({ length: DAYS }, (_, ahead) => addDays(today, ahead)).find((day) =>
    hoursOf(null)(day).some(({ to }) => to > EXPECTED),
  )!;
  add('external_booking', evening, before(600), { expected_at: instantInRome(evening, EXPECTED) });
  // The gaps in a row are columns of others: every row has the same.
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const blank = Object.fromEntries(keys.map((key) => [key, null]));
  await insertRows(
    owner,
    'accesses',
    rows.map((row) => ({ ...blank, ...row })),
  );
  await insertRows(
    owner,
    'state_changes',
    rows.map(({ id, created_at: at, state }) => ({
      company_id: companyId,
      entity: accessMachine.entity,
      record_id: id,
      from_state: null,
      to_state: state === 'external_booking' ? state : 'waiting',
      at,
    })),
  );
  const begun = new Date('2025-01-01T08:00:00Z');
  await insertRows(owner, 'move_reasons', firstRows(companyId, accessMachine, firstAccessReasons, begun));
}
