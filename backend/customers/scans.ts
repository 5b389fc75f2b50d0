import { sql } from 'kysely';
import { documentKinds } from '#domain/customers/terms.ts';
import type { customers as table } from '#domain/customers/endpoints.ts';
import type { Customer } from '#domain/customers/schema.ts';
import { Failure } from '#domain/errors.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { answerUpload, hold, readUpload, release } from '../lib/files/uploads.ts';
import { readCustomer } from './records.ts';

type IdentityDocuments = Customer['documents'];
/** Documents entered before scans existed do not have the key. */
const scansOf = (documents: IdentityDocuments) => [...new Set(documents.flatMap(({ scan }) => scan ?? []))];

/** Those of these scans that no other customer refers to; merged customers refer to the same ones. */
async function namedNowhere({ db, user }: Ctx, customerId: number, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{
    id: number;
  }>`select scan as id from unnest(${[...ids]}::bigint[]) scan where not exists (
    select from customers c where c.company_id = ${user.companyId} and c.id <> ${customerId} and c.documents <> '[]'
      and c.documents @> jsonb_build_array(jsonb_build_object('scan', scan)))`.execute(db);
  return rows.map(({ id }) => Number(id));
}

/** Holds the scans that the customer's documents now refer to, and releases those that they no longer do. */
export async function keepScans(
  ctx: Ctx,
  customerId: number,
  before: IdentityDocuments,
  after: IdentityDocuments,
): Promise<void> {
  const [old, now] = [scansOf(before), scansOf(after)];
  const fresh = now.filter((id) => !old.includes(id));
  for (const id of fresh)
    await hold(ctx, [id], 'customer_document', `documents.${after.findIndex(({ scan }) => scan === id)}.scan`);
  const gone = old.filter((id) => !now.includes(id));
  if (gone.length > 0) await release(ctx, await namedNowhere(ctx, customerId, gone));
}

/**
 * The scan of a customer's document, for callers who may see the customer; each reading is audited. Throws `not_found`
 * when no document refers to it.
 */
export const readScan: VerbOf<typeof table, 'GET /customers/:id/scans/:scanId'> = async (ctx, { params, query }) => {
  const { documents } = await readCustomer(ctx, params.id);
  const found = documents.find(({ scan }) => scan === params.scanId);
  if (!found) throw new Failure('not_found');
  const upload = await readUpload(ctx, params.scanId);
  const scan = [documentKinds[found.kind], found.number].filter(Boolean).join(' ');
  ctx.audit({ action: 'scan_seen', entity: 'customer', entityId: params.id, after: { scan } });
  return answerUpload(upload, query.size);
};
