import type { Fields } from '../record/fields.ts';
import { offeredFields } from '../record/offered.ts';
import { pricedFields as priced } from '../record/priced-fields.ts';
import { privileges as p } from '../privileges.ts';
import { serviceKinds, serviceProviders, serviceUsages, taxNatures } from './terms.ts';
import { FEE_LIMIT } from '../money.ts';

/** Costs are only for people who manage the list or may see margins. */
const costSeenWith = [p.manageServices, p.seeMargin] as const;
const upTo = { kind: 'number', min: 0, nullable: 'Senza limite' } as const;

/** Price of a service for cars up to these limits (included); price in cents with VAT, cost in net cents. */
export const bandFields = {
  kwTo: { ...upTo, label: 'Fino a kW', max: 2000, suffix: 'kW' },
  kmTo: { ...upTo, label: 'Fino a km', max: 2_000_000, suffix: 'km' },
  /** Age of the car in months since its first registration. */
  monthsTo: { ...upTo, label: 'Fino a mesi', max: 600, suffix: 'mesi' },
  // The VAT rate is that of the service.
  price: { label: 'Prezzo', kind: 'money', max: FEE_LIMIT, rate: 'taxRate' },
  cost: { label: 'Costo', kind: 'money', max: FEE_LIMIT, default: 0, seenWith: costSeenWith },
} as const satisfies Fields;

/** A service that the dealer sells with a car; prices are cents with VAT, costs net cents. */
export const serviceFields = {
  code: priced.code,
  description: { label: 'Descrizione', kind: 'text', required: 'Inserire la descrizione', maxLength: 200 },
  kind: { label: 'Tipo', kind: 'choice', words: serviceKinds, default: 'other' },
  provider: { label: 'Offerto da', kind: 'choice', words: serviceProviders, default: 'dealer' },
  usages: {
    label: 'Vendibile su',
    kind: 'many',
    words: serviceUsages,
    default: ['new', 'used'],
    required: 'Scegliere almeno un tipo di preventivo',
  },
  exclusiveGroup: {
    label: 'Gruppo esclusivo',
    kind: 'text',
    maxLength: 60,
    help: 'Dei servizi con lo stesso gruppo un preventivo ne ha uno solo',
  },
  price: priced.price,
  cost: { ...priced.cost, seenWith: costSeenWith },
  taxRate: priced.taxRate,
  taxNature: {
    label: 'Natura IVA',
    kind: 'choice',
    words: taxNatures,
    default: 'N4',
    when: { field: 'taxRate', is: [0] },
  },
  bands: {
    label: 'Fasce',
    kind: 'rows',
    fields: bandFields,
    most: 40,
    help: 'Vale la prima in cui rientra l’auto, nell’ordine; fuori da tutte vale il prezzo',
  },
  bandsOnly: { label: 'Vendibile solo nelle fasce', short: 'Solo nelle fasce', kind: 'flag' },
  months: { label: 'Durata', kind: 'number', min: 1, max: 240, suffix: 'mesi', nullable: 'Senza scadenza' },
  defaultOn: {
    label: 'Proposto nei nuovi preventivi',
    short: 'Proposto',
    kind: 'flag',
    help: 'Compreso se non ha un prezzo; altrimenti lo spunta chi compra (art. 65 del Codice del consumo)',
  },
  printed: { label: 'Visibile in stampa', short: 'In stampa', kind: 'flag', default: true },
  ...offeredFields,
} as const satisfies Fields;
