import type { Fields, Values } from '../record/fields.ts';
import { keysOf } from '../record/machine.ts';
import { assignments } from './assignment-terms.ts';
import { expiries } from './expiry-terms.ts';
import { firstResults } from './result-words.ts';
import { leadTypes } from './lead-types.ts';
import { actionResults, actionTypes, firstMinutes, leadSources, leadSubtypes, templateChannels } from './terms.ts';
import { TEMPLATE_TEXT, UNKNOWN_VARIABLE } from './variables.ts';

const name = { kind: 'text', label: 'Nome', maxLength: 60, required: 'Dare un nome' } as const;
const written = { pattern: TEMPLATE_TEXT, invalid: UNKNOWN_VARIABLE } as const;
const days = { kind: 'number', min: 1, max: 60, suffix: 'giorni lavorativi' } as const;
const ahead = { kind: 'number', min: 1, max: 365, suffix: 'giorni' } as const;
const anySource = { label: 'Fonte', kind: 'choice', words: leadSources, nullable: 'Tutte' } as const;
const anyType = { label: 'Tipo', kind: 'choice', words: leadTypes, nullable: 'Tutti' } as const;

/** A source of leads, with what it costs without VAT. */
const sourceFields = {
  name,
  source: { label: 'Fonte', kind: 'choice', words: leadSources },
  monthly: { label: 'Canone al mese', short: 'Al mese', kind: 'money', max: 10_000_000 },
  each: { label: 'Costo per lead', short: 'Per lead', kind: 'money', max: 1_000_000 },
} as const satisfies Fields;

/** Who may send leads by mail. */
export const senderFields = {
  address: {
    label: 'Indirizzo o dominio',
    kind: 'text',
    maxLength: 254,
    required: 'Inserire un indirizzo',
    pattern: /^[^\s@]*@[^\s@]+\.[^\s@]+$/,
    invalid: 'Inserire un indirizzo, o @ e il dominio: @autovetrina.example.it',
  },
  name: { ...name, label: 'Nome della fonte' },
  source: { label: 'Fonte', kind: 'choice', words: leadSources },
} as const satisfies Fields;

/** Minutes of working time for the first response; the most precise row that fits counts. */
const responseFields = {
  source: anySource,
  type: anyType,
  minutes: { label: 'Prima risposta entro', short: 'Entro', kind: 'number', min: 1, max: 9600, suffix: 'minuti' },
} as const satisfies Fields;

/** Whom leads go to: the first rule that fits counts. */
const ruleFields = {
  source: anySource,
  sourceName: { label: 'Nome della fonte', kind: 'text', maxLength: 60, help: 'Vuoto: tutte' },
  type: anyType,
  locationId: { label: 'Sede', kind: 'lookup', nullable: 'Tutte', shown: 'location' },
  brand: { label: 'Marca', kind: 'text', maxLength: 40, help: 'Come sta scritta nell’auto richiesta; vuoto: tutte' },
  keeps: { label: 'Prima chi segue già il cliente', short: 'Stesso venditore', kind: 'flag', default: true },
  how: { label: 'A chi', kind: 'choice', words: assignments },
  userId: {
    label: 'Persona',
    kind: 'lookup',
    nullable: 'Nessuna',
    shown: 'user',
    when: { field: 'how', is: ['person'] },
  },
} as const satisfies Fields;

const templateFields = {
  name,
  channel: { label: 'Mezzo', kind: 'choice', words: templateChannels },
  subject: {
    label: 'Oggetto',
    kind: 'text',
    maxLength: 150,
    ...written,
    when: { field: 'channel', is: ['mail'] },
    nullable: true,
  },
  text: { label: 'Testo', kind: 'area', maxLength: 2000, required: 'Scrivere il testo', ...written },
} as const satisfies Fields;

const resultWords = Object.fromEntries(keysOf(actionResults).map((key) => [key, actionResults[key].label])) as {
  readonly [K in keyof typeof actionResults]: string;
};
/** How a contact went in the company's words: each stands on an action and one of the seven results. */
const resultFields = {
  label: { ...name, label: 'Parola', maxLength: 30, required: 'Scrivere la parola' },
  type: { label: 'Azione', kind: 'choice', words: actionTypes, default: 'in_progress' },
  result: { label: 'Esito', kind: 'choice', words: resultWords, default: 'success' },
  colour: { label: 'Colore', kind: 'colour', default: '#1d4ed8' },
} as const satisfies Fields;

const greeting = 'Gentile {Nome} {Cognome},';
const signature = 'Cordiali saluti\n{Nome Utente}\n{Azienda dealer}';

/**
 * A company's settings for its leads. They are dated: a deadline that was counted stays as it
 * was.
 */
export const leadSettingFields = {
  sources: { label: 'Fonti e costi', kind: 'rows', fields: sourceFields, most: 40 },
  mailServer: {
    label: 'Server di posta',
    kind: 'text',
    maxLength: 253,
    pattern: /^$|^[a-z0-9_](?:[a-z0-9._-]*[a-z0-9_])?$/i,
    invalid: 'Inserire solo il nome del server',
    help: 'L’authserv-id di Authentication-Results. Vuoto: nessuno è verificato',
  },
  senders: { label: 'Mittenti ammessi', kind: 'rows', fields: senderFields, most: 40 },
  types: { label: 'Tipi', kind: 'many', words: leadTypes, default: keysOf(leadTypes) },
  subtypes: { label: 'Sottotipi', kind: 'many', words: leadSubtypes, default: keysOf(leadSubtypes) },
  responses: {
    label: 'Prima risposta',
    kind: 'rows',
    fields: responseFields,
    most: 40,
    default: keysOf(firstMinutes).map((source) => ({ source, type: null, minutes: firstMinutes[source] })),
  },
  workDays: { label: 'In lavorazione: si risente entro', short: 'In lavorazione', ...days, default: 3 },
  negotiationDays: { label: 'In trattativa: si risente entro', short: 'In trattativa', ...days, default: 7 },
  warnPercent: { label: 'Avviso al', kind: 'percent', min: 10, max: 99, default: 70, help: 'Del tempo a disposizione' },
  escalatePercent: {
    label: 'Al responsabile al',
    kind: 'percent',
    min: 100,
    max: 1000,
    default: 200,
    help: 'Del tempo a disposizione',
  },
  restarts: { label: 'La scadenza riparte quando il lead passa a un collega', short: 'Riparte', kind: 'flag' },
  mostUnanswered: {
    label: 'Senza risposta, poi si propone la chiusura',
    short: 'Senza risposta',
    kind: 'number',
    min: 1,
    max: 20,
    suffix: 'volte',
    default: 5,
  },
  rules: { label: 'Assegnazione', kind: 'rows', fields: ruleFields, most: 40 },
  templates: {
    label: 'Modelli',
    kind: 'rows',
    fields: templateFields,
    most: 40,
    default: [
      {
        name: 'Primo contatto',
        channel: 'mail',
        subject: 'La sua richiesta a {Azienda dealer}',
        text: [
          greeting,
          'grazie per la richiesta del {Data ricezione}. La chiamiamo al {Telefono} per darle tutte le informazioni.',
          signature,
        ].join('\n\n'),
      },
      {
        name: 'Non ha risposto',
        channel: 'whatsapp',
        subject: null,
        text: 'Buongiorno {Nome}, sono {Nome Utente} di {Azienda dealer}: ho provato a chiamarla. Quando posso risentirla?',
      },
      {
        name: 'Richiamo',
        channel: 'sms',
        subject: null,
        text: '{Azienda dealer}: la richiamiamo {Giorno previsto} alle {Ora prevista}. {Nome Utente}',
      },
      {
        name: 'Appuntamento',
        channel: 'whatsapp',
        subject: null,
        text: 'Buongiorno {Nome}, la aspettiamo {Giorno previsto} alle {Ora prevista}, {Luogo previsto}. {Nome Utente}, {Azienda dealer}',
      },
    ],
  },
  results: { label: 'Esiti', kind: 'rows', fields: resultFields, most: 12, default: firstResults },
  reminds: {
    label: 'Scadenze che diventano lead',
    short: 'Scadenze',
    kind: 'many',
    words: expiries,
    default: [],
    help: 'Solo di clienti il cui consenso alle comunicazioni commerciali è valido quel giorno. Da verificare con un legale.',
  },
  inspectionDays: { label: 'Revisione: giorni prima', ...ahead, default: 45 },
  policyDays: { label: 'Assicurazione: giorni prima', ...ahead, default: 45 },
  planDays: {
    label: 'Fine del piano (TCM): giorni prima',
    short: 'Fine del piano: giorni prima',
    ...ahead,
    default: 150,
  },
  origin: {
    label: 'Informativa nel primo messaggio',
    short: 'Informativa',
    kind: 'area',
    maxLength: 600,
    ...written,
    default:
      'Abbiamo ricevuto i suoi dati da {Fonte} il {Data ricezione} e li usiamo solo per rispondere alla sua richiesta. Può chiederci in ogni momento quali dati abbiamo, di correggerli, di cancellarli o di non essere più contattato (artt. 14 e 21 GDPR).',
    help: 'Si aggiunge al primo messaggio a chi non ha dato i dati direttamente all’azienda (art. 14 GDPR)',
  },
  showsPersons: {
    label: 'Mostra anche per persona tempi di risposta e risultati',
    short: 'Dati per persona',
    kind: 'flag',
    help: 'Controlla chi lavora: accenderlo solo dopo aver sentito un legale (art. 4 L. 300/1970)',
  },
} as const satisfies Fields;
export type LeadSettings = Values<typeof leadSettingFields>;
export type AssignmentRule = LeadSettings['rules'][number];
export type LeadTemplate = LeadSettings['templates'][number];
export type ResultWord = LeadSettings['results'][number];
