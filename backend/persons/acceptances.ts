/** Acceptances of the advanced signature, which the law keeps for twenty years with the identity paper. */
import { sql } from 'kysely';
import { letGo } from '../lib/files/unnamed.ts';
import type { Ctx } from '../lib/work/context.ts';

export const ADVANCED_WHY =
  'Firma elettronica avanzata: venti anni dall’adesione e dall’ultima firma (art. 57 DPCM 22 febbraio 2013)';

/**
 * A person's acceptances that still exist: until when each is kept, and its files with identity paper and
 * declaration.
 */
export async function keptAcceptances({ db, user }: Ctx, ids: readonly number[]) {
  const { rows } = await sql<{
    id: number;
    until: string;
    paper: string;
    paperType: string;
    declaration: string;
    declarationType: string;
  }>`select a.id, a.kept_until::text as until, a.paper_key as paper, a.paper_type, a.declaration_key as declaration, a.declaration_type
    from signature_acceptances a where a.company_id = ${user.companyId} and a.customer_id = any(${[...ids]}::bigint[])
      and a.declaration_key is not null order by a.id`.execute(db);
  return rows;
}

/** Empties those of erased people whose time is over; their files are deleted after the commit. */
export async function emptyAcceptances(ctx: Ctx): Promise<void> {
  const { companyId } = ctx.user;
  const { rows } = await sql<{ paper: string; declaration: string; customerId: number }>`
    update signature_acceptances a set name = '', tax_code = null, paper_number = '', phone = '', paper_key = null, declaration_key = null
    from signature_acceptances o
    where a.company_id = ${companyId} and o.company_id = a.company_id and o.id = a.id and a.kept_until < ${ctx.today}
      and a.declaration_key is not null
      and exists (select from erasures e where e.company_id = ${companyId} and e.customer_id = a.customer_id)
    returning o.paper_key as paper, o.declaration_key as declaration, a.customer_id`.execute(ctx.db);
  await letGo(ctx, rows.flatMap(({ paper, declaration }) => [paper, declaration])); // prettier-ignore
  for (const { customerId } of rows)
    ctx.audit({ action: 'advanced_emptied', entity: 'customer', entityId: customerId });
}
