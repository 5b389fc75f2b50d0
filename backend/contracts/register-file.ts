/** A file for the accountant's program: a row for each part of a document by rate and nature of VAT, and for each receipt. */
import { sql } from 'kysely';
import { journalKinds, type Accounting, type AccountKind } from '#domain/contracts/accounting-fields.ts';
import { taxableOf } from '#domain/contracts/register.ts';
import { invoiceKinds, paymentKinds, paymentMethods, type InvoiceKind, type PaymentKind, type PaymentMethod } from '#domain/contracts/terms.ts'; // prettier-ignore
import type { Column } from '../lib/files/export.ts';
import type { Ctx } from '../lib/work/context.ts';
import { PARTS } from './split.ts';

/** A part of a document, or a receipt; cents. */
export interface Line {
  on: string;
  number: string;
  contract: string;
  customer: string | null;
  taxCode: string | null;
  vatNumber: string | null;
  document: InvoiceKind | null;
  tax: string | null;
  gross: number;
  vat: number;
  marginVat: number;
  kind: PaymentKind | null;
  method: PaymentMethod | null;
  reference: string;
  otherCause: string;
}

/** The rows of a run, in the order of their days; each names whose it was on its day. */
export const linesOf = ({ user: { companyId } }: Ctx, id: number) => sql<Line>`
  select e.on, e.number, c.number as contract, k.name as customer, k.tax_code, k.vat_number, e.document, e.tax, e.gross, e.vat,
    e.margin_vat, e.kind, e.method, e.reference, e.other_cause
  from (
    select i.contract_id, i.customer_id, i.issued_on as on, i.number, i.kind as document, x.tax, x.gross, x.vat, x."marginVat" as margin_vat,
      null as kind, null as method, '' as reference, '' as other_cause, i.id
    from contract_invoices i ${PARTS} where i.company_id = ${companyId} and i.run_id = ${id}
    union all
    select r.contract_id, r.customer_id, r.received_on, r.number, null, null, r.amount, 0, 0, r.kind, r.method, r.reference, r.other_cause, r.id
    from contract_receipts r where r.company_id = ${companyId} and r.run_id = ${id}) e
  join contracts c on c.company_id = ${companyId} and c.id = e.contract_id
  left join customers k on k.company_id = ${companyId} and k.id = e.customer_id
  order by e.on, e.document is null, e.id, e.tax`;

const isRate = (tax: string): boolean => /^\d/.test(tax);
const isNature = (tax: string): boolean => tax.startsWith('N');
/** Where the company has no code of its own; what is outside VAT, or still to be divided, has none. */
const codeOf = (tax: string): string | null => (isRate(tax) || isNature(tax) ? tax : null);

/** The columns by the accounts of its day; `sees`: with the VAT of the margin scheme. */
export function columnsBy({ accounts, journals }: Accounting, sees: boolean): Column<Line>[] {
  const kindOf = ({ tax, method }: Line): AccountKind => method ?? (isRate(tax!) ? 'taxed' : (tax as AccountKind));
  const account = (kind: AccountKind) => accounts.find((row) => row.kind === kind);
  const journal = ({ document }: Line) => journals.find(({ kind }) => kind === (document ?? 'receipt'))?.journal;
  const ofDocument = (value: (line: Line & { tax: string }) => string | number | null) => (line: Line) =>
    line.tax === null ? null : value({ ...line, tax: line.tax });
  return [
    { header: 'Registro', kind: 'text', value: (line) => journal(line) ?? '' },
    { header: 'Data', kind: 'day', value: ({ on }) => on },
    { header: 'Documento', kind: 'text', value: ({ document }) => (document ? invoiceKinds[document] : journalKinds.receipt) }, // prettier-ignore
    { header: 'Numero', kind: 'text', value: ({ number }) => number },
    { header: 'Contratto', kind: 'text', value: ({ contract }) => contract },
    { header: 'Cliente', kind: 'text', value: ({ customer }) => customer },
    { header: 'Codice fiscale', kind: 'text', value: ({ taxCode }) => taxCode },
    { header: 'Partita IVA', kind: 'text', value: ({ vatNumber }) => vatNumber },
    {
      header: 'Conto cliente',
      kind: 'text',
      value: ({ kind }) => ((kind === 'deposit' && account('deposit')) || account('customers'))?.account ?? '',
    },
    { header: 'Conto', kind: 'text', value: (line) => account(kindOf(line))?.account ?? '' },
    {
      header: 'Codice IVA',
      kind: 'text',
      value: ofDocument((line) => account(kindOf(line))?.code || codeOf(line.tax)),
    },
    { header: 'Aliquota', kind: 'percent', value: ofDocument(({ tax }) => (isRate(tax) ? Number(tax) : null)) },
    { header: 'Natura', kind: 'text', value: ofDocument(({ tax }) => (isNature(tax) ? tax : null)) },
    { header: 'Imponibile', kind: 'money', value: ofDocument(taxableOf) },
    { header: 'IVA', kind: 'money', value: ofDocument(({ vat }) => vat) },
    { header: 'Conto IVA', kind: 'text', value: ofDocument(({ vat }) => (vat === 0 ? null : (account('vat')?.account ?? ''))) }, // prettier-ignore
    { header: 'Totale documento', kind: 'money', value: ofDocument(({ gross }) => gross) },
    ...(sees ? [{ header: 'IVA del margine', kind: 'money', value: ofDocument(({ marginVat }) => marginVat) } as const] : []), // prettier-ignore
    { header: 'Incasso', kind: 'money', value: ({ tax, gross }) => (tax === null ? gross : null) },
    { header: 'Voce', kind: 'text', value: ({ kind }) => kind && paymentKinds[kind] },
    { header: 'Metodo', kind: 'text', value: ({ method }) => method && paymentMethods[method] },
    { header: 'Riferimento', kind: 'text', value: ({ reference }) => reference },
    { header: 'Altra causa dei contanti', kind: 'text', value: ({ otherCause }) => otherCause },
  ];
}
