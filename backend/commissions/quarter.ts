/** Reminds of statements that are still drafts although their quarter is over: an agent gets them within the month after it. */
import { sql } from 'kysely';
import { deliverBy, monthOf, quarterOf } from '#domain/commissions/month.ts';
import { day } from '#domain/italian.ts';
import { privileges as p } from '#domain/privileges.ts';
import { holdersOf, notify } from '../lib/people/notify.ts';
import type { Ctx } from '../lib/work/context.ts';
import type { Schedule } from '../lib/work/schedules.ts';

/** The day of the month from which on it reminds, once a month while there are any. */
const FROM = 10;

async function remind(ctx: Ctx): Promise<void> {
  if (Number(ctx.today.slice(8)) < FROM) return;
  const { rows } = await sql<{ open: number; first: string | null; last: string | null }>`select count(*)::int as open,
      min(month) as first, max(month) as last
    from commission_statements where company_id = ${ctx.user.companyId} and state = 'draft' and month < ${quarterOf(ctx.today)}`.execute(
    ctx.db,
  );
  const { open, first, last } = rows[0]!;
  if (first === null || last === null) return;
  const left = open === 1 ? 'Uno è' : `${open} sono`;
  const [isLate, by] = [deliverBy(first) < ctx.today, deliverBy(last)];
  // One that was left behind does not keep the term of the quarter that has just ended from being said.
  const others = by < ctx.today ? '' : `; quelli fino a ${monthOf(last)} entro il ${day(by)}`;
  await notify(ctx, await holdersOf(ctx, p.seeAllCommissions), {
    kind: 'commission_due',
    ...(isLate
      ? {
          title: `Rendiconti in ritardo da confermare, dal più vecchio: ${monthOf(first)}`,
          text: `${left} ancora in bozza: l’estratto conto di ${monthOf(first)} andava consegnato entro il ${day(deliverBy(first))}${others} (art. 1749 c.c.)`,
        }
      : {
          title: `Rendiconti del trimestre da confermare entro il ${day(by)}`,
          text: `${left} ancora in bozza, fino a ${monthOf(last)}: l’estratto conto va consegnato entro il mese dopo il trimestre (art. 1749 c.c.)`,
        }),
    href: `/dealer/stats/commissions?month=${first.slice(0, 7)}`,
    once: `commission_due:${ctx.today.slice(0, 7)}`,
  });
}

export const quarterReminder: Schedule = { name: 'commission-quarter', at: ['07:40'], run: remind };
