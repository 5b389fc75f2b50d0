import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { keptList, type KeptList, type ListChange } from '#domain/catalog/editions/protection.ts';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { OWN } from '#backend/db/tenant.ts';
import type { Reader } from '#backend/lib/ports/sellable.ts';

/** SQL: editions `e` that came into force and touch a version. */
const touching = (versionId: RawBuilder<unknown>) =>
  sql`e.company_id = ${MANUFACTURER} and e.state in ('published', 'rolled_back') and ${versionId} = any(e.version_ids)`;

/** SQL: whether edition `e` came into force after a quote `q` was priced. */
const isLater = (as: string) =>
  sql.raw(`(${as}.day > q.price_day or (${as}.day = q.price_day and ${as}.published_at > q.priced_at))`);

/**
 * The list that a quote, named by its first revision, keeps for a version today; null: today's. Its newest revision says
 * what it was priced by: another version was not, so it has nothing to keep.
 */
export async function keptListOf(
  { db, today, user }: Pick<Reader, 'db' | 'today' | 'user'>,
  rootId: number,
  versionId: number,
): Promise<KeptList | null> {
  const { rows } = await sql<{ priceDay: string; isIssued: boolean; changes: ListChange[] }>`
    select q.price_day, (q.revision > 1 or q.issued_at is not null) as is_issued, coalesce((
        select jsonb_agg(jsonb_build_object('id', e.id, 'day', e.day, 'isLater', ${isLater('e')}, 'undoes', e.undoes,
          'issuedDays', e.issued_days, 'draftDays', e.draft_days))
        from catalog_editions e where ${touching(sql`${versionId}`)} and e.day >= q.price_day), '[]') as changes
    from (select * from quotes where company_id = ${user.companyId} and root_id = ${rootId} order by revision desc limit 1) q
    where q.version_id = ${versionId}`.execute(db);
  return rows[0] ? keptList(rows[0], rows[0].changes, today) : null;
}

/**
 * SQL for a quote `q`: its list was changed since it was priced, whatever it keeps of it; its days may be over. Of one
 * that somebody revises, the revision says so.
 */
export const relisted = sql<SqlBool>`(q.state in ('draft', 'issued') and not q.superseded
  and not exists (select from quotes n where n.company_id = ${OWN} and n.root_id = q.root_id and n.revision > q.revision) and exists (
  select from catalog_editions e where ${touching(sql`q.version_id`)} and ${isLater('e')}
    and not exists (select from catalog_editions b where b.company_id = ${MANUFACTURER} and b.state = 'published' and b.undoes = e.id)
    and not exists (select from catalog_editions u where u.company_id = ${MANUFACTURER} and u.id = e.undoes and ${isLater('u')})))`;

/** SQL for a quote `q` that is still open on a day. */
export const relistedOn = (today: string): RawBuilder<SqlBool> =>
  sql`(${relisted} and (q.state = 'draft' or q.expires_on >= ${today}))`;
