import { addDays } from '../dates.ts';
import { keysOf, stateIn, type Guard, type Machine } from '../record/machine.ts';
import { privileges as p } from '../privileges.ts';
import type { Issue, Priced } from './sheet/priced.ts';
import type { Approval } from './approvals/schema.ts';
import { capIssue, discountFacts, overValuation, type Limits } from './approvals/caps.ts';
import { quoteRights } from './rights.ts';
import type { PriceSheet, QuoteDraft } from './schema.ts';
import { closeReasons, quoteStates, type QuoteState } from './terms.ts';

export interface QuoteFacts {
  /** The stored state: `expired` follows from `expiresOn` and the day. */
  state: QuoteState;
  expiresOn: string | null;
  superseded: boolean;
  sellerId: number;
}

/** The last day of validity of a quote that is issued on `day`. */
export const expiryOf = (day: string, expiryDays: number): string => addDays(day, expiryDays);

/** The state on a day in Rome: an issued quote is expired from the end of its last day. */
export const stateOn = (quote: Pick<QuoteFacts, 'state' | 'expiresOn'>, day: string): QuoteState =>
  stateIn(quoteStates, quote, day);

/** The privileges for managing issued quotes. */
const manages = { own: [p.manageOwnQuotes], all: [p.manageAllQuotes] } as const;
export const latest: Guard<QuoteFacts> = {
  holds: ({ superseded }) => !superseded,
  refused: 'Esiste una revisione più recente di questo preventivo.',
};
const guards = [latest];

/** The moves of a quote (rules.md §20, 2). Expiry is not a move: it happens when its day passes. */
export const quoteMachine = {
  entity: 'quote',
  path: '/quotes',
  rights: quoteRights,
  states: quoteStates,
  initial: 'draft',
  owners: ({ sellerId }) => [sellerId],
  moves: {
    issue: {
      from: ['draft'],
      to: 'issued',
      may: quoteRights.change,
      guards,
      label: 'Emetti preventivo',
      done: 'Emesso il preventivo {number}, valido fino al {day}.',
      did: 'ha emesso il preventivo',
      refused: { else: 'Il preventivo è già stato emesso.' },
    },
    accept: {
      from: ['issued'],
      to: 'accepted',
      may: manages,
      guards,
      label: 'Accettato',
      done: 'Preventivo accettato dal cliente.',
      did: 'ha segnato il preventivo come accettato',
      refused: {
        draft: 'Il preventivo non è ancora stato emesso.',
        accepted: 'Il preventivo è già stato accettato.',
        expired: 'Il preventivo è scaduto: creare una nuova revisione ai prezzi di oggi.',
        else: 'Si può accettare solo un preventivo emesso.',
      },
    },
    withdraw: {
      from: ['accepted'],
      to: 'issued',
      may: manages,
      guards,
      label: 'Annulla accettazione',
      done: 'Il preventivo è di nuovo in attesa di risposta.',
      did: 'ha annullato l’accettazione',
      refused: { else: 'Il preventivo non è accettato: non c’è nulla da annullare.' },
    },
    close: {
      from: ['issued', 'accepted', 'expired'],
      to: 'closed',
      may: manages,
      guards,
      reasons: closeReasons,
      noteFor: ['other'],
      label: 'Perso',
      done: 'Preventivo segnato come perso.',
      did: 'ha chiuso il preventivo',
      refused: { else: 'Si può chiudere solo un preventivo emesso.' },
    },
    reopen: {
      from: ['closed'],
      to: 'issued',
      may: manages,
      guards,
      label: 'Riapri',
      done: 'Preventivo riaperto.',
      did: 'ha riaperto il preventivo',
      refused: { else: 'Si può riaprire solo un preventivo perso.' },
    },
    convert: { from: ['issued', 'accepted'], to: 'converted', by: 'contract', did: 'ha fatto il contratto' },
    unconvert: { from: ['converted'], to: 'issued', by: 'contract', did: 'ha annullato il contratto' },
  },
  acts: {
    save: {
      from: ['draft'],
      may: quoteRights.change,
      guards,
      label: 'Salva',
      did: 'ha modificato la bozza',
      refused: {
        closed: 'Il preventivo è perso: riaprirlo per creare una nuova revisione.',
        else: 'Il preventivo non è modificabile: creare una nuova revisione per cambiarlo.',
      },
    },
    delete: {
      from: ['draft'],
      may: quoteRights.change,
      guards,
      label: 'Elimina bozza',
      did: 'ha eliminato la bozza',
      refused: { else: 'Si possono eliminare solo le bozze.' },
    },
    send: {
      from: ['issued', 'accepted'],
      may: quoteRights.change,
      guards,
      label: 'Invia',
      did: 'ha inviato il preventivo al cliente',
      refused: {
        draft: 'Il preventivo non è ancora stato emesso.',
        expired: 'Il preventivo è scaduto: creare una nuova revisione ai prezzi di oggi.',
        else: 'Questo preventivo non si invia più.',
      },
    },
    revise: {
      from: ['issued', 'accepted', 'expired'],
      may: manages,
      guards,
      label: 'Nuova revisione',
      did: 'ha creato una revisione',
      refused: {
        closed: 'Il preventivo è perso: riaprirlo prima di rivederlo.',
        else: 'Questo preventivo non si può rivedere.',
      },
    },
    stage: {
      from: ['issued', 'accepted', 'expired'],
      may: manages,
      guards,
      label: 'Stadio',
      did: 'ha cambiato lo stadio',
      refused: {
        draft: 'Il preventivo non è ancora stato emesso.',
        else: 'La trattativa è finita: lo stadio segue dal preventivo.',
      },
    },
    hold: {
      from: ['accepted'],
      may: manages,
      guards,
      label: 'Opziona',
      did: 'ha opzionato l’auto per il preventivo',
      refused: { else: 'Solo un preventivo accettato tiene la sua auto.' },
    },
    letGo: {
      from: ['accepted'],
      may: manages,
      guards,
      label: 'Lascia l’auto',
      did: 'ha lasciato l’auto del preventivo',
      refused: { else: 'Solo un preventivo accettato tiene la sua auto.' },
    },
    assign: {
      from: ['draft', 'issued', 'accepted', 'expired'],
      may: { own: [], all: [p.manageAllQuotes] },
      guards,
      label: 'Assegna a un altro venditore',
      did: 'ha assegnato il preventivo',
      refused: {
        closed: 'Il preventivo è perso: riaprirlo prima di assegnarlo.',
        else: 'Il preventivo è in contratto: il venditore non si cambia più.',
      },
    },
    // A superseded quote is history: it can only be duplicated.
    duplicate: {
      from: keysOf(quoteStates),
      may: { own: [], all: [p.createQuotes] },
      label: 'Duplica',
      did: 'ha duplicato il preventivo',
      refused: { else: 'Questo preventivo non si può duplicare.' },
    },
  },
} as const satisfies Machine<QuoteState, QuoteFacts>;

/** The limits of the person who issues, and the request beyond them. */
export interface IssueLimits extends Limits {
  approval: Pick<Approval, 'state' | 'facts'> | null;
}
const uncapped: IssueLimits = { cap: null, floor: null, approval: null };

/** The limits of the reader of the sheet. */
export const limitsOf = ({ discountCap, used }: Pick<PriceSheet, 'discountCap' | 'used'>): Limits => ({
  cap: discountCap,
  floor: used?.minPrice ?? null,
});

/** Everything that prevents a draft from being issued: errors of its price, and data that a printed quote needs. */
export function issueBlockers(
  priced: Priced,
  draft: QuoteDraft,
  { approval, ...limits }: IssueLimits = uncapped,
): Issue[] {
  const blockers = priced.issues.filter((issue) => issue.level === 'error');
  const need = (missing: boolean, path: string, message: string) => {
    if (missing) blockers.push({ level: 'error', path, message });
  };
  need(draft.customer === null, 'customer', 'Scegliere il cliente');
  draft.tradeIns.forEach((car, i) => {
    need(car.plate === '', `tradeIns.${i}.plate`, 'Inserire la targa dell’usato');
    need(car.description === '', `tradeIns.${i}.description`, 'Inserire marca e modello dell’usato');
  });
  const past = capIssue(discountFacts(draft, priced, limits.cap), limits, approval, overValuation(draft, limits.cap));
  return past ? [...blockers, past] : blockers;
}
