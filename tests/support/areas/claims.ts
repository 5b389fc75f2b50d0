import type { claims as table } from '#domain/contracts/claims/endpoints.ts';
import type { networkClaims as networkTable } from '#domain/contracts/claims/network.ts';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { handFields, type HandClaim } from '#domain/contracts/claims/fields.ts';
import { blankOf } from '#domain/record/fields.ts';
import { created, nothing, once, type Calls, type Side, type TestUser } from '../area.ts';
import type { World } from '../world.ts';
import { approved, readyContract } from './contracts.ts';
import { sent } from './uploads.ts';

const DAY = '2026-11-20';
const CREDIT = { creditNote: 'NC 12', creditedOn: DAY, creditedAmount: 1_00 };

/** A repair under the warranty of the car of a contract. */
export const handClaim = (changes: Partial<HandClaim> = {}): HandClaim => ({
  ...blankOf(handFields),
  number: '',
  name: 'Frizione sostituita',
  amount: 300_00,
  ...changes,
});

const numberOf = async (side: Side, { id }: { id: number }): Promise<string> =>
  (await side.query('select number from contracts where company_id = $1 and id = $2', [side.companyId, id]))[0]!
    .number as string;

/** An approved contract of this side. */
const sold = once((side: Side) => approved(side));
const fresh = async (side: Side) =>
  created(side, 'POST /claims', {
    body: handClaim({ number: await numberOf(side, (await sold(side)).params), name: `Riparazione ${side.next()}` }),
  });
const one = once(fresh);

type Made = Awaited<ReturnType<typeof fresh>>;
const stepped = async (
  side: Side,
  move: 'claim' | 'credit' | 'refuse' | 'waive',
  from: Made,
  body: object,
): Promise<Made> => {
  // prettier-ignore
  const answer = await side.call(`POST /claims/:id/${move}`, { ...from, body });
  if (answer.status !== 200) throw new Error(`${move}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return { params: from.params, version: answer.body.version as number };
};
const claimed = async (side: Side) => stepped(side, 'claim', await fresh(side), { claimedOn: DAY });
const credited = async (side: Side) => stepped(side, 'credit', await claimed(side), CREDIT);
/** A claim whose contract has ended after it was credited. */
const owedBack = async (side: Side) => {
  const claim = await credited(side);
  await side.query("update claims set state = 'owed_back' where company_id = $1 and id = $2", [side.companyId, claim.params.id]); // prettier-ignore
  return claim;
};

/** A claim of an approved contract, whose making its history ascribes to the owner. */
export async function readyClaim(world: World, owner: TestUser): Promise<number> {
  const contractId = await readyContract(world, owner);
  await world.query("update contracts set state = 'approved' where id = $1", [contractId]);
  const [{ number }] = await world.query('select number from contracts where id = $1', [contractId]);
  const { body } = await world.call(owner, 'POST /claims', { body: handClaim({ number }) });
  return body.id as number;
}

/** What the machine reads of a claim. */
export const claimFacts = `state, amount::int, claimed_on::text as "claimedOn", credited_on::text as "creditedOn",
  credited_amount::int as "creditedAmount", case when state = 'owed_back' then credited_amount::int end as owed, returned_part::int as "returnedPart", null as "approvedOn", true as sold, waived, version`;

export const claimTakes = (move: string): object =>
  ({ claim: { claimedOn: DAY }, credit: CREDIT, giveBack: { returnedOn: DAY } })[move] ?? {};

export const claims: Calls<typeof table> = {
  'GET /claims': nothing,
  'GET /claims/export': () => ({ query: { format: 'csv' } }),
  'POST /claims/bulk': async (side) => {
    const { params, version } = await fresh(side);
    return { body: { move: 'claim', rows: [{ id: params.id, version }] } };
  },
  'POST /claims': async (side) => ({
    body: handClaim({ number: await numberOf(side, (await sold(side)).params) }),
  }),
  'GET /claims/:id': one,
  'PUT /claims/:id': async (side) => ({
    ...(await fresh(side)),
    body: { dueBy: null, bookingNumber: `P ${side.next()}`, proofId: null },
  }),
  'POST /claims/:id/claim': async (side) => ({ ...(await fresh(side)), body: { claimedOn: DAY } }),
  'POST /claims/:id/takeBack': claimed,
  'POST /claims/:id/credit': async (side) => ({ ...(await claimed(side)), body: CREDIT }),
  'POST /claims/:id/refuse': async (side) => ({ ...(await claimed(side)), body: { reason: 'late' } }),
  'POST /claims/:id/reopen': async (side) => ({ ...(await credited(side)), body: { reason: 'mistake' } }),
  'POST /claims/:id/waive': async (side) => ({ ...(await fresh(side)), body: { reason: 'late' } }),
  'POST /claims/:id/restore': async (side) => stepped(side, 'waive', await fresh(side), { reason: 'late' }),
  'POST /claims/:id/giveBack': async (side) => ({ ...(await owedBack(side)), body: { returnedOn: DAY } }),
  'GET /claims/:id/proof': async (side) => {
    const { params, version } = await fresh(side);
    const proofId = await sent(side, 'claim');
    await side.call('PUT /claims/:id', { params, version, body: { dueBy: null, bookingNumber: '', proofId } });
    return { params };
  },
  'GET /claims/:id/timeline': one,
};

/** A claim of a campaign of the manufacturer that a company has asked for, and who answers it. */
async function askedOfMaker(side: Side) {
  const unasked = await fresh(side);
  // Before it is asked for: the network hears of what is asked of its own campaigns.
  await side.query(
    `update claims set payer = 'maker', campaign_company_id = 10, campaign_id = 1, campaign = 'Lumera' where company_id = $1 and id = $2`,
    [side.companyId, unasked.params.id],
  );
  const { params, version } = await stepped(side, 'claim', unasked, { claimedOn: DAY });
  const as = await side.colleague(MANUFACTURER);
  return { as, params: { company_id: side.companyId, id: params.id }, version };
}

export const networkClaims: Calls<typeof networkTable> = {
  'GET /network/campaigns/uses': async ({ colleague }) => ({ as: await colleague(MANUFACTURER) }),
  'GET /network/:company_id/claims': async ({ colleague, companyId }) => ({
    as: await colleague(MANUFACTURER),
    params: { company_id: companyId },
  }),
  'POST /network/:company_id/claims/:id/credit': async (side) => ({ ...(await askedOfMaker(side)), body: CREDIT }),
  'POST /network/:company_id/claims/:id/refuse': async (side) => ({
    ...(await askedOfMaker(side)),
    body: { reason: 'late' },
  }),
};
