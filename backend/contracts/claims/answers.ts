/**
 * What the manufacturer answers to claims of its own campaigns, in a door of one company: the policy of `claims` shows it
 * no others, and nothing of a contract but its number and car.
 */
import { sql } from 'kysely';
import type { AskedClaim, networkClaims as table } from '#domain/contracts/claims/network.ts';
import { claimMachine } from '#domain/contracts/claims/rules.ts';
import { claimStates } from '#domain/contracts/claims/terms.ts';
import { privileges as p } from '#domain/privileges.ts';
import type { VerbOf } from '#backend/lib/work/bind.ts';
import { OWN } from '#backend/db/tenant.ts';
import { holdersOf, notify } from '#backend/lib/people/notify.ts';
import { carry, take } from '#backend/lib/records/move.ts';
import type { Ctx, Job } from '#backend/lib/work/context.ts';
import { creditFaults } from '#domain/contracts/claims/rules.ts';
import { Failure } from '#domain/errors.ts';
import type { Claim } from '#domain/contracts/claims/schema.ts';
import { claimCourse } from './records.ts';

/** The most claims of a company that are shown at once, those that wait longest first. */
const MOST = 500;

/** The claims of the manufacturer's campaigns that a company has asked for; or one, wherever it is by now. */
async function askedClaims({ db }: Ctx, id: number | null = null): Promise<AskedClaim[]> {
  const { rows } = await sql<AskedClaim>`select r.id, r.version, r.number, r.vehicle, r.type, r.name, r.state, r.amount,
      r.credited_amount, r.claimed_on, r.booking_number, r.credit_note, r.credited_on, r.campaign_id, r.campaign, r.refusal, r.proof_id is not null as has_proof
    from claims r where r.company_id = ${OWN} and r.payer = 'maker' and (r.id = ${id} or ${id}::bigint is null and r.state not in ('due', 'void'))
    order by r.state <> 'claimed', r.claimed_on, r.id limit ${MOST}`.execute(db);
  return rows;
}

/** What the payer says: that it credits an amount by a note, or why it refuses. */
type ClaimAnswer =
  | { move: 'credit'; creditNote: string; creditedOn: string; creditedAmount: number }
  | { move: 'refuse'; reason: NonNullable<Claim['refusal']>; note?: string | undefined };

/**
 * Answers a claim for its payer, at the version that was seen. Throws `not_found` for a claim of somebody else,
 * `conflict` where it does not wait for an answer, `invalid` where the credit does not fit what is due.
 */
async function answerClaim(ctx: Ctx, id: number, version: number, answer: ClaimAnswer): Promise<AskedClaim> {
  const lock = (inner: Ctx, one: number) => claimCourse.find(inner, one, { lock: true });
  const shown = async (inner: Ctx, one: number) => (await askedClaims(inner, one))[0]!;
  const record = await take(ctx, { ...claimCourse, lock, answer: shown }, { id, version });
  const { move } = answer;
  const { from, refused } = claimMachine.moves[move];
  if (!(from as readonly string[]).includes(record.state))
    throw new Failure('conflict', record.state === 'due' ? refused.due : refused.else);
  if (answer.move === 'credit') {
    const { creditNote, creditedOn, creditedAmount } = answer;
    const columns = { creditNote, creditedOn, creditedAmount };
    const fields: Record<string, string> = creditFaults(record, columns);
    if (Object.keys(fields).length > 0) throw new Failure('invalid', undefined, { fields });
    await carry(ctx, claimCourse, record, move, { columns, told: { before: {}, after: columns } });
  } else {
    const { reason, note = '' } = answer;
    const columns = { refusal: reason, refusalNote: note };
    await carry(ctx, claimCourse, record, move, { columns, told: { before: {}, after: { refusal: reason } }, reason, note }); // prettier-ignore
  }
  await ctx.enqueue(claimAnswered, { companyId: ctx.user.companyId, id });
  return shown(ctx, id);
}

/** Tells who keeps the company's accounts, in its own transaction: the payer's may not write to them. */
export const claimAnswered: Job<{ companyId: number; id: number }> = {
  name: 'claim-answered',
  run: ({ asCompany }, { companyId, id }) =>
    asCompany(companyId, null, async (ctx) => {
      const { number, state, name, version } = await claimCourse.find(ctx, id);
      await notify(ctx, await holdersOf(ctx, p.validateContracts), {
        kind: 'claim_answered',
        title: `${claimStates[state].label}: ${name} · ${number}`,
        text: 'La casa ha risposto al rimborso',
        href: `/dealer/claims/${id}`,
        once: `claim_answered:${id}:${version}`,
      });
    }),
};

type Table = typeof table;

const readAsked: VerbOf<Table, 'GET /network/:company_id/claims'> = async (ctx) => {
  const company = await ctx.db
    .selectFrom('companies')
    .select('name')
    .where('companyId', '=', ctx.user.companyId)
    .executeTakeFirst();
  if (!company) throw new Failure('not_found');
  return { company: company.name, claims: await askedClaims(ctx) };
};

/** The verbs by which the manufacturer answers, in a door. */
export const answerVerbs = {
  'GET /network/:company_id/claims': readAsked,
  'POST /network/:company_id/claims/:id/credit': (ctx, { params, version, body }) =>
    answerClaim(ctx, params.id, version, { move: 'credit', ...body }),
  'POST /network/:company_id/claims/:id/refuse': (ctx, { params, version, body }) =>
    answerClaim(ctx, params.id, version, { move: 'refuse', ...body }),
} satisfies Partial<{ [N in keyof Table]: VerbOf<Table, N> }>;
