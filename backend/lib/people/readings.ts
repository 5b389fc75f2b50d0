/** Who has read what the manufacturer writes: known to their company, and to the network as a number. */
import { sql } from 'kysely';
import type { Ctx } from '../work/context.ts';

export type NewsKind = 'release' | 'notice';

/** Counts the caller as a reader of these, once each. */
export async function noteReadings({ db, user, now }: Ctx, kind: NewsKind, ids: readonly number[]): Promise<void> {
  for (const newsId of ids) {
    const { rows } = await sql`insert into news_readings (company_id, kind, news_id, user_id, at)
      values (${user.companyId}, ${kind}, ${newsId}, ${user.id}, ${now}) on conflict do nothing returning news_id`.execute(
      db,
    );
    if (rows.length > 0)
      await sql`insert into news_reader_counts (company_id, kind, news_id, readers) values (${user.companyId}, ${kind}, ${newsId}, 1)
        on conflict (company_id, kind, news_id) do update set readers = news_reader_counts.readers + 1`.execute(db);
  }
}

/** Which of these the caller has read. */
export async function readBy({ db, user }: Ctx, kind: NewsKind): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('newsReadings')
    .select('newsId')
    .where('companyId', '=', user.companyId)
    .where('kind', '=', kind)
    .where('userId', '=', user.id)
    .execute();
  return new Set(rows.map(({ newsId }) => newsId));
}
