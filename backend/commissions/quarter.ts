/** Reminds of the statements of a quarter that are still drafts: an agent gets them within the month after it. */
import { sql } from 'kysely';
import { addMonths } from '#domain/dates.ts';
import { deliverBy, monthOf, quarterOf } from '#domain/commissions/month.ts';
import { day } from '#domain/italian.ts';
import { privileges as p } from '#domain/privileges.ts';
import { holdersOf, notify } from '../lib/people/notify.ts';
import type { Ctx } from '../lib/work/context.ts';
import type { Schedule } from '../lib/work/schedules.ts';

/** The day of the month from which on it reminds. */
const FROM = 10;

async function remind(ctx: Ctx): Promise<void> {
  const first = quarterOf(ctx.today);
  if (ctx.today.slice(0, 7) !== first.slice(0, 7) || Number(ctx.today.slice(8)) < FROM) return;
  const { rows } = await sql<{ open: number; last: string | null }>`select count(*)::int as open, max(month) as last
    from commission_statements where company_id = ${ctx.user.companyId} and state = 'draft'
      and month < ${first} and month >= ${addMonths(first, -3)}`.execute(ctx.db);
  const { open, last } = rows[0]!;
  if (last === null) return;
  await notify(ctx, await holdersOf(ctx, p.seeAllCommissions), {
    kind: 'commission_due',
    title: `Rendiconti del trimestre da confermare entro il ${day(deliverBy(last))}`,
    text: `${open === 1 ? 'Uno è' : `${open} sono`} ancora in bozza, fino a ${monthOf(last)}: l’estratto conto va consegnato entro il mese dopo il trimestre (art. 1749 c.c.)`,
    href: `/dealer/stats/commissions?month=${last.slice(0, 7)}`,
    once: `commission_due:${first}`,
  });
}

export const quarterReminder: Schedule = { name: 'commission-quarter', at: ['07:40'], run: remind };
