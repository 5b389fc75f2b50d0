/** Questions that dealers have asked the manufacturer: one of each state, and what the manufacturer noted for itself. */
import { sql } from 'kysely';
import type { TicketState } from '#domain/support/terms.ts';
import { BRERA, LIGURE } from './companies.ts';
import { enter, insertRows, nextId, type Owner } from './insert.ts';

interface Question {
  companyId: number;
  email: string;
  subject: string;
  page: string;
  state: TicketState;
  /** Who wrote, minutes ago and what, the oldest first. */
  said: readonly (readonly ['dealer' | 'network' | 'note', number, string])[];
}

const HOUR = 60;
const DAY = 24 * HOUR;

const questions: readonly Question[] = [
  {
    companyId: BRERA,
    email: 'paolo.riva@brera.example.it',
    subject: 'Logo sfocato nelle stampe',
    page: '/dealer/preferences/print_layouts',
    state: 'closed',
    said: [
      ['dealer', 6 * DAY, 'Nel PDF del preventivo il logo è sfocato, a video no.'],
      ['network', 6 * DAY - 34, 'Il file caricato è largo 180 pixel: caricarne uno da almeno 800, o in SVG.'],
      ['dealer', 5 * DAY, 'Con il nuovo file è nitido, grazie.'],
    ],
  },
  {
    companyId: BRERA,
    email: 'elena.conti@brera.example.it',
    subject: 'Rimborso della campagna permuta',
    page: '/dealer/contracts/claims',
    state: 'waiting',
    said: [
      ['dealer', 2 * DAY, 'Per la permuta basta la visura, o serve anche il certificato di rottamazione?'],
      ['note', 2 * DAY - 12, 'Regolamento 2026, punto 4: il certificato serve solo con la rottamazione.'],
      ['network', 2 * DAY - 22, 'Basta la visura, se l’auto resta in vendita. Si tratta di una rottamazione?'],
    ],
  },
  {
    companyId: LIGURE,
    email: 'anna.bruno@ligure.example.it',
    subject: 'Nuova sede a Savona',
    page: '/dealer/preferences/locations',
    state: 'open',
    said: [['dealer', 3 * HOUR, 'Apriamo a Savona a gennaio: la sede la aggiungiamo noi, o la apre la Casa?']],
  },
  {
    companyId: BRERA,
    email: 'giulia.ferrari@brera.example.it',
    subject: 'Il prezzo stampato non è quello della pagina',
    page: '/dealer/quotes/retail',
    state: 'open',
    said: [['dealer', 25, 'La pagina dice 40.900,00 €, il PDF 40.200,00 €. Il cliente è qui.']],
  },
];

/** The tickets of the demo world; whoever of the manufacturer can log in has answered. */
export async function seedTickets(owner: Owner, now: Date): Promise<void> {
  await enter(owner, 10);
  const { rows } = await sql<{
    id: number;
    name: string;
  }>`select id, name from users where company_id = 10 order by id limit 1`.execute(owner);
  const { id: handlerId, name: handler } = rows[0]!;
  for (const { companyId, email, subject, page, state, said } of questions) {
    await enter(owner, companyId);
    const asker = await owner
      .selectFrom('users')
      .select(['id', 'name'])
      .where('companyId', '=', companyId)
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    const at = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();
    const answered = said.find(([side]) => side === 'network');
    const spoken = said.filter(([side]) => side !== 'note');
    const id = await nextId(owner, 'tickets');
    const ticket = { companyId, id, subject, page, state, askerId: asker.id, asker: asker.name };
    const answer = answered
      ? { answeredAt: at(answered[1]), handler, handlerId }
      : { answeredAt: null, handler: null, handlerId: null };
    await insertRows(owner, 'tickets', [
      { ...ticket, ...answer, askedAt: at(said[0]![1]), changedAt: at(spoken.at(-1)![1]) },
    ]);
    const first = await nextId(owner, 'ticket_messages');
    await insertRows(
      owner,
      'ticket_messages',
      said.map(([side, minutes, text], place) => ({
        companyId,
        ticketId: id,
        id: first + place,
        side,
        author: side === 'dealer' ? asker.name : handler,
        text,
        at: at(minutes),
      })),
    );
  }
}
