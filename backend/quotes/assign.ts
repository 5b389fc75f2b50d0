import { sql } from 'kysely';
import { refusalOf } from '#domain/record/machine.ts';
import { quoteRights } from '#domain/quotes/rights.ts';
import { quoteMachine } from '#domain/quotes/rules.ts';
import type { QuoteState } from '#domain/quotes/terms.ts';
import type { Ctx } from '../lib/work/context.ts';
import { assigning, type Assignment } from '../lib/records/assigning.ts';
import { quoteHref } from '../lib/records/links.ts';
import { colleaguesWith } from '../lib/people/people.ts';

/** Active colleagues who make quotes. */
export const assignees = (ctx: Ctx) => colleaguesWith(ctx, quoteRights.change.own);

interface Found {
  id: number;
  version: number;
  state: QuoteState;
  expiresOn: string | null;
  superseded: boolean;
  sellerId: number;
  seller: string;
  rootId: number;
  number: string | null;
  customerName: string | null;
  vehicle: string;
  makerId: number | null;
  modelId: number | null;
  versionId: number | null;
  stockId: number | null;
}

/**
 * Locks quotes newest first, in the order in which issuing locks older revisions: the two wait for each other without
 * deadlock.
 */
async function lock({ db, user }: Ctx, ids: readonly number[]): Promise<Map<number, Found>> {
  const { rows } =
    await sql<Found>`select q.id, q.version, q.state, q.expires_on, q.superseded, q.seller_id, u.name as seller,
      q.root_id, q.number, q.customer_name, q.vehicle, q.maker_id, q.model_id, q.version_id, q.stock_id
    from quotes q join users u on u.company_id = q.company_id and u.id = q.seller_id
    where q.company_id = ${user.companyId} and q.id = any(${ids}::bigint[]) order by q.id desc for update of q`.execute(
      db,
    );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Writes the new sellers. Older revisions go along, so that the new seller can read the history. */
async function write(ctx: Ctx, given: readonly Assignment<Found>[]): Promise<void> {
  const rows = JSON.stringify(
    given.map(({ record: quote, to }) => ({ id: quote.id, root_id: quote.rootId, seller_id: to.id })),
  );
  await sql`update quotes q set seller_id = g.seller_id, version = q.version + 1, updated_at = ${ctx.now}
    from jsonb_to_recordset(${rows}::jsonb) as g (id bigint, root_id bigint, seller_id bigint)
    where q.company_id = ${ctx.user.companyId} and q.root_id = g.root_id and (q.id = g.id or q.superseded)`.execute(
    ctx.db,
  );
  await ctx.emit('quotes.handed', {
    quotes: given.map(({ record: quote, to }) => ({ quoteId: quote.rootId, sellerId: to.id })),
  });
}

export const assign = assigning({
  entity: quoteMachine.entity,
  sellersOf: assignees,
  lock,
  refusal(ctx, quote) {
    const refusal = refusalOf(quoteMachine, quote, { ...ctx.user, today: ctx.today }, 'assign');
    return refusal ? (refusal.code === 'conflict' ? refusal.message : null) : undefined;
  },
  write,
  told: {
    kind: 'quote_assigned',
    to: 'affida',
    one: (quote) => ({
      name: quote.number ?? 'una bozza',
      text: [quote.customerName, quote.vehicle].filter(Boolean).join(' · '),
      href: quoteHref(quote),
    }),
    many: 'preventivi',
    listOf: () => '/dealer/quotes/retail?state=draft,issued',
  },
});
