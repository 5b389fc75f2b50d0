/** Accounts, codes and journals under which the accountant's program takes what sales bring; as pages show them. */
import type { Fields, Values } from '../record/fields.ts';
import { keysOf } from '../record/machine.ts';
import type { SettingPart } from '../record/setting-parts.ts';
import { taxKinds, UNREAD } from './tax-kinds.ts';
import { invoiceKinds, paymentMethods, type PaymentMethod } from './terms.ts';

/** What has an account of its own: customers and their caparra, VAT, each kind of sale, each way of paying. */
export const accountKinds = {
  customers: 'Crediti verso clienti',
  /** What binds both is no advance on the price until the invoice. */
  deposit: 'Caparre ricevute',
  vat: 'IVA sulle vendite',
  ...taxKinds,
  ...(Object.fromEntries(keysOf(paymentMethods).map((key) => [key, `Incassi: ${paymentMethods[key]}`])) as {
    readonly [M in PaymentMethod]: string;
  }),
} as const;
export type AccountKind = keyof typeof accountKinds;

/** What is entered in a journal. */
export const journalKinds = { ...invoiceKinds, receipt: 'Incasso' } as const;

/** The accounts of a common plan, which each accountant replaces by their own. */
const first: Record<AccountKind, string> = {
  customers: '15.01',
  deposit: '29.01',
  vat: '28.01',
  taxed: '70.01',
  N5: '70.02',
  N1: '15.09',
  N4: '70.03',
  'N3.2': '70.04',
  'N3.1': '70.05',
  aid: '15.10',
  [UNREAD]: '70.99',
  cash: '24.01',
  transfer: '24.05',
  financial: '15.05',
  used_car: '15.06',
  card: '24.06',
  check: '24.02',
  satispay: '24.07',
  other: '24.09',
};

const code = { kind: 'text', maxLength: 20 } as const;

export const accountingFields = {
  accounts: {
    label: 'Conti',
    kind: 'rows',
    most: 40,
    fields: {
      kind: { label: 'Voce', kind: 'choice', words: accountKinds },
      account: { ...code, label: 'Conto' },
      code: { ...code, label: 'Codice IVA' },
    },
    default: keysOf(first).map((kind) => ({ kind, account: first[kind], code: '' })),
  },
  journals: {
    label: 'Registri',
    kind: 'rows',
    most: 10,
    fields: {
      kind: { label: 'Documento', kind: 'choice', words: journalKinds },
      journal: { ...code, label: 'Registro' },
    },
    default: keysOf(journalKinds).map((kind) => ({ kind, journal: kind === 'receipt' ? 'INC' : 'VEN' })),
  },
} as const satisfies Fields;
export type Accounting = Values<typeof accountingFields>;

export const accountingParts: readonly SettingPart<keyof Accounting>[] = [
  {
    id: 'accounts',
    title: 'Conti',
    help: 'Il conto di ogni voce nel programma del commercialista, e il suo codice IVA: vuoto, vale l’aliquota o la natura. Le righe già esportate restano come sono uscite.',
    keys: ['accounts'],
    wide: true,
  },
  {
    id: 'journals',
    title: 'Registri',
    help: 'In quale registro va ogni documento.',
    keys: ['journals'],
    wide: true,
  },
];
