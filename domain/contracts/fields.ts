/** The fields of a contract by section; amounts are cents, days are calendar days in Rome. */
import type { Fields } from '../record/fields.ts';
import { CAR_LIMIT, SUM_LIMIT } from '../money.ts';
import { scan, typesOf } from '../uploads/kinds.ts';
import { marginSeenWith, reservedSeenWith } from './rights.ts';
import * as terms from './terms.ts';

const day = { kind: 'day', nullable: true } as const;
const line = { kind: 'text', maxLength: 160 } as const;
const person = { kind: 'lookup', nullable: 'Nessuno' } as const;
const file = { kind: 'file', types: typesOf(scan.kinds), mostBytes: scan.mostBytes } as const;

/** A car that is taken in, beside what the quote says of it; its place among them decides which one it is. */
export const contractTradeInFields = {
  vin: { label: 'Telaio', kind: 'text', maxLength: 17 },
  owner: { ...line, label: 'Intestatario' },
  registeredOn: { ...day, span: 'past', label: 'Prima immatricolazione' },
  lender: { ...line, label: 'Finanziaria del residuo', short: 'Finanziaria' },
  statementOn: { ...day, span: 'recent', label: 'Conteggio di estinzione del', short: 'Conteggio del' },
  /** What it is worth after a second look; null: as agreed. */
  revaluation: { label: 'Rivalutazione', kind: 'money', max: CAR_LIMIT, nullable: 'Come concordato' },
  revaluationReason: { ...line, label: 'Motivo della rivalutazione', short: 'Motivo' },
} as const satisfies Fields;

/** A row of the plan of payments. */
export const paymentFields = {
  kind: { label: 'Voce', kind: 'choice', words: terms.paymentKinds, default: 'balance' },
  method: { label: 'Metodo', kind: 'choice', words: terms.paymentMethods, default: 'transfer' },
  dueOn: { ...day, span: 'planned', label: 'Entro il' },
  amount: { label: 'Importo', kind: 'money', max: SUM_LIMIT, min: -SUM_LIMIT },
  note: { ...line, label: 'Nota' },
} as const satisfies Fields;
export const MOST_PAYMENTS = 24;

export const attachmentFields = {
  type: { label: 'Tipo', kind: 'choice', words: terms.documentTypes },
  uploadId: { ...file, label: 'File', required: 'Scegliere il file' },
  expiresOn: { ...day, span: 'period', label: 'Scade il' },
  note: { ...line, label: 'Nota' },
} as const satisfies Fields;

export const objectiveFields = {
  objective: { label: 'Obiettivo', kind: 'choice', words: terms.objectives },
  note: { ...line, label: 'Nota' },
  /** An upload that proves it. */
  proofId: { ...file, label: 'Prova', nullable: true },
} as const satisfies Fields;

const general = {
  partnerId: { ...person, label: 'Secondo venditore', shown: 'partner', section: 'general' },
  locationId: { label: 'Sede', kind: 'lookup', shown: 'location', nullable: 'Non indicata', section: 'general' },
  businessCenterId: {
    label: 'Business center',
    kind: 'lookup',
    shown: 'businessCenter',
    nullable: 'Non indicato',
    section: 'general',
  },
  promisedOn: { ...day, span: 'planned', label: 'Consegna promessa', section: 'general' },
  signatureType: { label: 'Firma', kind: 'choice', words: terms.signatureTypes, section: 'general' },
  concluded: { label: 'Concluso', kind: 'choice', words: terms.conclusions, section: 'general' },
  overrideReason: {
    label: 'Motivo del prezzo',
    kind: 'area',
    maxLength: 1000,
    help: 'Se lo sconto supera il limite o il margine è sotto il minimo',
    section: 'general',
  },
  notes: { label: 'Note stampate', short: 'Note', kind: 'area', maxLength: 4000, section: 'general' },
} as const satisfies Fields;

const customer = {
  customerId: { ...person, label: 'Cliente', shown: 'customer', section: 'customer' },
  cobuyerId: { ...person, label: 'Cointestatario', shown: 'cobuyer', section: 'customer' },
  guarantorId: { ...person, label: 'Garante', shown: 'guarantor', section: 'customer' },
  representativeId: { ...person, label: 'Legale rappresentante', shown: 'representative', section: 'customer' },
  profession: { ...line, label: 'Professione', section: 'customer' },
  /** Where the customer is reached about this contract. */
  email: { label: 'E-mail', kind: 'text', maxLength: 254, section: 'customer' },
  phone: { label: 'Telefono', kind: 'text', phone: true, maxLength: 20, section: 'customer' },
  address: { ...line, label: 'Indirizzo', section: 'customer' },
  cap: { label: 'CAP', kind: 'text', maxLength: 12, section: 'customer' },
  city: { label: 'Città', kind: 'text', maxLength: 80, section: 'customer' },
  province: { label: 'Provincia', kind: 'text', maxLength: 2, section: 'customer' },
} as const satisfies Fields;
/** What of it the customer's own record says as well. */
export const contactKeys = ['email', 'phone', 'address', 'cap', 'city', 'province'] as const;
/** Who the parties are: after the approval only their data are corrected. */
export const identity = ['customerId', 'cobuyerId', 'guarantorId', 'representativeId'] as const;

const usedCars = {
  tradeIns: {
    label: 'Auto ritirate',
    kind: 'rows',
    fields: contractTradeInFields,
    most: 3,
    invalid: 'Al massimo 3 usati',
    section: 'used_cars',
  },
  /** Written where the values are read (`recheck`), never with the section: a page that is open elsewhere knows less. */
  tradeInChecked: { label: 'Usato ricontrollato', kind: 'flag', section: 'used_cars', derived: true },
} as const satisfies Fields;

const financial = {
  financeOutcome: { label: 'Esito', kind: 'choice', words: terms.financeOutcomes, section: 'financial' },
  practiceNumber: { label: 'Numero di pratica', kind: 'text', maxLength: 40, section: 'financial' },
  resolvedOn: { ...day, span: 'recent', label: 'Delibera del', section: 'financial' },
  resolvedUntil: {
    ...day,
    span: 'planned',
    label: 'Delibera valida fino al',
    short: 'Delibera fino al',
    section: 'financial',
  },
  /** When the customer said so: the law counts from that day. */
  leftOn: {
    ...day,
    span: 'recent',
    label: 'Recesso comunicato il',
    when: { field: 'financeOutcome', is: ['left'] },
    section: 'financial',
  },
  liquidatedOn: { ...day, span: 'recent', label: 'Liquidato il', section: 'financial' },
  precontractOn: {
    ...day,
    span: 'recent',
    label: 'Informazioni precontrattuali del',
    short: 'Precontrattuali',
    section: 'financial',
  },
  precontractVersion: { label: 'Versione delle informazioni', kind: 'text', maxLength: 40, section: 'financial' },
  planEndsOn: { ...day, span: 'period', label: 'Fine del piano', section: 'financial' },
  policyEndsOn: { ...day, span: 'period', label: 'Fine della polizza', section: 'financial' },
} as const satisfies Fields;

const contability = {
  payments: {
    label: 'Piano dei pagamenti',
    kind: 'rows',
    fields: paymentFields,
    most: MOST_PAYMENTS,
    invalid: `Al massimo ${MOST_PAYMENTS} righe`,
    section: 'contability',
  },
  depositOutcome: {
    label: 'Caparra alla chiusura',
    kind: 'choice',
    words: terms.depositOutcomes,
    nullable: 'Non decisa',
    section: 'contability',
  },
} as const satisfies Fields;

const office = { section: 'reserved', seenWith: reservedSeenWith } as const;
const reserved = {
  checklist: { ...office, label: 'Verifiche', kind: 'many', words: terms.checks },
  depositWaiver: { ...office, label: 'Si procede senza caparra', kind: 'flag' },
  platePending: { ...office, label: 'Targa in arrivo', kind: 'flag', help: 'Si fattura prima della targa' },
  protocol: { ...office, label: 'Protocollo', kind: 'text', maxLength: 60 },
  internalNotes: { ...office, label: 'Note interne', kind: 'area', maxLength: 4000 },
} as const satisfies Fields;

const performances = {
  corrections: {
    label: 'Correzioni',
    kind: 'rows',
    most: 20,
    section: 'performances',
    seenWith: marginSeenWith,
    fields: {
      margin: { label: 'Margine', kind: 'choice', words: terms.correctedMargins, default: 'third' },
      label: { ...line, label: 'Descrizione', required: 'Inserire la descrizione' },
      amount: { label: 'Importo netto', kind: 'money', max: CAR_LIMIT, min: -CAR_LIMIT },
    },
  },
} as const satisfies Fields;

const calendars = {
  deliveryOn: { ...day, span: 'planned', label: 'Giorno di consegna', section: 'calendars' },
  deliveryAt: {
    label: 'Ora',
    kind: 'text',
    maxLength: 5,
    pattern: /^(([01]\d|2[0-3]):[0-5]\d)?$/,
    invalid: 'Inserire un orario, per esempio 14:30',
    section: 'calendars',
  },
  deliveryPlace: { ...line, label: 'Baia o luogo', section: 'calendars' },
  preparation: { label: 'Preparazione', kind: 'many', words: terms.preparations, section: 'calendars' },
  registrationAgency: { ...line, label: 'Agenzia di pratiche auto', short: 'Agenzia', section: 'calendars' },
  registrationAskedOn: {
    ...day,
    span: 'recent',
    label: 'Immatricolazione chiesta il',
    short: 'Targa chiesta il',
    section: 'calendars',
  },
  deliveryNotes: { label: 'Note di consegna', kind: 'area', maxLength: 2000, section: 'calendars' },
} as const satisfies Fields;

const objectives = {
  objectives: {
    label: 'Obiettivi raggiunti',
    kind: 'rows',
    fields: objectiveFields,
    most: Object.keys(terms.objectives).length,
    section: 'objectives',
  },
} as const satisfies Fields;

const attachments = {
  attachments: {
    label: 'Allegati',
    kind: 'rows',
    fields: attachmentFields,
    most: 60,
    invalid: 'Al massimo 60 allegati',
    section: 'attachments',
  },
} as const satisfies Fields;

export const contractFields = {
  ...general,
  ...customer,
  ...objectives,
  ...attachments,
  ...usedCars,
  ...financial,
  ...contability,
  ...reserved,
  ...performances,
  ...calendars,
} as const satisfies Fields;
