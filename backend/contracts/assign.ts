import { sql } from 'kysely';
import { assignRefusal, type assigningCalls } from '#domain/contracts/assigning.ts';
import { sells } from '#domain/contracts/rights.ts';
import { contractMachine } from '#domain/contracts/rules.ts';
import type { ContractState } from '#domain/contracts/terms.ts';
import { assigned } from '../lib/ports/assigned.ts';
import type { Verbs } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { contractHref } from '../lib/records/links.ts';
import { notify } from '../lib/people/notify.ts';
import { colleaguesWith, peopleBehind } from '../lib/people/people.ts';

const assignees = (ctx: Ctx) => colleaguesWith(ctx, sells.own);

interface Found {
  id: number;
  version: number;
  state: ContractState;
  canceledAt: string | null;
  sellerId: number;
  seller: string;
  partnerId: number | null;
  /** Whoever stands behind the accounts that validated it. */
  validators: readonly number[];
  number: string;
  customer: string | null;
  vehicle: string;
}

/** Locks contracts by their ids, as everybody does who locks several. */
async function lock({ db, user }: Ctx, ids: readonly number[]): Promise<Map<number, Found>> {
  const { rows } = await sql<Found>`select t.id, t.version, t.state, t.canceled_at, t.seller_id, u.name as seller,
      t.partner_id, t.number, ${peopleBehind(user.companyId, sql`array[t.commercial_by, t.approved_by]`)} as validators, t.vehicle,
      (select c.name from customers c where c.company_id = ${user.companyId} and c.id = t.customer_id) as customer
    from contracts t join users u on u.company_id = ${user.companyId} and u.id = t.seller_id
    where t.company_id = ${user.companyId} and t.id = any(${ids}::bigint[]) order by t.id for update of t`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

interface ContractAssignment {
  record: Found;
  to: { id: number; name: string };
}

/** Writes the new sellers, for whom the cars are held from now on. Commissions that have accrued stay whose they are. */
async function write(ctx: Ctx, given: readonly ContractAssignment[]): Promise<void> {
  if (given.length === 0) return;
  const contracts = given.map(({ record: contract, to }) => ({ contractId: contract.id, sellerId: to.id }));
  const rows = JSON.stringify(contracts.map(({ contractId, sellerId }) => ({ id: contractId, seller_id: sellerId })));
  await sql`update contracts t set seller_id = g.seller_id,
      former_sellers = array(select distinct unnest(t.former_sellers || t.seller_id)), version = t.version + 1, updated_at = ${ctx.now}
    from jsonb_to_recordset(${rows}::jsonb) as g (id bigint, seller_id bigint)
    where t.company_id = ${ctx.user.companyId} and t.id = g.id`.execute(ctx.db);
  await ctx.emit('contracts.handed', { contracts });
  ctx.audit(
    ...given.map(({ record: contract, to }) => ({
      action: 'assign',
      entity: contractMachine.entity,
      entityId: contract.id,
      before: { seller: contract.seller },
      after: { seller: to.name },
    })),
  );
}

/** Each former and each new seller gets one notification about all their contracts, unless they did it themselves. */
async function tell(ctx: Ctx, given: readonly ContractAssignment[]): Promise<void> {
  const say = async (id: number, theirs: readonly ContractAssignment[], verb: string) => {
    const [{ record: contract }] = theirs as [ContractAssignment, ...ContractAssignment[]];
    const one = theirs.length === 1;
    await notify(ctx, id === ctx.user.id ? [] : [id], {
      kind: 'contract_moved',
      title: `${ctx.user.name} ${verb} ${one ? contract.number : `${theirs.length} contratti`}`,
      text: one ? [contract.customer, contract.vehicle].filter(Boolean).join(' · ') : '',
      href: one ? contractHref(contract.id) : '/dealer/contracts',
    });
  };
  for (const [id, theirs] of Map.groupBy(given, ({ to }) => to.id)) await say(id, theirs, 'ti affida');
  for (const [id, theirs] of Map.groupBy(given, ({ record }) => record.sellerId))
    await say(id, theirs, 'affida a un collega');
}

export const assignVerbs: Verbs<typeof assigningCalls> = {
  'GET /contracts/assignees': assignees,
  /**
   * Gives each contract to its new seller, at the version that the caller saw, and says of each what became of it: one
   * failure does not stop the others. A contract that already has this seller counts as done.
   */
  'POST /contracts/assign': async (ctx, { body }) => {
    const sellers = new Map((await assignees(ctx)).map((seller) => [seller.id, seller]));
    const found = await lock(
      ctx,
      body.rows.map(({ id }) => id),
    );
    const { results, given } = assigned(
      body.rows,
      found,
      sellers,
      (contract, sellerId) => assignRefusal(contract, sellerId) ?? undefined,
    );
    await write(ctx, given);
    await tell(ctx, given);
    return { results };
  },
};
