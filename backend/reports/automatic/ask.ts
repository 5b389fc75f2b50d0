import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import type { mailingWays } from '#domain/reports/automatic/terms.ts';
import type { Ctx, Job } from '#backend/lib/work/context.ts';

export interface MailingIds {
  companyId: number;
  /** Of the mailing. */
  id: number;
}

/** Has a report made and sent, once at a time; `conflict` while it is being made, unless its own time has come. */
export async function ask(
  ctx: Ctx,
  make: Job<MailingIds>,
  reportId: number,
  how: keyof typeof mailingWays,
): Promise<void> {
  const { companyId, id: askedBy } = ctx.user;
  const { rows } = await sql<{
    own: number;
    all: number;
  }>`select count(*) filter (where report_id = ${reportId})::int as own, count(*)::int as all
    from report_mailings where company_id = ${companyId} and state = 'making'`.execute(ctx.db);
  if (how !== 'due' && rows[0]!.own > 0)
    throw new Failure('conflict', 'Si sta già preparando: fra poco è nella storia.');
  const { id } = await ctx.db
    .insertInto('reportMailings')
    .values({ companyId, reportId, how, askedBy: how === 'due' ? null : askedBy, createdAt: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  // The first of each company goes before the second of any.
  await ctx.enqueue(make, { companyId, id }, { before: rows[0]!.all });
}
