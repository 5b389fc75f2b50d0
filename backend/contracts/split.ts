/** Invoices and credit notes by rate and nature of VAT, written once: what a document says does not change with its contract. */
import { sql } from 'kysely';
import { splitDocuments, wholeOf } from '#domain/contracts/register.ts';
import { UNREAD } from '#domain/contracts/tax-kinds.ts';
import type { ContractKind, InvoiceKind } from '#domain/contracts/terms.ts';
import type { TaxPart } from '#domain/sale-lines.ts';
import type { Sources } from '../lib/ports/agreed.ts';
import { drainEachCompany } from '../lib/people/companies.ts';
import type { Ctx, Job } from '../lib/work/context.ts';

type Offers = Pick<Sources, 'quote' | 'offer'>;

interface Sold {
  id: number;
  kind: ContractKind;
  total: number;
  draft: unknown;
  snapshot: unknown;
}

/** The parts of documents, `x` of `i`; one that is not split yet is one part. */
export const PARTS = sql`cross join lateral jsonb_to_recordset(coalesce(i.taxes, jsonb_build_array(jsonb_build_object('tax', ${UNREAD}::text,
    'gross', case when i.kind = 'credit_note' then -i.amount else i.amount end, 'vat', 0, 'marginVat', 0)))) x (tax text, gross bigint, vat bigint, "marginVat" bigint)`;

/** The parts of a sale; of one that cannot be read, such as a former system's, everything is left to be divided. */
function partsOf({ log }: Ctx, { quote, offer }: Offers, { id, kind, total, draft, snapshot }: Sold): TaxPart[] {
  try {
    return wholeOf((kind === 'b2b' ? offer : quote).facts({ draft, snapshot }).taxes, total);
  } catch (err) {
    log.error({ err, contract: id }, 'taxes of a contract cannot be read');
    return wholeOf([], total);
  }
}

/** Splits the documents of a locked contract that are not split yet. */
export async function splitOf(ctx: Ctx, offers: Offers, sold: Sold): Promise<void> {
  const { companyId } = ctx.user;
  const { rows } = await sql<{ id: number; kind: InvoiceKind; amount: number; taxes: TaxPart[] | null }>`
    select id, kind, amount, taxes from contract_invoices
    where company_id = ${companyId} and contract_id = ${sold.id} order by id`.execute(ctx.db);
  const split = splitDocuments(partsOf(ctx, offers, sold), rows);
  for (const [at, { id, taxes }] of rows.entries()) {
    if (taxes === null)
      await sql`update contract_invoices set taxes = ${JSON.stringify(split[at])}::jsonb
        where company_id = ${companyId} and id = ${id}`.execute(ctx.db);
  }
}

/** Contracts whose documents are split within one transaction. */
const BATCH = 50;

/** Splits what was entered before documents were split; returns how many contracts there were. */
export async function splitSome(ctx: Ctx, offers: Offers): Promise<number> {
  const { companyId } = ctx.user;
  const { rows } = await sql<Sold>`
    select t.id, t.kind, t.total, t.draft, t.snapshot from contracts t
    where t.company_id = ${companyId} and t.id in (select i.contract_id from contract_invoices i
      where i.company_id = ${companyId} and i.taxes is null)
    order by t.id limit ${BATCH} for update`.execute(ctx.db);
  for (const sold of rows) await splitOf(ctx, offers, sold);
  return rows.length;
}

export const pastDocuments = (offers: Offers): Job<Record<string, never>> => ({
  name: 'contract-documents',
  cron: '*/5 * * * *',
  run: (call) => drainEachCompany(call, async (ctx) => (await splitSome(ctx, offers)) === BATCH),
});
