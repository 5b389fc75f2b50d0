import { customerTypeWords } from '../customers/terms.ts';
import type { Fields, Values } from '../record/fields.ts';
import { saleChannels } from '../stock/terms.ts';
import { contractFields } from './fields.ts';
import { commercialSkips, contractSections, documentTypes, sellerReceipts, signatureStages, type ContractSection } from './terms.ts'; // prettier-ignore
import { CAR_LIMIT } from '../money.ts';

/** The moves before which something must be there, in their order. */
export const stages = {
  submit: 'Invio in validazione',
  approve: 'Approvazione',
  bill: 'Fattura',
  complete: 'Consegna',
} as const;
export type Stage = keyof typeof stages;

/** Fields that may be required one by one. */
export const requirable = [
  'locationId',
  'businessCenterId',
  'promisedOn',
  'profession',
  'email',
  'phone',
  'address',
  'cap',
  'city',
  'objectives',
  'attachments',
  'tradeIns',
  'practiceNumber',
  'resolvedOn',
  'precontractOn',
  'planEndsOn',
  'policyEndsOn',
  'payments',
  'protocol',
  'deliveryOn',
  'deliveryAt',
  'deliveryPlace',
] as const satisfies readonly (keyof typeof contractFields)[];
/**
 * Sections that may be required as a whole, with all of their fields that concern the sale. Corrections of the margin and
 * comments are written where there is something to say.
 */
export const wholeSections = {
  wholeGeneral: 'general',
  wholeCustomer: 'customer',
  wholeObjectives: 'objectives',
  wholeAttachments: 'attachments',
  wholeUsedCars: 'used_cars',
  wholeFinancial: 'financial',
  wholeContability: 'contability',
  wholeReserved: 'reserved',
  wholeCalendars: 'calendars',
} as const satisfies Readonly<Record<string, ContractSection>>;

/** What a company may require: fields, of a car that is taken in what says which one it is, and whole sections. */
export const requirableWords = {
  ...(Object.fromEntries(
    Object.entries(wholeSections).map(([key, section]) => [key, `Tutta la sezione «${contractSections[section]}»`]),
  ) as { readonly [K in keyof typeof wholeSections]: string }),
  ...(Object.fromEntries(requirable.map((key) => [key, contractFields[key].label])) as {
    readonly [K in (typeof requirable)[number]]: string;
  }),
  objectives: 'Almeno un obiettivo',
  attachments: 'Almeno un allegato',
  tradeIns: 'Telaio, targa e chilometri dell’usato',
  payments: 'Scadenza di ogni riga del piano',
};

const channel = { label: 'Canale', kind: 'choice', words: saleChannels, nullable: 'Tutti i canali' } as const;
const stage = { label: 'Prima di', kind: 'choice', words: stages } as const;

/** What a company sets for its contracts, from a day on; as pages show it. */
export const shownSettingFields = {
  clauses: {
    label: 'Condizioni del contratto',
    kind: 'area',
    maxLength: 20_000,
    help: 'Una condizione per riga: sono numerate nell’ordine',
  },
  onerous: {
    label: 'Condizioni da approvare a parte',
    kind: 'text',
    maxLength: 60,
    help: 'I numeri di quelle degli artt. 1341 e 1342 c.c., per esempio «2, 4, 6»; vuoto: nessuna',
    default: '2, 4, 5, 6, 9, 11',
  },
  skipCommercial: {
    label: 'Senza validazione commerciale',
    kind: 'choice',
    words: commercialSkips,
    help: 'Il contratto inviato passa subito al back office',
  },
  sameValidator: {
    label: 'La stessa persona può fare entrambe le validazioni',
    short: 'Stessa persona per le due validazioni',
    kind: 'flag',
  },
  signatureBefore: { label: 'Firma del cliente', kind: 'choice', words: signatureStages, default: 'approve' },
  advancedSignature: {
    label: 'Offri la firma elettronica avanzata',
    short: 'Firma avanzata',
    kind: 'flag',
    help: 'Per chi è stato identificato, ha accettato le condizioni e riceve il codice per SMS al cellulare confermato; gli altri firmano con firma semplice',
  },
  advancedInsurance: {
    label: 'Assicurazione del servizio',
    kind: 'text',
    maxLength: 200,
    help: 'Compagnia, polizza e massimale: chi offre la firma avanzata deve essere assicurato (art. 57, comma 2, DPCM 22 febbraio 2013)',
  },
  advancedConditions: {
    label: 'Condizioni della firma avanzata',
    kind: 'area',
    maxLength: 20_000,
    help: 'Una condizione per riga. Se cambiano, chi ha aderito deve accettarle di nuovo',
  },
  marginFloor: {
    label: 'Margine II minimo',
    kind: 'money',
    max: CAR_LIMIT,
    min: -1_000_000_00,
    nullable: 'Nessuno',
    help: 'Sotto, serve il motivo del prezzo',
  },
  sellerReceipts: {
    label: 'Incassi dei venditori',
    kind: 'choice',
    words: sellerReceipts,
    default: 'planned',
    help: 'Il contante entra nella cassa aperta della sede',
  },
  tolerance: {
    label: 'Differenza ammessa alla consegna',
    short: 'Differenza ammessa',
    kind: 'money',
    max: 1_000_00,
    help: 'Tra incassato e totale',
  },
  claimDays: {
    label: 'I rimborsi si chiedono entro',
    short: 'Scadenza dei rimborsi',
    kind: 'number',
    min: 1,
    max: 730,
    nullable: 'Nessuna scadenza',
    default: 60,
    suffix: 'giorni',
    help: 'Dall’approvazione del contratto; di ogni rimborso si può cambiare',
  },
  required: {
    label: 'Campi obbligatori',
    kind: 'rows',
    most: 60,
    fields: { field: { label: 'Campo', kind: 'choice', words: requirableWords }, channel, stage },
    default: [],
  },
  documents: {
    label: 'Documenti obbligatori',
    kind: 'rows',
    most: 60,
    fields: {
      type: { label: 'Documento', kind: 'choice', words: documentTypes },
      customerType: { label: 'Cliente', kind: 'choice', words: customerTypeWords, nullable: 'Tutti' },
      channel,
      financed: { label: 'Solo se finanziato', kind: 'flag' },
      tradeIn: { label: 'Solo con permuta', kind: 'flag' },
      stage,
    },
    default: [
      {
        type: 'delivery_report',
        customerType: null,
        channel: null,
        financed: false,
        tradeIn: false,
        stage: 'complete',
      },
    ],
  },
} as const satisfies Fields;
export type ContractSettings = Values<typeof shownSettingFields>;
