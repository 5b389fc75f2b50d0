/** Reminds customers of what they owe by mail: each once a day, with what the contracts say at that moment. */
import { sql } from 'kysely';
import { addDays, dayInRome } from '#domain/dates.ts';
import { day, money } from '#domain/italian.ts';
import { isEmail } from '#domain/emails.ts';
import { MOST_REMINDED, type Debtor, type LateBand, type reminderCalls } from '#domain/reports/reminder-endpoints.ts';
import { filledIn } from '#domain/reports/reminder-fields.ts';
import { readDealer } from '../documents/letterhead.ts';
import { sender } from '../documents/sender.ts';
import { isQuietPerson } from '../lib/people/quiet.ts';
import type { Reported } from '../lib/ports/reported.ts';
import type { Verbs } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { orderedRows } from './read.ts';
import { readReportSettings } from './settings.ts';

/** Days back from today in which an instalment was due: five years. */
const BACK = 1826;
/** The most customers that are listed, those who owe for longest first. */
const MOST_LISTED = 500;

interface Owing extends Omit<Debtor, 'refused' | 'again'> {
  firstName: string | null;
}

interface Which {
  among?: readonly number[];
  band?: LateBand | undefined;
}

/** Customers with instalments that are late, as the report counts them; of contracts that the caller may open alone. */
async function owing(ctx: Ctx, of: Reported, { among, band }: Which): Promise<Owing[]> {
  const { companyId } = ctx.user;
  const asked = { basis: 'due', by: 'month', only: 'late', from: addDays(ctx.today, -BACK), to: ctx.today };
  const late = await orderedRows(ctx, of, asked, []);
  const { rows } =
    await sql<Owing>`select c.id as customer_id, c.name as customer, c.first_name, coalesce(c.email, '') as "to",
      jsonb_agg(distinct jsonb_build_object('number', coalesce(x.number, 'contratto senza numero'), 'id', x.contract_id)) as contracts,
      ${isQuietPerson({ customerId: sql`c.id`, phones: [sql`c.phone`, sql`c.phone2`], emails: [sql`c.email`] })} as quiet,
      sum(x.late)::bigint as amount, min(x.due_on)::text as since,
      (select max(p.created_at) from payment_reminders p where p.company_id = ${companyId} and p.customer_id = c.id) as last_at
    from (${late}) x
    join customers c on c.company_id = ${companyId} and c.id = x.customer_id
    where x.kind <> 'financed' and x.is_open and c.archived_at is null
      ${among ? sql`and c.id = any(${[...among]}::bigint[])` : sql``}
    group by c.id, c.name, c.first_name, c.email, c.phone, c.phone2
    ${band ? sql`having bool_or(${sql.ref(`x.${band}`)} > 0)` : sql``} order by min(x.due_on), c.id limit ${MOST_LISTED}`.execute(
      ctx.db,
    );
  return rows;
}

/** Who has asked not to be contacted is not refused: what a contract owes is no advertising, and whoever sends decides. */
function refusedOf({ to, lastAt }: Pick<Owing, 'to' | 'lastAt'>, today: string): string | null {
  if (!isEmail(to)) return 'non ha un indirizzo e-mail';
  return lastAt !== null && dayInRome(new Date(lastAt)) === today ? 'sollecitato oggi' : null;
}

/** Whether somebody was reminded of what they owe longest. */
const isAgain = ({ lastAt, since }: Pick<Owing, 'lastAt' | 'since'>): boolean =>
  lastAt !== null && dayInRome(new Date(lastAt)) >= since;

/** The words were a person's choice; who pressed is told when it does not leave. */
export const reminderPost = sender('payment-post', async (_ctx, { subject, body, userId }) => ({
  text: body,
  subject,
  told: {
    userIds: userId === null ? [] : [userId],
    about: subject,
    href: '/dealer/reports/paymentFlowReport?view=reminders',
  },
}));

async function remind(ctx: Ctx, one: Owing): Promise<void> {
  const { companyId, id: userId } = ctx.user;
  const { reminderSubject, reminderText, againSubject, againText } = await readReportSettings(ctx);
  const { customerId, contracts, amount, to, lastAt } = one;
  const [subject, body] = isAgain(one) ? [againSubject, againText] : [reminderSubject, reminderText];
  const values = {
    Nome: one.firstName || one.customer,
    Contratti: contracts.map(({ number }) => number).join(', '),
    Importo: money(amount),
    Scadenza: day(one.since),
    'Azienda dealer': (await readDealer(ctx)).name,
    'Ultimo sollecito': lastAt === null ? '' : day(dayInRome(new Date(lastAt))),
  };
  const message = await ctx.db
    .insertInto('messages')
    .values({
      companyId,
      entity: 'customer',
      recordId: customerId,
      direction: 'out',
      userId,
      createdAt: ctx.now,
      address: to,
      subject: filledIn(subject, values),
      body: filledIn(body, values),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await ctx.db
    .insertInto('paymentReminders')
    .values({
      companyId,
      customerId,
      day: ctx.today,
      contractIds: contracts.map(({ id }) => id),
      amount,
      messageId: message.id,
      userId,
      createdAt: ctx.now,
    })
    .execute();
  await ctx.enqueue(reminderPost, { companyId, id: message.id });
  ctx.audit({ action: 'payment_reminded', entity: 'customer', entityId: customerId, after: { due: money(amount) } });
}

/** The verbs; `of`: the report that says what is late. */
export const reminderVerbs = (of: Reported): Verbs<typeof reminderCalls> => ({
  'GET /reports/paymentFlowReport/reminders': async (ctx, { query }) =>
    (await owing(ctx, of, query)).map(({ firstName: _first, ...one }) => ({
      ...one,
      refused: refusedOf(one, ctx.today),
      again: isAgain(one),
    })),
  'POST /reports/paymentFlowReport/reminders': async (ctx, { body }) => {
    const ids = [...new Set(body.customerIds)].slice(0, MOST_REMINDED);
    // Two who press at once wait for each other, so that nobody is reminded twice.
    const { rows: known } = await sql<{ id: number; name: string }>`select id, name from customers
      where company_id = ${ctx.user.companyId} and id = any(${ids}::bigint[]) order by id for no key update`.execute(
      ctx.db,
    );
    const found = new Map((await owing(ctx, of, { among: ids })).map((one) => [one.customerId, one]));
    const refused: { customer: string; why: string }[] = [];
    let sent = 0;
    for (const { id, name } of known) {
      const one = found.get(id);
      const why = one ? refusedOf(one, ctx.today) : 'non ha niente in ritardo';
      if (why !== null) refused.push({ customer: name, why });
      else {
        await remind(ctx, one!);
        sent += 1;
      }
    }
    ctx.audit({
      action: 'reminded',
      entity: 'report',
      after: { report: of.report.title, sent, refused: refused.length },
    });
    return { sent, refused };
  },
});
