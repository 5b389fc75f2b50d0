import { importKindNames } from '../imports/kinds.ts';
import { importKinds } from '../imports/terms.ts';
import { privileges as p } from '../privileges.ts';
import { SOON_WORDS } from '../quotes/limits.ts';

interface Kind {
  /** Name in the settings. */
  label: string;
  /** Privileges of the people who get it and therefore see its switches: one is enough. */
  privileges: readonly number[];
  /** Whether it is also sent by mail, until the person changes it. */
  mail: boolean;
  /** Nobody switches it off, and it also comes by mail. */
  fixed?: true;
}

const importers = importKindNames.flatMap((kind): number[] => [...importKinds[kind].privileges]);
const quoting = [p.createQuotes, p.manageOwnQuotes, p.manageAllQuotes];
const contracting = [p.makeContracts, p.validateContracts, p.manageAllContracts];
const leading = [p.createQuotes, p.registerAccesses, p.manageAllLeads];
const offering = [...quoting, p.manageB2bQuotes];

/** Kinds of notifications; in the settings each person switches bell and mail for each kind. */
export const notificationKinds = {
  quote_expiring: { label: `Un preventivo scade ${SOON_WORDS}`, privileges: quoting, mail: false },
  list_changed: { label: 'Cambia il listino di preventivi aperti', privileges: quoting, mail: false },
  quote_opened: { label: 'Il cliente ha aperto il preventivo', privileges: quoting, mail: false },
  quote_question: { label: 'Il cliente ha una domanda', privileges: quoting, mail: true },
  quote_accepted: { label: 'Il cliente ha accettato il preventivo', privileges: quoting, mail: true },
  car_contended: { label: 'Due clienti vogliono la stessa auto', privileges: offering, mail: true },
  car_lost: { label: 'Un’auto offerta o tenuta va a un altro cliente', privileges: offering, mail: true },
  car_back: { label: 'Un’auto persa è di nuovo in vendita', privileges: offering, mail: true },
  hold_ending: { label: 'Una opzione da preventivo accettato finisce oggi', privileges: quoting, mail: false },
  quote_assigned: { label: 'Un collega affida dei preventivi', privileges: quoting, mail: false },
  customer_assigned: { label: 'Un collega affida dei clienti', privileges: [p.createQuotes], mail: false },
  work_handed: {
    label: 'Passa il lavoro di un collega che lascia',
    privileges: [...offering, p.seeCustomers, p.manageCustomers, p.seeStock, p.manageStock],
    mail: true,
  },
  powers_raised: {
    label: 'Un collega alza i propri poteri o cambia provvigioni passate',
    privileges: [p.approveContracts],
    mail: true,
    fixed: true,
  },
  message_failed: { label: 'Un messaggio al cliente non parte', privileges: quoting, mail: false },
  contract_waiting: {
    label: 'Un contratto aspetta la propria validazione',
    privileges: [p.validateContracts, p.approveContracts],
    mail: false,
  },
  contract_moved: {
    label: 'Un proprio contratto va avanti, si riapre o si annulla',
    privileges: [p.makeContracts],
    mail: false,
  },
  contract_returned: {
    label: 'Un proprio contratto è respinto',
    privileges: [p.makeContracts],
    mail: true,
  },
  enclosures_sent: { label: 'Un cliente manda i documenti chiesti', privileges: contracting, mail: false },
  commission_due: {
    label: 'I rendiconti delle provvigioni vanno confermati, o sono in ritardo',
    privileges: [p.seeAllCommissions],
    mail: true,
  },
  commission_confirmed: {
    label: 'Il proprio rendiconto delle provvigioni è confermato',
    privileges: [p.createQuotes],
    mail: false,
  },
  commission_split: {
    label: 'Cambia la propria quota di una vendita',
    privileges: [p.createQuotes],
    mail: false,
  },
  claim_answered: {
    label: 'La casa ha risposto a un rimborso',
    privileges: [p.validateContracts],
    mail: false,
  },
  lead_assigned: { label: 'Un lead è affidato', privileges: leading, mail: false },
  lead_free: { label: 'Un lead aspetta di essere affidato', privileges: [p.manageAllLeads], mail: true },
  lead_late: { label: 'Un lead è in ritardo', privileges: leading, mail: false },
  access_assigned: { label: 'Un cliente in salone aspetta', privileges: [p.createQuotes], mail: false },
  access_open: {
    label: 'A fine giornata restano visite aperte',
    privileges: [p.createQuotes, p.welcomeCustomers, p.manageAccesses],
    mail: false,
  },
  valuation_asked: { label: 'Una valutazione è chiesta a uno specialista', privileges: [p.evaluateUsed], mail: false },
  valuation_answered: {
    label: 'Lo specialista risponde a una valutazione',
    privileges: [p.createQuotes, p.evaluateUsed],
    mail: false,
  },
  valuation_late: { label: 'Una valutazione chiesta è in ritardo', privileges: [p.evaluateUsed], mail: false },
  quota_near: {
    label: 'Le richieste alle fonti delle quotazioni stanno per finire',
    privileges: [p.evaluateUsed, p.managePreferences],
    mail: true,
  },
  contract_ending: {
    label: 'Finisce una garanzia, una polizza o un piano di un cliente',
    privileges: [p.makeContracts],
    mail: false,
  },
  contract_withdrawn: { label: 'Un cliente recede dal contratto', privileges: contracting, mail: true },
  event_changed: {
    label: 'Un appuntamento è preso, spostato o annullato',
    privileges: [...leading, ...contracting, p.manageCalendars],
    mail: false,
  },
  event_missed: {
    label: 'Un appuntamento è mancato: riprenderlo o chiuderlo',
    privileges: [...leading, ...contracting, p.manageCalendars],
    mail: false,
  },
  event_by_customer: {
    label: 'Un cliente conferma, sposta o annulla un appuntamento',
    privileges: [...leading, ...contracting, p.manageCalendars],
    mail: true,
  },
  person_absent: {
    label: 'Un collega è assente: affidare i suoi appuntamenti',
    privileges: [p.manageCalendars, p.manageUsers],
    mail: true,
  },
  document_signed: { label: 'Un documento è firmato da tutti', privileges: contracting, mail: true },
  document_refused: { label: 'Un cliente rifiuta di firmare', privileges: contracting, mail: true },
  approval_asked: {
    label: 'Uno sconto aspetta la propria autorizzazione',
    privileges: [p.approveContracts],
    mail: false,
  },
  approval_decided: {
    label: 'Uno sconto chiesto è autorizzato o rifiutato',
    privileges: quoting,
    mail: false,
  },
  access_asked: {
    label: 'La Casa chiede un accesso per conto dell’azienda',
    privileges: [p.manageUsers],
    mail: true,
    fixed: true,
  },
  person_invited: {
    label: 'La Casa invita qualcuno nell’azienda: confermare o rifiutare',
    privileges: [p.manageUsers],
    mail: true,
    fixed: true,
  },
  person_let_in: {
    label: 'Qualcuno entra su invito della Casa, perché nessuno poteva confermare',
    privileges: [],
    mail: true,
    fixed: true,
  },
  user_kept_out: {
    label: 'La Casa ha bloccato un utente dell’azienda',
    privileges: [p.manageUsers],
    mail: true,
    fixed: true,
  },
  mention: { label: 'Un collega cita in un commento, o ne scrive sotto un rendiconto', privileges: [], mail: true },
  file_to_read: { label: 'Un file aziendale è da leggere', privileges: [], mail: false },
  file_expiring: { label: 'Un file aziendale scade', privileges: [p.manageFiles], mail: false },
  report_failed: {
    label: 'Un rapporto automatico non parte',
    privileges: [p.managePreferences],
    mail: false,
  },
  alert: {
    label: 'Giacenza, firma o pagamento oltre i giorni dell’azienda',
    privileges: [p.manageStock, p.createQuotes, p.makeContracts, p.validateContracts],
    mail: false,
  },
  stage_retired: {
    label: 'La Casa ritira uno stadio delle trattative',
    privileges: [p.manageAllQuotes, p.manageAllLeads],
    mail: false,
  },
  layout_published: {
    label: 'La Casa pubblica una versione nuova di una stampa in uso',
    privileges: [p.managePreferences],
    mail: false,
  },
  ticket_passed: { label: 'Un collega dell’assistenza passa un ticket', privileges: [p.managePreferences], mail: true },
  ticket_answered: { label: 'L’assistenza risponde a un proprio ticket', privileges: [], mail: true },
  spreadsheet_done: { label: 'Un file di molte righe è pronto, o non riesce', privileges: [], mail: false },
  car_names_erased: {
    label: 'Un’auto può nominare un cliente cancellato',
    privileges: [p.managePreferences],
    mail: false,
  },
  import_done: {
    label: 'Una importazione di molte righe è conclusa',
    privileges: [...new Set([p.validateContracts, p.manageAllContracts, ...importers])],
    mail: false,
  },
} as const satisfies Record<string, Kind>;

export type NotificationKind = keyof typeof notificationKinds;

export interface Channels {
  bell: boolean;
  mail: boolean;
}
export type NotificationSettings = { [K in NotificationKind]?: Channels | undefined };

/** Whether nobody switches the kind off. */
export const isFixed = (kind: NotificationKind): boolean => 'fixed' in notificationKinds[kind];

/** The channels of a kind for a person: as switched in the settings, else the bell and the kind's default for mail. */
export const channelsOf = (settings: NotificationSettings, kind: NotificationKind): Channels =>
  (isFixed(kind) ? undefined : settings[kind]) ?? { bell: true, mail: notificationKinds[kind].mail };
