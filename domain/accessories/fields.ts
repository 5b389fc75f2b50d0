import type { Fields } from '../record/fields.ts';
import { pricedFields as priced } from '../record/priced-fields.ts';
import { privileges as p } from '../privileges.ts';

/** An accessory; prices are cents with VAT, cost is net cents. It fits the cars of maker and model; null: of all. */
export const accessoryFields = {
  code: priced.code,
  description: { label: 'Descrizione', kind: 'text', required: 'Inserire la descrizione', maxLength: 200 },
  makerId: { label: 'Marca', kind: 'lookup', nullable: 'Tutte le marche', shown: 'maker' },
  modelId: { label: 'Modello', kind: 'lookup', nullable: 'Tutti i modelli', shown: 'model' },
  price: priced.price,
  cost: { ...priced.cost, seenWith: [p.manageAccessories, p.seeMargin] },
  taxRate: priced.taxRate,
  fittingMinutes: {
    label: 'Montaggio',
    head: 'Minuti',
    kind: 'number',
    min: 0,
    max: 10_000,
    suffix: 'min',
    default: 0,
  },
  inStock: priced.inStock,
  activeFrom: { label: 'Attivo dal', kind: 'day', span: 'period', nullable: true },
  activeTo: { label: 'Attivo al', kind: 'day', span: 'period', nullable: true },
} as const satisfies Fields;
