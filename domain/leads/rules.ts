/** The course of a lead (rules.md §21, L0–L9). */
import { addDays } from '../dates.ts';
import { keysOf, type Guard, type Machine } from '../record/machine.ts';
import { privileges as p } from '../privileges.ts';
import { assignFields, followUpFields, parkFields } from './fields.ts';
import { handles, leadRights } from './rights.ts';
import { leadStates, openStates, type LeadState } from './terms.ts';

/** Days within which the assignee reopens a closed lead; later who manages all. */
export const REOPEN_DAYS = 30;
/** Minutes within which who logged an action takes it back, while nothing else has happened to the lead. */
export const TAKE_BACK_MINUTES = 15;

/** Why a lead is not put off until a day; undefined: it may be. */
export const parkRefused = (until: string, today: string): string | undefined =>
  until <= today || until > addDays(today, 400) ? 'Scegliere un giorno da domani a un anno' : undefined;

export interface LeadFacts {
  state: LeadState;
  assigneeId: number | null;
  /** The contract that it led to. */
  contractId: number | null;
  /** Day in Rome on which it was closed. */
  closedOn: string | null;
}

const linked: Guard<LeadFacts> = {
  holds: ({ contractId }) => contractId !== null,
  refused: 'Collegare prima il contratto.',
  field: 'contractId',
};
const closed = 'Il lead è chiuso: si può riaprire.';
const others = 'Lo lavora chi ha il lead in carico.';
const undid = 'ha annullato un’azione';

export const leadMachine = {
  entity: 'lead',
  path: '/leads',
  rights: leadRights,
  states: leadStates,
  initial: 'to_handle',
  owners: ({ assigneeId }) => (assigneeId === null ? [] : [assigneeId]),
  moves: {
    take: {
      from: ['to_handle'],
      to: 'in_progress',
      may: handles,
      label: 'Prendi in carico',
      done: 'Lead in lavorazione.',
      did: 'ha preso in carico il lead',
      refused: { closed, else: 'Il lead è già in lavorazione.' },
      others,
    },
    negotiate: {
      from: ['in_progress'],
      to: 'negotiation',
      may: handles,
      label: 'Passa in trattativa',
      done: 'Lead in trattativa.',
      did: 'ha portato il lead in trattativa',
      refused: { closed, to_handle: 'Prendere prima in carico il lead.', else: 'Il lead è già in trattativa.' },
      others,
    },
    stepBack: {
      from: ['negotiation'],
      to: 'in_progress',
      may: handles,
      label: 'Torna in lavorazione',
      done: 'Lead di nuovo in lavorazione.',
      did: 'ha riportato il lead in lavorazione',
      refused: { closed, else: 'Il lead non è in trattativa.' },
      others,
    },
    win: {
      from: ['in_progress', 'negotiation'],
      to: 'closed',
      may: handles,
      guards: [linked],
      label: 'Chiudi come vinto',
      done: 'Lead vinto.',
      did: 'ha chiuso il lead come vinto',
      refused: { closed: 'Il lead è già chiuso.', else: 'Prendere prima in carico il lead.' },
      others,
    },
    won: {
      from: ['in_progress', 'negotiation'],
      to: 'closed',
      by: 'record.moved',
      did: 'ha vinto il lead: il contratto è approvato',
    },
    recalled: {
      from: ['closed'],
      to: 'in_progress',
      by: 'lead.follow-up',
      did: 'ha riaperto il lead: è il giorno in cui risentirlo',
    },
    joined: {
      from: openStates,
      to: 'closed',
      by: 'lead.join',
      did: 'ha unito il lead a un altro della stessa persona',
    },
    // Taken back: each goes on from where it stood.
    partedFresh: { from: ['closed'], to: 'to_handle', by: 'lead.join', did: 'ha separato il lead' },
    partedWork: { from: ['closed'], to: 'in_progress', by: 'lead.join', did: 'ha separato il lead' },
    partedTalks: { from: ['closed'], to: 'negotiation', by: 'lead.join', did: 'ha separato il lead' },
    // An action taken back: the lead stands as before it.
    undoneToFresh: { from: ['in_progress', 'negotiation', 'closed'], to: 'to_handle', by: 'lead.undo', did: undid },
    undoneToWork: { from: ['negotiation', 'closed'], to: 'in_progress', by: 'lead.undo', did: undid },
    undoneToTalks: { from: ['in_progress', 'closed'], to: 'negotiation', by: 'lead.undo', did: undid },
    lose: {
      from: ['in_progress', 'negotiation'],
      to: 'closed',
      may: handles,
      ownReasons: true,
      takes: followUpFields,
      label: 'Chiudi come perso',
      done: 'Lead chiuso come perso.',
      did: 'ha chiuso il lead come perso',
      refused: { closed: 'Il lead è già chiuso.', else: 'Un lead mai lavorato si chiude come non valido.' },
      others,
    },
    dismiss: {
      from: ['to_handle'],
      to: 'closed',
      may: handles,
      ownReasons: true,
      label: 'Chiudi come non valido',
      done: 'Lead chiuso come non valido.',
      did: 'ha chiuso il lead come non valido',
      refused: { closed: 'Il lead è già chiuso.', else: 'Un lead in lavorazione si chiude come perso.' },
      others,
    },
    reopen: {
      from: ['closed'],
      to: 'in_progress',
      may: handles,
      notBy: ({ assigneeId, closedOn }, { privileges, today }) =>
        assigneeId === null ||
        privileges.includes(p.manageAllLeads) ||
        closedOn === null ||
        today <= addDays(closedOn, REOPEN_DAYS)
          ? []
          : [assigneeId],
      ownReasons: true,
      label: 'Riapri',
      done: 'Lead riaperto.',
      did: 'ha riaperto il lead',
      refused: { else: 'Il lead è aperto.' },
      others: `Dopo ${REOPEN_DAYS} giorni lo riapre chi gestisce tutti i lead.`,
    },
  },
  acts: {
    save: {
      from: keysOf(leadStates),
      may: handles,
      label: 'Salva',
      did: 'ha modificato il lead',
      refused: { else: 'Il lead non si modifica.' },
      others,
    },
    log: {
      from: openStates,
      may: handles,
      label: 'Registra un’azione',
      did: 'ha registrato un’azione',
      refused: { else: closed },
      others,
    },
    takeBack: {
      from: keysOf(leadStates),
      may: handles,
      label: 'Annulla l’azione',
      did: undid,
      refused: { else: 'L’azione non si annulla.' },
      others,
    },
    park: {
      from: openStates,
      may: handles,
      takes: parkFields,
      label: 'Rinvia a un giorno',
      done: 'Lead rinviato.',
      did: 'ha rinviato il lead',
      refused: { else: closed },
      others,
    },
    write: {
      from: openStates,
      may: handles,
      label: 'Scrivi',
      did: 'ha scritto al cliente',
      refused: { else: closed },
      others,
    },
    join: {
      from: openStates,
      may: handles,
      label: 'Unisci',
      did: 'ha unito un altro lead della stessa persona',
      refused: { else: closed },
      others,
    },
    part: {
      from: openStates,
      may: handles,
      label: 'Separa',
      did: 'ha separato un lead',
      refused: { else: closed },
      others,
    },
    apart: {
      from: keysOf(leadStates),
      may: handles,
      label: 'Persone diverse',
      did: 'ha detto che sono persone diverse',
      refused: { else: closed },
      others,
    },
    stage: {
      from: openStates,
      may: handles,
      label: 'Stadio',
      did: 'ha cambiato lo stadio',
      refused: { else: 'La trattativa è finita: lo stadio segue dal lead.' },
      others,
    },
    assign: {
      from: openStates,
      may: { own: [], all: [p.manageAllLeads, p.approveContracts] },
      takes: assignFields,
      label: 'Passa a…',
      done: 'Lead affidato.',
      did: 'ha affidato il lead',
      refused: { else: closed },
      others: 'Lo affida chi gestisce i lead.',
    },
  },
} as const satisfies Machine<LeadState, LeadFacts>;

/**
 * Moves that want a reason of the company, and a contract that does not come about (`fail`), with the reasons that a new
 * company has.
 */
export const firstLeadReasons = {
  lose: ['Concorrente', 'Prezzo', 'Nessuna risposta', 'Rinuncia', 'Doppione', 'Altro'],
  dismiss: ['Non valido', 'Doppione', 'Recapito errato', 'Altro'],
  reopen: ['Il cliente ci ha ripensato', 'Chiuso per errore', 'Altro'],
  fail: ['Finanziamento rifiutato', 'Prezzo', 'Valutazione dell’usato', 'Tempi di consegna', 'Altro'],
} as const satisfies Partial<Record<keyof typeof leadMachine.moves | 'fail', readonly string[]>>;
