import { sql } from 'kysely';
import type { Ctx } from '#backend/lib/work/context.ts';
import { notify } from '#backend/lib/people/notify.ts';

const PAGE = '/dealer/preferences/automatic-report';

/** Tells who stands for a report that it failed: once until one has left again. */
export async function tellFailed(
  ctx: Ctx,
  { reportId, name, ownerId }: { reportId: number; name: string; ownerId: number },
  why: string,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`select coalesce(max(m.id), 0)::int as id from report_mailings m
    where m.company_id = ${ctx.user.companyId} and m.report_id = ${reportId} and m.state in ('sent', 'empty')
      and not exists (select from report_mails x where x.company_id = ${ctx.user.companyId} and x.mailing_id = m.id and x.failure is not null
        and x.state <> 'skipped')`.execute(ctx.db);
  await notify(ctx, [ownerId], {
    kind: 'report_failed',
    title: `Il rapporto automatico ${name} non parte`,
    text: why,
    href: `${PAGE}?id=${reportId}`,
    once: `report_failed:${reportId}:${rows[0]!.id}`,
  });
}

/** Tells those who keep the preferences that reports rest because who stood for them left. */
export const tellLeft = (
  ctx: Ctx,
  userIds: readonly number[],
  { owner, count }: { owner: string; count: number },
): Promise<number> =>
  notify(ctx, userIds, {
    kind: 'report_failed',
    title: `${owner} non ha più accesso: ${count === 1 ? 'un rapporto automatico è' : `${count} rapporti automatici sono`} in pausa`,
    text: 'Chi li prende in carico li manda con i propri diritti.',
    href: `${PAGE}?state=left`,
  });
