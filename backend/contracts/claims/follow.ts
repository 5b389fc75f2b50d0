/** Claims follow their contract: its approval makes them, its incentives say what is due, its end takes them along. */
import { sql } from 'kysely';
import { addDays } from '#domain/dates.ts';
import { claimMachine } from '#domain/contracts/claims/rules.ts';
import { contractMachine } from '#domain/contracts/rules.ts';
import { keysOf } from '#domain/record/machine.ts';
import { OWN } from '#backend/db/tenant.ts';
import { add } from '#backend/lib/records/course.ts';
import { carry } from '#backend/lib/records/move.ts';
import type { Ctx, Effects } from '#backend/lib/work/context.ts';
import { readContractSettings } from '../records.ts';
import { claimCourse, OVER, SOLD, unanswered, type ClaimRecord } from './records.ts';

interface Sold {
  sold: boolean;
  over: boolean;
  number: string;
  vehicle: string;
  locationId: number | null;
  approvedOn: string | null;
  bookingNumber: string;
}

interface Due {
  id: number;
  type: string;
  payer: string;
  name: string;
  itemId: number | null;
  campaignCompanyId: number | null;
  campaignId: number | null;
  campaign: string | null;
  amount: number;
}

const readSold = async ({ db }: Ctx, contractId: number): Promise<Sold | undefined> => {
  const { rows } = await sql<Sold>`select ${SOLD} as sold, ${OVER} as over,
      t.number, t.vehicle, t.location_id, t.approved_on, coalesce(t.draft ->> 'bookingNumber', '') as booking_number
    from contracts t where t.company_id = ${OWN} and t.id = ${contractId}`.execute(db);
  return rows[0];
};

/** The incentives of the contract that somebody refunds. */
const readDue = async ({ db }: Ctx, contractId: number): Promise<Due[]> => {
  const { rows } = await sql<Due>`select l.id, l.type, l.party as payer, l.name, l.item_id, l.campaign_company_id,
      l.campaign_id, l.campaign, l.earned as amount
    from contract_lines l where l.company_id = ${OWN} and l.contract_id = ${contractId} and l.kind = 'incentive'
      and l.earned > 0 order by l.id`.execute(db);
  return rows;
};

/** The claims of the contract, locked in the order of their ids. */
async function lockClaims(ctx: Ctx, contractId: number): Promise<ClaimRecord[]> {
  const { rows } = await sql<{ id: number }>`select id from claims where company_id = ${OWN}
    and contract_id = ${contractId} order by id for update`.execute(ctx.db);
  const claims: ClaimRecord[] = [];
  for (const { id } of rows) claims.push(await claimCourse.find(ctx, id));
  return claims;
}

type Step = 'end' | 'askBack' | 'revive' | 'keep' | 'askAgain';

/**
 * What happens to a claim whose incentive is worth this much now, in cents; 0: it is gone, with its contract or without
 * it. What was credited beyond goes back. Null: nothing any more.
 */
function stepOf({ state, waived, creditedAmount }: ClaimRecord, amount: number): Step | null {
  const isOver = amount === 0 || (creditedAmount ?? 0) > amount;
  if (state === 'credited') return isOver ? 'askBack' : null;
  if (state === 'owed_back') return isOver ? null : 'keep';
  if (amount === 0) return (claimMachine.moves.end.from as readonly string[]).includes(state) ? 'end' : null;
  if (state === 'returned') return 'askAgain';
  return state === 'void' && !waived ? 'revive' : null;
}

/** Takes a claim where its incentive, worth `amount` cents, has it now; one that is asked for again begins anew. */
async function step(ctx: Ctx, claim: ClaimRecord, amount: number): Promise<void> {
  const name = stepOf(claim, amount);
  if (name === null) return;
  const columns = name === 'askAgain' ? { ...unanswered, claimedOn: null } : {};
  await carry(ctx, claimCourse, claim, name, { columns });
}

/** Brings a claim to what its incentive now says. */
async function renew(ctx: Ctx, claim: ClaimRecord, due: Due, { number, vehicle, locationId }: Sold): Promise<void> {
  const { id: lineId, amount } = due;
  const told = { before: { amount: claim.amount }, after: { amount } };
  const after = { lineId, amount, number, vehicle, locationId };
  // Who has the claim open is not disturbed by a move of the contract that changes nothing of it.
  const isSame = keysOf(after).every((key) => claim[key] === after[key]);
  if (!isSame) await claimCourse.write(ctx, claim, after, claim.amount === amount ? undefined : told);
  if (claim.amount !== amount) await ctx.emit('record.changed', { entity: claimMachine.entity, id: claim.id });
  await step(ctx, { ...claim, version: claim.version + (isSame ? 0 : 1) }, amount);
}

/** Brings the claims of a contract to where it is now. Harmless when called twice. */
async function follow(ctx: Ctx, contractId: number): Promise<void> {
  const contract = await readSold(ctx, contractId);
  if (!contract) return;
  const claims = await lockClaims(ctx, contractId);
  if (contract.over) {
    for (const claim of claims) await step(ctx, claim, 0);
    return;
  }
  // A contract that waits to be approved again keeps what was claimed; its incentives may still change.
  if (!contract.sold) return;
  const own = claims.filter(({ kind }) => kind === 'incentive');
  const left = new Set(own);
  const fresh: Due[] = [];
  for (const due of await readDue(ctx, contractId)) {
    const claim = own.find((one) => left.has(one) && one.type === due.type && one.payer === due.payer && one.itemId === due.itemId); // prettier-ignore
    if (!claim) fresh.push(due);
    else if (left.delete(claim)) await renew(ctx, claim, due, contract);
  }
  for (const claim of left) {
    const isNamed = claim.lineId !== null;
    if (isNamed) await claimCourse.write(ctx, claim, { lineId: null });
    await step(ctx, { ...claim, version: claim.version + (isNamed ? 1 : 0) }, 0);
  }
  if (fresh.length === 0) return;
  const { claimDays } = await readContractSettings(ctx);
  const { number, vehicle, locationId, approvedOn, bookingNumber } = contract;
  for (const { id: lineId, ...due } of fresh)
    await add(
      ctx,
      claimCourse,
      {
        ...due,
        contractId,
        lineId,
        kind: 'incentive',
        number,
        vehicle,
        locationId,
        dueBy: claimDays === null ? null : addDays(approvedOn ?? ctx.today, claimDays),
        bookingNumber: due.payer === 'state' ? bookingNumber : '',
      },
      { after: { amount: due.amount } },
    );
}

async function followRecord(ctx: Ctx, entity: string, id: number): Promise<void> {
  if (entity === contractMachine.entity) await follow(ctx, id);
}

export const followContracts: Effects = {
  'record.moved': (ctx, { entity, id }) => followRecord(ctx, entity, id),
  'record.undone': (ctx, { entity, id }) => followRecord(ctx, entity, id),
  'contract.lines': (ctx, { id }) => follow(ctx, id),
  'contract.withdrawn': (ctx, { id }) => follow(ctx, id),
};
