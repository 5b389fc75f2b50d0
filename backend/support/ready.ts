/** Answers that the manufacturer keeps ready: rows of its own, chosen where it writes to a company. */
import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import { covered } from '#domain/support/cover.ts';
import type { support as table } from '#domain/support/endpoints.ts';
import { MOST_READY } from '#domain/support/terms.ts';
import type { VerbOf } from '../lib/work/bind.ts';

type Table = typeof table;
const columns = ['id', 'title', 'text'] as const;

export const listReady: VerbOf<Table, 'GET /network/answers'> = ({ db, user }) =>
  db
    .selectFrom('readyAnswers')
    .select(columns)
    .where('companyId', '=', user.companyId)
    .orderBy('title')
    .orderBy('id')
    .limit(MOST_READY)
    .execute();

/** Throws `conflict` when there are too many; of two at once one waits for the other. */
export const keepReady: VerbOf<Table, 'POST /network/answers'> = async (ctx, { body: { title, text } }) => {
  const { db, user, now } = ctx;
  await sql`select pg_advisory_xact_lock(hashtextextended('ready answers', 0))`.execute(db);
  const { rows } = await sql<{ many: number }>`select count(*)::int as many from ready_answers
    where company_id = ${user.companyId}`.execute(db);
  if (rows[0]!.many >= MOST_READY)
    throw new Failure('conflict', `Già ${MOST_READY} risposte pronte: prima eliminarne una.`);
  const kept = { title: covered(title), text: covered(text) };
  const one = await db
    .insertInto('readyAnswers')
    .values({ companyId: user.companyId, ...kept, createdAt: now })
    .returning(columns)
    .executeTakeFirstOrThrow();
  ctx.audit({ action: 'create', entity: 'ready_answer', entityId: one.id, after: kept });
  return one;
};

export const dropReady: VerbOf<Table, 'DELETE /network/answers/:id'> = async (ctx, { params: { id } }) => {
  const gone = await ctx.db
    .deleteFrom('readyAnswers')
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', id)
    .returning('title')
    .executeTakeFirst();
  if (!gone) throw new Failure('not_found');
  ctx.audit({ action: 'delete', entity: 'ready_answer', entityId: id, before: gone });
};
