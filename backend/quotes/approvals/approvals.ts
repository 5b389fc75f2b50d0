import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import { percent } from '#domain/italian.ts';
import { refusalOf } from '#domain/record/machine.ts';
import { privileges as p } from '#domain/privileges.ts';
import type { quotes as table } from '#domain/quotes/endpoints.ts';
import { approvalMachine, refuseReasons } from '#domain/quotes/approvals/terms.ts';
import type { Approval, ApprovalRow } from '#domain/quotes/approvals/schema.ts';
import { below, beyondOwn, capOf, cappedCar, percentGiven } from '#domain/quotes/approvals/caps.ts';
import { OWN } from '#backend/db/tenant.ts';
import type { VerbOf } from '#backend/lib/work/bind.ts';
import { holds, type Ctx } from '#backend/lib/work/context.ts';
import { b2bHref, quoteHref } from '#backend/lib/records/links.ts';
import { moving, type Fill, type Kept } from '#backend/lib/records/move.ts';
import { notify } from '#backend/lib/people/notify.ts';
import { visible } from '#backend/lib/records/scope.ts';
import { b2bCourse } from '../b2b/records.ts';
import { readCap, readCaps } from '../sheet/params.ts';
import { quoteCourse } from '../records.ts';
import { withDeciders } from './requests.ts';
import { selectApproval } from './stored-approval.ts';

type Table = typeof table;
type Of = Pick<Approval, 'quoteId' | 'b2bQuoteId'>;

/** The quote or offer of a request, if the caller may see it. */
const recordOf = async (ctx: Ctx, { quoteId, b2bQuoteId }: Of, options?: { lock: boolean }) => {
  if (b2bQuoteId !== null) {
    const { id } = await b2bCourse.read(ctx, b2bQuoteId, options);
    return { href: b2bHref(id), quote: null };
  }
  const quote = await quoteCourse.read(ctx, quoteId!, options);
  return { href: quoteHref(quote), quote };
};

/**
 * Locks the quote before its request, always: a person who saves the quote and one who grants its discount then wait
 * for each other without deadlock.
 */
async function lock(ctx: Ctx, id: number) {
  const about = await recordOf(ctx, await one(ctx, id), { lock: true });
  const record = await one(ctx, id);
  return { ...record, askedBy: record.askedBy.id, whole: record, about };
}

async function one(ctx: Ctx, id: number): Promise<Approval> {
  const { rows } =
    await sql<Approval>`${selectApproval()} where a.company_id = ${ctx.user.companyId} and a.id = ${id}`.execute(
      ctx.db,
    );
  if (!rows[0]) throw new Failure('not_found');
  return rows[0];
}

/** One request, for the page that waits for its decision. */
export const readRequest: VerbOf<Table, 'GET /approvals/:id'> = async (ctx, { params }) => {
  const approval = await one(ctx, params.id);
  const { quote } = await recordOf(ctx, approval);
  return (await withDeciders(ctx, approval, quote?.makerId ?? null))!;
};

type Locked = Awaited<ReturnType<typeof lock>>;
const kept: Kept<typeof approvalMachine, Locked, Approval> = {
  machine: approvalMachine,
  lock,
  async write(ctx, { id, version }, columns) {
    await ctx.db
      .updateTable('approvals')
      .set({ ...columns, version: version + 1 })
      .where('companyId', '=', ctx.user.companyId)
      .where('id', '=', id)
      .execute();
  },
  answer: one,
};

/** The discount of a request, for the activity of its quote. */
const told = ({ facts }: Approval) => ({ discount: facts.discount, percent: percentGiven(facts) });

const answerAsker = (ctx: Ctx, { whole, about }: Locked, title: string, text: string): Promise<number> =>
  notify(ctx, [whole.askedBy.id], { kind: 'approval_decided', title, text, href: about.href });

/**
 * Throws `conflict` when the request exceeds the caller's own cap; deciders of wholesale offers have no cap (decision
 * 013).
 */
async function checkReach(ctx: Ctx, { whole, about: { quote } }: Locked): Promise<void> {
  if (!quote) return;
  const car = cappedCar(whole.facts, quote.makerId);
  const hindered = beyondOwn(whole.facts, await readCap(ctx.db, ctx.user, ctx.today, car));
  if (hindered) throw new Failure('conflict', hindered);
}

const decision = (ctx: Ctx) => ({ decidedBy: ctx.user.id, decidedAt: ctx.now });

const grant: Fill<Locked> = async (ctx, record) => {
  await checkReach(ctx, record);
  const { facts } = record.whole;
  await answerAsker(ctx, record, `Sconto del ${percent(percentGiven(facts))} autorizzato`, ctx.user.name);
  return { columns: decision(ctx), told: { before: {}, after: told(record.whole) } };
};

const refuse: Fill<Locked> = async (ctx, record, { reason, note }) => {
  const why = refuseReasons[reason as keyof typeof refuseReasons];
  const { facts } = record.whole;
  const text = [why, note].filter(Boolean).join(': ');
  await answerAsker(ctx, record, `Sconto del ${percent(percentGiven(facts))} rifiutato`, text);
  return {
    columns: { ...decision(ctx), refusal: reason, sentence: note || null },
    told: { before: {}, after: { ...told(record.whole), refusal: why } },
  };
};

type Found = Omit<ApprovalRow, 'href' | 'decidable' | 'hindered'> & { makerId: number | null; modelId: number | null };

/** Requests of one kind on records that the caller may see, longest waiting first. */
async function found(ctx: Ctx, subject: 'quotes' | 'b2bQuotes', wanted: readonly string[]): Promise<Found[]> {
  const own =
    subject === 'quotes'
      ? {
          columns: sql`q.keys_in_hand, q.maker_id, q.model_id,
            (select c.min_price from used_cars c where c.company_id = ${OWN} and c.id = q.stock_id) as floor`,
          of: quoteCourse.of,
        }
      : {
          columns: sql`q.total as keys_in_hand, null::int as maker_id, null::int as model_id, null::bigint as floor`,
          of: b2bCourse.of,
        };
  const more = sql`, q.customer_name as customer, q.vehicle, q.margin, ${own.columns}`;
  const states = wanted.length ? sql`and a.state = any(${wanted}::text[])` : sql``;
  const { rows } = await sql<Found>`${selectApproval<Found>(subject, more)}
    where a.company_id = ${ctx.user.companyId} and ${visible(ctx, own.of)} ${states} order by a.asked_at, a.id limit 100`.execute(
    ctx.db,
  );
  return rows;
}

/** Open and decided requests on quotes and offers that the caller may see. */
export const listApprovals: VerbOf<Table, 'GET /approvals'> = async (ctx, { query: { state = [] } }) => {
  const rows = [...(await found(ctx, 'quotes', state)), ...(await found(ctx, 'b2bQuotes', state))];
  const caps = await readCaps(ctx.db, ctx.user.companyId, ctx.today);
  const actor = { ...ctx.user, today: ctx.today };
  return rows
    .toSorted((a, b) => Date.parse(a.askedAt) - Date.parse(b.askedAt))
    .slice(0, 100)
    .map(({ makerId, modelId, margin, floor, ...row }): ApprovalRow => {
      const { quoteId, b2bQuoteId, facts } = row;
      const hindered =
        quoteId === null ? null : beyondOwn(facts, capOf(caps, ctx.user.roleName, cappedCar(facts, makerId)));
      const may = refusalOf(approvalMachine, { ...row, askedBy: row.askedBy.id }, actor, 'grant') === null;
      return {
        ...row,
        href: b2bQuoteId === null ? quoteHref({ id: quoteId!, makerId, modelId, ...facts }) : b2bHref(b2bQuoteId),
        margin: holds(ctx, p.seeMargin) ? margin : null,
        floor: below(facts, floor) > 0 ? floor : null,
        decidable: may && !hindered,
        hindered: may ? hindered : null,
      };
    });
};

export const approvalMoves = moving(kept, { grant, refuse });
