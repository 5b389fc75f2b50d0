import { sql, type RawBuilder } from 'kysely';
import type { Approval } from '#domain/quotes/approvals/schema.ts';
import { OWN } from '#backend/db/tenant.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { write, type FieldText } from '#backend/lib/records/timeline.ts';

/** Words of the activity for requests above the cap. */
export const approvalTexts = {
  discount: ['Sconto', write.money],
  percent: ['Sconto sul listino', write.percent],
  reason: ['Motivo della richiesta', write.text],
  refusal: ['Motivo del rifiuto', write.text],
  approval: ['Autorizzazione decaduta', write.text],
} satisfies Record<string, FieldText>;

/** The kind of record that a request is about. */
export type Subject = 'quotes' | 'b2bQuotes';
const records = {
  quotes: sql`join quotes q on q.company_id = a.company_id and q.id = a.quote_id`,
  b2bQuotes: sql`join b2b_quotes q on q.company_id = a.company_id and q.id = a.b2b_quote_id`,
};

/**
 * The `select` of approvals `a`; with a subject, only those about it, joined with its record as `q`; `more`: further
 * columns.
 */
export const selectApproval = <Row = Approval>(subject?: Subject, more = sql``): RawBuilder<Row> => sql<Row>`
  select a.id, a.version, a.quote_id, a.b2b_quote_id, a.lines, a.state, a.cap, a.reason, a.note, a.asked_at, a.decided_at, a.refusal, a.sentence,
    jsonb_build_object('discount', a.discount, 'listTotal', a.list_total, 'discounts', a.discounts, 'versionId', a.version_id, 'stockId', a.stock_id,
      'customerId', a.customer_id, 'overValued', coalesce(a.over_valued, a.discount)) as facts,
    coalesce(round(a.discount * 100.0 / nullif(a.list_total, 0), 2), 0) as percent,
    jsonb_build_object('id', u.id, 'name', u.name) as asked_by, d.name as decided_by, array[]::text[] as deciders,
    coalesce((select s.seller_id from quotes s where s.company_id = ${OWN} and s.id = a.quote_id),
      (select s.seller_id from b2b_quotes s where s.company_id = ${OWN} and s.id = a.b2b_quote_id)) as seller_id${more}
  from approvals a ${subject ? records[subject] : sql``}
    join users u on u.company_id = a.company_id and u.id = a.asked_by
    left join users d on d.company_id = a.company_id and d.id = a.decided_by`;

/** The last request for any revision of the quote or offer, while it is open, granted or refused. */
export async function readApproval(
  { db, user }: Pick<Ctx, 'db' | 'user'>,
  subject: Subject,
  rootId: number | null,
): Promise<Approval | null> {
  const { rows } =
    await sql<Approval>`${selectApproval(subject)} where a.company_id = ${user.companyId} and q.company_id = ${user.companyId}
    and q.root_id = ${rootId} and a.state in ('asked', 'granted', 'refused') order by a.id desc limit 1`.execute(db);
  return rows[0] ?? null;
}
