/**
 * What the manufacturer answers to claims of its own campaigns, in a door of one company: the policy of `claims` shows it
 * no others, and nothing of a contract but its number and car.
 */
import { sql } from 'kysely';
import type { ClaimRow } from '#domain/contracts/claims/schema.ts';
import { claimMachine } from '#domain/contracts/claims/rules.ts';
import { claimStates } from '#domain/contracts/claims/terms.ts';
import { privileges as p } from '#domain/privileges.ts';
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

type Shown = Pick<ClaimRow, 'id' | 'version' | 'number' | 'vehicle' | 'type' | 'name' | 'state' | 'amount' | 'creditedAmount' | 'claimedOn' | 'bookingNumber' | 'creditNote' | 'creditedOn'>; // prettier-ignore
export interface AskedClaim extends Shown {
  campaignId: number;
  hasProof: boolean;
  refusal: Claim['refusal'];
}

/** The claims of the manufacturer's campaigns that a company has asked for, of one campaign or of all. */
export async function askedClaims({ db }: Ctx, { campaignId }: { campaignId?: number } = {}): Promise<AskedClaim[]> {
  const { rows } = await sql<AskedClaim>`select r.id, r.version, r.number, r.vehicle, r.type, r.name, r.state, r.amount,
      r.credited_amount, r.claimed_on, r.booking_number, r.credit_note, r.credited_on, r.campaign_id, r.refusal, r.proof_id is not null as has_proof
    from claims r where r.company_id = ${OWN} and r.payer = 'maker' and r.state not in ('due', 'void')
      and (${campaignId ?? null}::bigint is null or r.campaign_id = ${campaignId ?? null})
    order by r.state <> 'claimed', r.claimed_on, r.id limit ${MOST}`.execute(db);
  return rows;
}

/** What the payer says: that it credits an amount by a note, or why it refuses. */
export type ClaimAnswer =
  | { move: 'credit'; creditNote: string; creditedOn: string; creditedAmount: number }
  | { move: 'refuse'; reason: NonNullable<Claim['refusal']>; note?: string | undefined };

/**
 * Answers a claim for its payer, at the version that was seen. Throws `not_found` for a claim of somebody else,
 * `conflict` where it does not wait for an answer, `invalid` where the credit does not fit what is due.
 */
export async function answerClaim(ctx: Ctx, id: number, version: number, answer: ClaimAnswer): Promise<void> {
  const lock = (inner: Ctx, one: number) => claimCourse.find(inner, one, { lock: true });
  const record = await take(ctx, { ...claimCourse, lock }, { id, version });
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
