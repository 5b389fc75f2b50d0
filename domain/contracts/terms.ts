/** Words of contracts: the key is stored, the label is Italian (specification §3, rules.md §11–17, §19). */
import { keysOf, type State } from '../record/machine.ts';

/** A cancelled contract keeps its state: that it was cancelled is said beside it (rules.md §19). */
export const contractStates = {
  incomplete: { label: 'Incompleto', tone: 'mute' },
  waiting_commercial_approvation: { label: 'In attesa di validazione commerciale', tone: 'warn' },
  waiting_approvation: { label: 'In attesa di validazione', tone: 'warn' },
  approved: { label: 'Approvato', tone: 'ok' },
  billed: { label: 'Fatturato', tone: 'info' },
  completed: { label: 'Completato', tone: 'mute' },
} as const satisfies Record<string, State>;
export type ContractState = keyof typeof contractStates;

/** The states in which a contract waits for somebody who validates it. */
export const reviewStates = [
  'waiting_commercial_approvation',
  'waiting_approvation',
] as const satisfies readonly ContractState[];
export type ReviewState = (typeof reviewStates)[number];
export const isReviewed = (state: ContractState): state is ReviewState =>
  (reviewStates as readonly ContractState[]).includes(state);

/** Days in one state after which a contract that goes on is looked for. */
export const LONG_DAYS = 3;

/** What is shown as the state: where a contract is in its course, or how it ended. */
export const shownStates = {
  ...contractStates,
  withdrawn: { label: 'Recesso comunicato', tone: 'bad' },
  canceled: { label: 'Annullato', tone: 'mute' },
} as const;

export const shownStateOf = (contract: {
  state: ContractState;
  canceledAt: string | null;
  withdrawnAt: string | null;
}): keyof typeof shownStates =>
  contract.canceledAt !== null ? 'canceled' : contract.withdrawnAt !== null ? 'withdrawn' : contract.state;

/** What the customer reads of the state. */
export const customerStates = {
  incomplete: 'In preparazione',
  waiting_commercial_approvation: 'In verifica',
  waiting_approvation: 'In verifica',
  approved: 'Accettato dalla concessionaria',
  billed: 'Fatturato',
  completed: 'Auto consegnata',
} as const satisfies Record<ContractState, string>;

export const contractSections = {
  general: 'Dati generali',
  customer: 'Cliente',
  objectives: 'Obiettivi',
  attachments: 'Allegati',
  used_cars: 'Usato ritirato',
  financial: 'Finanziamento',
  contability: 'Contabilità',
  reserved: 'Riservato',
  performances: 'Prestazioni',
  calendars: 'Consegna',
  comments: 'Commenti',
} as const;
export type ContractSection = keyof typeof contractSections;

/** What is sold: a new car, a used one, or used cars to a trader. */
export const contractKinds = { new: 'Nuovo', used: 'Usato', b2b: 'B2B' } as const;
export type ContractKind = keyof typeof contractKinds;

export const contractOrigins = {
  quote: 'Preventivo',
  b2b_quote: 'Offerta B2B',
  stock: 'Stock',
  hand: 'A mano',
  /** Of a system that the company left: it is counted and read, earns nothing, and takes no step. */
  history: 'Sistema precedente',
} as const;
export type ContractOrigin = keyof typeof contractOrigins;

export const signatureTypes = { digital_otp: 'Digitale con codice', analogic: 'A mano, su carta o tablet' } as const;

/** Where the contract was concluded: a consumer may withdraw from one at a distance or off premises. */
export const conclusions = {
  premises: 'In sede',
  distance: 'A distanza',
  off_premises: 'Fuori dai locali commerciali',
  unsolicited: 'Fuori dai locali, in una visita non richiesta o in un’escursione',
} as const;

export const objectives = {
  financial: 'Finanziamento',
  insurance: 'Assicurazione',
  tcm: 'TCM',
  renew: 'Rinnovo TCM',
  rca: 'RCA',
  lcv: 'Veicolo commerciale',
  business_center: 'Business center',
  rent: 'Noleggio',
  prepaid_maintenance: 'Manutenzione prepagata',
  ext_warranty: 'Estensione di garanzia',
  roadside_assistance: 'Assistenza stradale',
  accessories: 'Accessori',
  app_make: 'App della Casa',
  app_dealer: 'App della concessionaria',
  other: 'Altro',
} as const;
export type Objective = keyof typeof objectives;
/** Used contracts have only these (specification §3). */
export const usedObjectives = [
  'financial',
  'insurance',
  'tcm',
  'rca',
  'roadside_assistance',
  'ext_warranty',
  'app_make',
  'app_dealer',
  'other',
] as const satisfies readonly Objective[];
export const objectivesOf = (kind: ContractKind): readonly Objective[] =>
  kind === 'new' ? keysOf(objectives) : usedObjectives;
export const objectiveSources = { auto: 'Dal contratto', hand: 'A mano' } as const;

export const paymentMethods = {
  cash: 'Contanti',
  transfer: 'Bonifico',
  financial: 'Finanziaria',
  used_car: 'Permuta',
  card: 'Carta',
  check: 'Assegno',
  satispay: 'Satispay',
  other: 'Altro',
} as const;
export type PaymentMethod = keyof typeof paymentMethods;

/** Methods by which no money comes from the customer: a car, and what a lender pays. */
export const noMoney: readonly PaymentMethod[] = ['used_car', 'financial'];

/** Rows of the plan; a payment to the customer or to the lender of the car taken in is negative. */
export const paymentKinds = {
  deposit: 'Caparra',
  advance: 'Acconto',
  used_car: 'Permuta',
  debt: 'Estinzione del residuo',
  financed: 'Finanziato',
  balance: 'Saldo',
  refund: 'Rimborso',
} as const;
export type PaymentKind = keyof typeof paymentKinds;
/** The same for the customer; a loan bears the lender’s name where that is known. */
export const customerPayments: Readonly<Record<PaymentKind, string>> = {
  ...paymentKinds,
  deposit: 'Caparra confirmatoria',
  financed: 'Finanziamento',
  balance: 'Saldo alla consegna',
};

/** What becomes of a caparra when the contract ends (art. 1385 of the Civil Code). */
export const depositOutcomes = {
  kept: 'Trattenuta',
  returned: 'Restituita',
  doubled: 'Restituita doppia',
} as const;
export type DepositOutcome = keyof typeof depositOutcomes;

export const financeOutcomes = {
  none: 'Non chiesto',
  asked: 'In esame',
  approved: 'Deliberato',
  refused: 'Rifiutato',
  left: 'Recesso dal credito',
} as const;

/** Types of attachments (rules.md §16). */
export const documentTypes = {
  identity_card: 'Carta d’identità',
  driving_licence: 'Patente',
  passport: 'Passaporto',
  health_card: 'Tessera sanitaria',
  residence_permit: 'Permesso di soggiorno',
  company_record: 'Visura camerale',
  registration: 'Documento unico o libretto',
  ownership: 'Certificato di proprietà',
  conformity: 'Certificato di conformità',
  mini_transfer: 'Certificato di minivoltura',
  scrapping: 'Certificato di rottamazione',
  power_of_attorney: 'Procura',
  deed_of_sale: 'Atto di vendita',
  signed_contract: 'Contratto firmato',
  addendum: 'Addendum firmato',
  signed_privacy: 'Informativa firmata',
  finance_approval: 'Delibera della finanziaria',
  sepa: 'Mandato SEPA',
  income: 'Documento di reddito',
  policy: 'Polizza',
  risk_record: 'Attestato di rischio',
  purchase_invoice: 'Fattura d’acquisto dell’usato',
  condition: 'Scheda dello stato d’uso',
  photos: 'Foto',
  appraisal: 'Perizia',
  self_declaration: 'Autocertificazione o ISEE',
  km_declaration: 'Dichiarazione dei chilometri',
  delivery_report: 'Verbale di consegna',
  invoice: 'Fattura',
  transfer: 'Bonifico',
  debt_statement: 'Conteggio di estinzione',
  other: 'Altro',
} as const;
export type DocumentType = keyof typeof documentTypes;

/** What the back office ticks before it validates (rules.md §15). */
export const checks = {
  identity: 'Identità e codice fiscale',
  documents: 'Documenti del cliente',
  residence: 'Residenza',
  price: 'Prezzo e sconti',
  trade_in: 'Documenti dell’usato',
  finance: 'Delibera',
} as const;
export type Check = keyof typeof checks;

/** What is prepared for a delivery. */
export const preparations = {
  washed: 'Lavaggio',
  checked: 'Controllo dell’auto',
  plated: 'Targhe montate',
  accessories: 'Accessori montati',
  documents: 'Documenti pronti',
  second_key: 'Seconda chiave',
} as const;

/** The margin that a correction changes. */
export const correctedMargins = { first: 'Margine I', second: 'Margine II', third: 'Margine III' } as const;

/** When a contract goes on without the commercial validation (C1). */
export const commercialSkips = {
  never: 'Mai',
  within_cap: 'Se lo sconto rientra nel limite o è autorizzato',
  always: 'Sempre',
} as const;

/** Move of C1–C12 by which a thing must be there at the latest. */
export const signatureStages = { submit: 'Prima della validazione', approve: 'Prima dell’approvazione' } as const;

/** Invoices and credit notes; that of an acconto comes before the sale is invoiced. */
export const invoiceKinds = {
  invoice: 'Fattura',
  advance: 'Fattura d’acconto',
  credit_note: 'Nota di credito',
} as const;
export type InvoiceKind = keyof typeof invoiceKinds;

/** What sellers may register of the money of their contracts. */
export const sellerReceipts = {
  nobody: 'Nessuno',
  planned: 'Caparra e acconti del piano',
  all: 'Tutti',
} as const;
export type SellerReceipts = keyof typeof sellerReceipts;

/** Characters of the reason for which a receipt is reversed. */
export const MOST_REVERSAL = 300;
