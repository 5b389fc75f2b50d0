import { marginSeenWith } from '../contracts/rights.ts';
import { taxKinds } from '../contracts/tax-kinds.ts';
import { invoiceKinds, paymentMethods } from '../contracts/terms.ts';
import { privileges as p } from '../privileges.ts';
import { contractBases, contractGroups, report } from './report.ts';

const { taxed: _, ...natures } = taxKinds;
/** Natures by their names; rates say themselves. */
export const taxNames = Object.fromEntries(
  Object.entries(natures).map(([key, label]) => [key, key.startsWith('N') ? `${key} · ${label}` : label]),
);

const documents = { ...invoiceKinds, receipt: 'Ricevuta' };

/** Invoices, credit notes and receipts as the accountant enters them: by rate and nature of VAT, with what has gone out. */
export const vatRegister = report({
  title: 'Registro IVA e incassi',
  about: 'Aliquote e nature, articolo 15, regime del margine; esportato e da esportare',
  rows: '{n, plural, one {# riga} other {# righe}}',
  privileges: [p.validateContracts],
  bases: { entered: 'documento', ...contractBases },
  period: 'this_month',
  groups: {
    tax: { label: 'aliquota e natura', none: 'Incassi' },
    document: { label: 'documento', words: documents },
    month: contractGroups.month,
    day: { label: 'giorno', isTime: 'day' },
    run: { label: 'esportazione', none: 'Da esportare' },
    place: contractGroups.place,
  },
  only: {
    documents: 'Fatture e note di credito',
    receipts: 'Incassi',
    open: 'Da esportare',
    exported: 'Esportati',
    corrections: 'Note di credito e storni',
  },
  columns: {
    enteredOn: { label: 'Data', kind: 'day' },
    document: { label: 'Documento', kind: 'text', words: documents },
    documentNumber: { label: 'Numero', kind: 'text' },
    tax: { label: 'Aliquota o natura', kind: 'text' },
    method: { label: 'Mezzo', kind: 'text', words: paymentMethods },
    taxable: { label: 'Imponibile', kind: 'money' },
    vat: { label: 'IVA', kind: 'money' },
    total: { label: 'Totale documento', kind: 'money' },
    marginVat: { label: 'IVA del margine', kind: 'money', seenWith: marginSeenWith, sparse: true },
    received: { label: 'Incasso', kind: 'money' },
    run: { label: 'Esportazione', kind: 'text' },
    corrects: { label: 'Nota', kind: 'text', words: { yes: 'rettifica' } },
  },
  main: 'total',
});
