import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import { money, percent } from '#domain/italian.ts';
import { refusalOf } from '#domain/machine.ts';
import { privileges as p } from '#domain/privileges.ts';
import type { quotes as table } from '#domain/quotes/endpoints.ts';
import { quoteRights } from '#domain/quotes/rights.ts';
import { covers } from '#domain/rights.ts';
import { approvalMachine, askReasons, refuseReasons } from '#domain/quotes/approval-terms.ts';
import type { Approval, ApprovalRow } from '#domain/quotes/approvals.ts';
import {
  beyondOwn,
  capOf,
  discountFacts,
  isPast,
  outgrown,
  overValuation,
  percentGiven,
  type DiscountFacts,
} from '#domain/quotes/caps.ts';
import type { VerbOf } from '../lib/bind.ts';
import { holds, type Ctx } from '../lib/context.ts';
import { limitsOf } from '#domain/quotes/rules.ts';
import { quoteHref } from '../lib/links.ts';
import { begin, forgetStates, moving, take, tell, type Fill, type Kept } from '../lib/move.ts';
import { notify } from '../lib/notify.ts';
import { readQuoteSettings } from '../lib/params.ts';
import { visible } from '../lib/scope.ts';
import { derive, type Derived } from './derive.ts';
import { readCap } from './params.ts';
import { owned, quoteAnswer, quoteKept, readQuote, type QuoteRecord } from './records.ts';
import { readApproval, selectApproval } from './stored-approval.ts';

type Table = typeof table;

/** Of several people the quote is locked first, always: who saves it and who grants its discount wait for each other. */
async function lock(ctx: Ctx, id: number) {
  const found = await one(ctx, id);
  await readQuote(ctx, found.quoteId, { lock: true });
  const record = await one(ctx, id);
  return { ...record, askedBy: record.askedBy.id, whole: record };
}

async function one(ctx: Ctx, id: number): Promise<Approval> {
  const { rows } =
    await sql<Approval>`${selectApproval()} where a.company_id = ${ctx.user.companyId} and a.id = ${id}`.execute(
      ctx.db,
    );
  if (!rows[0]) throw new Failure('not_found');
  return rows[0];
}

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

/** What a decision says of the discount, in the activity of its quote. */
const told = ({ facts }: Approval) => ({ discount: facts.discount, percent: percentGiven(facts) });

async function answerAsker(ctx: Ctx, { whole }: Locked, title: string, text: string): Promise<void> {
  const href = quoteHref(await readQuote(ctx, whole.quoteId));
  await notify(ctx, [whole.askedBy.id], { kind: 'approval_decided', title, text, href });
}

/** Throws `conflict` where the caller's own cap is below what was asked. */
async function checkReach(ctx: Ctx, { facts, quoteId }: Approval): Promise<void> {
  const { makerId } = await readQuote(ctx, quoteId);
  const hindered = beyondOwn(facts, await readCap(ctx.db, ctx.user, ctx.today, makerId));
  if (hindered) throw new Failure('conflict', hindered);
}

const decision = (ctx: Ctx) => ({ decidedBy: ctx.user.id, decidedAt: ctx.now });

const grant: Fill<Locked> = async (ctx, record) => {
  await checkReach(ctx, record.whole);
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

/** Asks for the discount of the draft as it stands. Throws `conflict` where none is needed or the same is asked already. */
export const ask: VerbOf<Table, 'POST /quotes/:id/approvals'> = async (ctx, { params, body, version }) => {
  const quote = await take(ctx, quoteKept, { id: params.id, action: 'save', version });
  const derived = await derive(ctx, quote.draft);
  const { sheet, draft, priced } = derived;
  const facts = discountFacts(draft, priced);
  const over = overValuation(draft);
  const cap = sheet.discountCap;
  if (cap === null || !isPast(facts, limitsOf(sheet)))
    throw new Failure('conflict', 'Lo sconto rientra nel proprio limite: non serve autorizzazione.');
  const before = await readApproval(ctx, quote);
  if (before && before.state !== 'refused' && outgrown(before.facts, facts) === null)
    throw new Failure(
      'conflict',
      before.state === 'asked' ? 'L’autorizzazione è già stata chiesta.' : 'Lo sconto è già autorizzato.',
    );
  if (before) await fall(ctx, before, 'chiesta di nuovo');
  const { id } = await ctx.db
    .insertInto('approvals')
    .values({
      ...{ companyId: ctx.user.companyId, quoteId: quote.id, ...facts, cap },
      ...{ reason: body.reason, note: body.note || null, askedBy: ctx.user.id, askedAt: ctx.now },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await begin(ctx, approvalMachine, id);
  const asked = {
    discount: facts.discount,
    percent: percentGiven(facts),
    reason: askReasons[body.reason],
    note: body.note,
  };
  ctx.audit({ action: 'ask', entity: 'approval', entityId: id, before: {}, after: asked });
  await notify(ctx, await deciders(ctx, facts, quote.makerId), {
    kind: 'approval_asked',
    title: `Sconto del ${percent(asked.percent)} da autorizzare`,
    text: [
      ...[draft.customer?.name, `${sheet.maker.name} ${sheet.model.name}`, ctx.user.name],
      over > 0 && `di cui ${money(over)} sull’usato`,
    ]
      .filter(Boolean)
      .join(' · '),
    href: '/dealer#approvals',
  });
  return quoteAnswer(ctx, await readQuote(ctx, quote.id), sheet);
};

/** Colleagues who may decide about it: never the caller. */
async function deciders(ctx: Ctx, facts: DiscountFacts, makerId: number | null): Promise<number[]> {
  const people = await ctx.db
    .selectFrom('users')
    .select(['id', 'roleName', 'privileges'])
    .where('companyId', '=', ctx.user.companyId)
    .where('archivedAt', 'is', null)
    .where('id', '<>', ctx.user.id)
    .where(sql<boolean>`${p.approveContracts} = any(privileges)`)
    .limit(200)
    .execute();
  const { caps } = await readQuoteSettings(ctx.db, ctx.user.companyId, ctx.today);
  return people
    .filter(({ privileges }) => covers(quoteRights.see, privileges, false))
    .filter(({ roleName }) => beyondOwn(facts, capOf(caps, roleName, makerId)) === null)
    .map(({ id }) => id);
}

async function fall(ctx: Ctx, approval: Approval, sentence: string): Promise<void> {
  if (approval.state !== 'asked' && approval.state !== 'granted') return;
  await ctx.db
    .updateTable('approvals')
    .set({ state: 'void', sentence, version: approval.version + 1 })
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', approval.id)
    .execute();
  await tell(ctx, approvalMachine, approval.id, { from: approval.state, to: 'void', note: sentence });
}

/** A saved draft that is past what was asked or granted takes it down; answers why, for the activity of the quote. */
export async function fallIfOutgrown(ctx: Ctx, quote: QuoteRecord, { draft, priced }: Derived): Promise<string | null> {
  const approval = await readApproval(ctx, quote);
  if (!approval || approval.state === 'refused') return null;
  const why = outgrown(approval.facts, discountFacts(draft, priced));
  if (why) await fall(ctx, approval, why);
  return why;
}

/** A deleted draft takes what was asked for it along. */
export async function forgetApprovals(ctx: Ctx, quoteId: number): Promise<void> {
  const { companyId } = ctx.user;
  const rows = await ctx.db
    .deleteFrom('approvals')
    .where('companyId', '=', companyId)
    .where('quoteId', '=', quoteId)
    .returning('id')
    .execute();
  for (const { id } of rows) await forgetStates(ctx, approvalMachine, id);
}

type Found = Omit<ApprovalRow, 'href' | 'decidable' | 'hindered'> & { makerId: number | null; modelId: number | null };

/** What waits and what was decided, on quotes that the caller may see. */
export const listApprovals: VerbOf<Table, 'GET /approvals'> = async (ctx, { query }) => {
  const more = sql`, q.customer_name as customer, q.vehicle, q.keys_in_hand, q.margin, q.maker_id, q.model_id`;
  const states = query.state?.length ? sql`and a.state = any(${query.state}::text[])` : sql``;
  const { rows } = await sql<Found>`${selectApproval<Found>(more)}
    where a.company_id = ${ctx.user.companyId} and ${visible(ctx, owned)} ${states} order by a.asked_at, a.id limit 100`.execute(
    ctx.db,
  );
  const { caps } = await readQuoteSettings(ctx.db, ctx.user.companyId, ctx.today);
  const actor = { ...ctx.user, today: ctx.today };
  return rows.map(({ makerId, modelId, margin, ...row }): ApprovalRow => {
    const hindered = beyondOwn(row.facts, capOf(caps, ctx.user.roleName, makerId));
    const may = refusalOf(approvalMachine, { state: row.state, askedBy: row.askedBy.id }, actor, 'grant') === null;
    const href = quoteHref({ id: row.quoteId, makerId, modelId, ...row.facts });
    return {
      ...row,
      href,
      margin: holds(ctx, p.seeMargin) ? margin : null,
      decidable: may && !hindered,
      hindered: may ? hindered : null,
    };
  });
};

export const approvalMoves = moving(kept, { grant, refuse });
