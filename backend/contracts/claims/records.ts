/** Claims as records with a course: how one is read, decided by, and answered. */
import { sql, type Selectable } from 'kysely';
import type { ClaimValues } from '#domain/contracts/claims/fields.ts';
import { claimMachine } from '#domain/contracts/claims/rules.ts';
import type { Claim } from '#domain/contracts/claims/schema.ts';
import { claimingStates, type ClaimState } from '#domain/contracts/claims/terms.ts';
import { contractRights } from '#domain/contracts/rights.ts';
import { offeredOf } from '#domain/record/machine.ts';
import { sees } from '#domain/record/rights.ts';
import { OWN } from '#backend/db/tenant.ts';
import type { Claims } from '#backend/db/types.gen.ts';
import { course, type Course } from '#backend/lib/records/course.ts';
import { contractHref } from '#backend/lib/records/links.ts';
import type { Ctx } from '#backend/lib/work/context.ts';

export type ClaimRecord = Omit<
  Selectable<Claims>,
  'state' | 'kind' | 'type' | 'payer' | 'refusal' | keyof ClaimValues
> &
  ClaimValues &
  Pick<Claim, 'kind' | 'type' | 'payer' | 'refusal'> & {
    state: ClaimState;
    sold: boolean;
    owed: number | null;
    approvedOn: string | null;
    proof: string | null;
    /** Of its contract, where it is read. */
    contractState: string | null;
    sellers: readonly number[];
  };

/** A contract that ended. */
export const OVER = sql<boolean>`t.canceled_at is not null or t.withdrawn_at is not null`;

/** What of a credit is to be given back: all of it, or what its incentive, which is still there, no longer gives. */
export const OWED = sql<number | null>`case when r.state = 'owed_back' then r.credited_amount
  - case when r.line_id is null or coalesce(t.over, true) then 0 else least(r.amount, r.credited_amount) end end`;

/** What a payer answered, until it answers again. */
export const unanswered = {
  creditNote: '',
  creditedOn: null,
  creditedAmount: null,
  returnedOn: null,
  returnedPart: null,
  refusal: null,
  refusalNote: '',
};

/** A contract that is approved, goes on, and was made here. */
export const SOLD = sql<boolean>`t.state = any(${[...claimingStates]}::text[]) and t.canceled_at is null
  and t.withdrawn_at is null and t.origin <> 'history'`;

function answerOf(ctx: Ctx, record: ClaimRecord): Promise<Claim> {
  const { contractId, contractState, sellers } = record;
  const isOwn = sellers.includes(ctx.user.id);
  const opens = contractState !== null && sees(contractRights, ctx.user.privileges, isOwn, contractState);
  return Promise.resolve({
    id: record.id,
    version: record.version,
    state: record.state,
    kind: record.kind,
    type: record.type,
    payer: record.payer,
    name: record.name,
    campaign: record.campaign,
    contractId,
    number: record.number,
    vehicle: record.vehicle,
    amount: record.amount,
    dueBy: record.dueBy,
    bookingNumber: record.bookingNumber,
    proofId: record.proofId,
    proof: record.proof,
    claimedOn: record.claimedOn,
    creditNote: record.creditNote,
    creditedOn: record.creditedOn,
    creditedAmount: record.creditedAmount,
    owed: record.owed,
    returnedOn: record.returnedOn,
    refusal: record.refusal,
    refusalNote: record.refusalNote,
    sold: record.sold,
    href: opens ? contractHref(contractId) : null,
    offered: offeredOf(claimMachine, record, { ...ctx.user, today: ctx.today }),
    updatedAt: record.updatedAt,
  });
}

export const claimCourse: Course<typeof claimMachine, ClaimRecord, Claim> = course({
  machine: claimMachine,
  table: 'claims',
  as: 'r',
  owner: [],
  select: sql`select r.*, ${OWED} as owed, coalesce(t.sold, false) as sold, t.approved_on, t.state as contract_state, coalesce(t.sellers, '{}') as sellers,
      (select u.name from uploads u where u.company_id = ${OWN} and u.id = r.proof_id) as proof
    from claims r left join lateral (select ${SOLD} as sold, ${OVER} as over, t.approved_on, t.state, array_remove(array[t.seller_id, t.partner_id], null)::int[] as sellers
      from contracts t where t.company_id = ${OWN} and t.id = r.contract_id) t on true`,
  answer: answerOf,
});
