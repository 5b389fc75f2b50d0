/** Invoices, credit notes and receipts of all contracts as the accountant reads them. */
import { sql } from 'kysely';
import type { contractAccountCalls, Registered, RegisterSums } from '#domain/contracts/account-endpoints.ts';
import { invoiceKinds, noMoney, paymentKinds, paymentMethods } from '#domain/contracts/terms.ts';
import type { Days } from '#domain/record/figures.ts';
import { checkSpan } from '../lib/records/figures.ts';
import type { Verbs } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { asFile, contentsOf, type Column } from '../lib/files/export.ts';
import { inBatches } from '../lib/records/list.ts';

/** The most rows on the page; the export has more. */
const MOST_ROWS = 500;
/** The most days at once: a year of accounts, with its turn. */
const MOST_DAYS = 371;

const rowsOf = ({ user: { companyId } }: Ctx, { from, to }: Days) => sql<Registered>`
  select e.id, e.contract_id, c.number as contract, k.name as customer, e.number, e.on, e.amount, e.document, e.kind, e.method, e.reference, e.other_cause
  from (
    select r.id, r.contract_id, r.number, r.received_on as on, r.amount, 'receipt' as document, r.kind, r.method, r.reference, r.other_cause,
      r.created_at
    from contract_receipts r where r.company_id = ${companyId} and r.received_on between ${from}::date and ${to}::date
    union all
    select i.id, i.contract_id, i.number, i.issued_on, case when i.kind = 'credit_note' then -i.amount else i.amount end, i.kind, null, null, '', '',
      i.created_at
    from contract_invoices i where i.company_id = ${companyId} and i.issued_on between ${from}::date and ${to}::date) e
  join contracts c on c.company_id = ${companyId} and c.id = e.contract_id
  left join customers k on k.company_id = ${companyId} and k.id = c.customer_id
  order by e.on, e.created_at, e.id`;

async function sumsOf({ db, user: { companyId } }: Ctx, { from, to }: Days) {
  const { rows: sums } = await sql<RegisterSums['byMethod'][number]>`
    select r.method, sum(r.amount)::bigint as amount from contract_receipts r
    where r.company_id = ${companyId} and r.received_on between ${from}::date and ${to}::date
    group by r.method order by r.method`.execute(db);
  const { rows } = await sql<{ invoiced: number }>`
    select coalesce(sum(case when i.kind = 'credit_note' then -i.amount else i.amount end), 0)::bigint as invoiced
    from contract_invoices i where i.company_id = ${companyId} and i.issued_on between ${from}::date and ${to}::date`.execute(
    db,
  );
  const byMethod = sums.map(({ method, amount }) => ({ method, amount: Number(amount) }));
  const received = byMethod
    .filter(({ method }) => !noMoney.includes(method))
    .reduce((total, { amount }) => total + amount, 0);
  return { received, byMethod, invoiced: Number(rows[0]!.invoiced) };
}

const columns: Column<Registered>[] = [
  { header: 'Data', kind: 'day', value: (row) => row.on },
  {
    header: 'Documento',
    kind: 'text',
    value: ({ document }) => (document === 'receipt' ? 'Ricevuta' : invoiceKinds[document]),
  },
  { header: 'Numero', kind: 'text', value: (row) => row.number },
  { header: 'Contratto', kind: 'text', value: (row) => row.contract },
  { header: 'Cliente', kind: 'text', value: (row) => row.customer },
  { header: 'Voce', kind: 'text', value: ({ kind }) => kind && paymentKinds[kind] },
  { header: 'Metodo', kind: 'text', value: ({ method }) => method && paymentMethods[method] },
  { header: 'Riferimento', kind: 'text', value: (row) => row.reference },
  { header: 'Altra causa dei contanti', kind: 'text', value: (row) => row.otherCause },
  { header: 'Importo', kind: 'money', value: (row) => row.amount },
];

type RegisterVerbs = Pick<
  Verbs<typeof contractAccountCalls>,
  'GET /contracts/register' | 'GET /contracts/register/export'
>;

export const registerVerbs: RegisterVerbs = {
  'GET /contracts/register': async (ctx, { query }) => {
    checkSpan(query, MOST_DAYS);
    const { rows } = await sql<Registered>`${rowsOf(ctx, query)} limit ${MOST_ROWS + 1}`.execute(ctx.db);
    return { rows: rows.slice(0, MOST_ROWS), more: rows.length > MOST_ROWS, ...(await sumsOf(ctx, query)) };
  },
  'GET /contracts/register/export': async (ctx, { query: { format, ...range } }) => {
    checkSpan(range, MOST_DAYS);
    const { spool } = ctx;
    const name = `registro ${range.from} ${range.to}`;
    const contents = await ctx.inside((inner) =>
      contentsOf(columns, inBatches<Registered>(inner, rowsOf(inner, range), spool), { name, spool }),
    );
    return asFile(name, format, contents);
  },
};
