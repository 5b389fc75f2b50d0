import { sql } from 'kysely';
import type { Contract } from '#domain/contracts/schema.ts';
import { b2bRights, quoteRights } from '#domain/quotes/rights.ts';
import { covers, type Rights } from '#domain/record/rights.ts';
import type { Ctx } from '../lib/work/context.ts';
import { b2bHref, quoteHref, type Located } from '../lib/records/links.ts';

interface Found {
  number: string | null;
  sellerId: number;
}

const told = ({ user }: Ctx, { number, sellerId }: Found, { see }: Rights, href: string) => ({
  number: number ?? '',
  href: covers(see, user.privileges, sellerId === user.id) ? href : null,
});

/**
 * The quote or wholesale offer of which a contract was made, in the revision that stands; null: it was made by hand.
 * `href` null: the caller may not see it.
 */
export async function readMadeOf(
  ctx: Ctx,
  { quoteId, b2bQuoteId }: { quoteId: number | null; b2bQuoteId: number | null },
): Promise<Contract['madeOf']> {
  const { companyId } = ctx.user;
  if (b2bQuoteId !== null) {
    const { rows } = await sql<Found & { id: number }>`select id, number, seller_id from b2b_quotes
      where company_id = ${companyId} and root_id = ${b2bQuoteId} and not superseded order by revision desc limit 1`.execute(
      ctx.db,
    );
    return rows[0] ? told(ctx, rows[0], b2bRights, b2bHref(rows[0].id)) : null;
  }
  if (quoteId === null) return null;
  const { rows } = await sql<
    Found & Located
  >`select id, number, seller_id, stock_id, maker_id, model_id, version_id from quotes
    where company_id = ${companyId} and root_id = ${quoteId} and not superseded order by revision desc limit 1`.execute(
    ctx.db,
  );
  return rows[0] ? told(ctx, rows[0], quoteRights, quoteHref(rows[0])) : null;
}
