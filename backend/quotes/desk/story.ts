import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { didBetween, type Machine } from '#domain/record/machine.ts';
import { b2bMachine } from '#domain/quotes/b2b/rules.ts';
import { quoteMachine } from '#domain/quotes/rules.ts';
import type { TimelineEvent } from '#domain/record/timeline.ts';
import type { Story } from '#backend/lib/ports/area.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { b2bHref, quoteHref } from '#backend/lib/records/links.ts';
import { visible } from '#backend/lib/records/scope.ts';
import { b2bCourse } from '../b2b/records.ts';
import { lettersIn, messagesOf } from '#backend/documents/messages.ts';
import { quoteCourse } from '../records.ts';

/** The most quotes of one customer that are shown, the newest first. */
const MOST = 50;

type Entity = 'quote' | 'b2b_quote';
interface StoryQuote {
  id: number;
  createdAt: string;
  seller: string;
  label: string;
  href: string;
}

interface Step {
  id: number;
  from: string | null;
  to: string;
  at: string;
  who: string | null;
}

/** The events of each quote: its creation, its states, and the messages to and from the customer. */
async function tell(ctx: Ctx, machine: Machine & { entity: Entity }, quotes: StoryQuote[]): Promise<TimelineEvent[]> {
  if (quotes.length === 0) return [];
  const { entity } = machine;
  const ids = quotes.map(({ id }) => id);
  const { rows: steps } =
    await sql<Step>`select s.record_id as id, s.from_state as from, s.to_state as to, s.at, u.name as who
    from state_changes s left join users u on u.company_id = s.company_id and u.id = s.user_id
    where s.company_id = ${ctx.user.companyId} and s.entity = ${entity} and s.record_id = any(${ids}::bigint[])`.execute(
      ctx.db,
    );
  const of = new Map(quotes.map((quote) => [quote.id, { label: quote.label, href: quote.href }]));
  return [
    ...quotes.map(({ id, createdAt, seller }) => ({
      at: createdAt,
      who: seller,
      what: 'ha creato il preventivo',
      changes: [],
      about: of.get(id)!,
    })),
    ...steps.flatMap(({ id, from, to, at, who }) => {
      const what = didBetween(machine, from, to);
      return what ? [{ at, who: who ?? 'Sistema', what, changes: [], about: of.get(id)! }] : [];
    }),
    ...lettersIn(await messagesOf(ctx, ids, entity)).map(({ at, who, what }) => ({ at, who, what, changes: [] })),
  ];
}

/** The customer's newest quotes in one table that the caller may see. */
const quotesOf = async <Row>(ctx: Ctx, select: RawBuilder<unknown>, may: RawBuilder<SqlBool>, customerId: number) =>
  (
    await sql<Row>`${select} where ${may} and q.customer_id = ${customerId} order by q.id desc limit ${MOST}`.execute(
      ctx.db,
    )
  ).rows;

const labelOf = ({ number, vehicle }: { number: string | null; vehicle: string }) =>
  [number ?? 'bozza', vehicle].filter(Boolean).join(' · ');

type Quote = StoryQuote & Parameters<typeof quoteHref>[0] & { number: string | null; vehicle: string };

/** The events of a customer's past from quotes and wholesale offers. */
export const story: Story = async (ctx, customerId) => {
  const join = sql`join users u on u.company_id = q.company_id and u.id = q.seller_id`;
  const common = sql`q.id, q.number, q.vehicle, q.created_at, u.name as seller`;
  const retail = await quotesOf<Quote>(
    ctx,
    sql`select ${common}, q.maker_id, q.model_id, q.version_id, q.stock_id from quotes q ${join}`,
    visible(ctx, quoteCourse.of),
    customerId,
  );
  const wholesale = await quotesOf<Quote>(
    ctx,
    sql`select ${common} from b2b_quotes q ${join}`,
    visible(ctx, b2bCourse.of),
    customerId,
  );
  return [
    ...(await tell(
      ctx,
      quoteMachine,
      retail.map((quote) => ({ ...quote, label: labelOf(quote), href: quoteHref(quote) })),
    )),
    ...(await tell(
      ctx,
      b2bMachine,
      wholesale.map((quote) => ({ ...quote, label: labelOf(quote), href: b2bHref(quote.id) })),
    )),
  ];
};
