import { sql } from 'kysely';
import { assignRefusal, type assigningCalls } from '#domain/contracts/assigning.ts';
import { sells } from '#domain/contracts/rights.ts';
import { contractMachine } from '#domain/contracts/rules.ts';
import type { ContractState } from '#domain/contracts/terms.ts';
import type { Verbs } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { assigning, type Assignment } from '../lib/records/assigning.ts';
import { contractHref } from '../lib/records/links.ts';
import { colleaguesWith, peopleBehind } from '../lib/people/people.ts';
import { noting } from './changes.ts';

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

/** Writes the new sellers, for whom the cars are held from now on. Commissions that have accrued stay whose they are. */
async function write(ctx: Ctx, given: readonly Assignment<Found>[]): Promise<void> {
  const contracts = given.map(({ record: contract, to }) => ({ contractId: contract.id, sellerId: to.id }));
  const rows = JSON.stringify(contracts.map(({ contractId, sellerId }) => ({ id: contractId, seller_id: sellerId })));
  const hand = sql`update contracts t set seller_id = g.seller_id,
      former_sellers = array(select distinct unnest(t.former_sellers || t.seller_id)), version = t.version + 1, updated_at = ${ctx.now}
    from jsonb_to_recordset(${rows}::jsonb) as g (id bigint, seller_id bigint)
    where t.company_id = ${ctx.user.companyId} and t.id = g.id`;
  await noting(
    ctx,
    contracts.map(({ contractId }) => contractId),
    () => hand.execute(ctx.db),
  );
  await ctx.emit('contracts.handed', { contracts });
}

export const assignVerbs: Verbs<typeof assigningCalls> = {
  'GET /contracts/assignees': assignees,
  'POST /contracts/assign': assigning({
    entity: contractMachine.entity,
    sellersOf: assignees,
    lock,
    refusal: (_, contract, sellerId: number) => assignRefusal(contract, sellerId) ?? undefined,
    write,
    told: {
      kind: 'contract_moved',
      to: 'ti affida',
      from: 'affida a un collega',
      one: ({ id, number, customer, vehicle }) => ({
        name: number,
        text: [customer, vehicle].filter(Boolean).join(' · '),
        href: contractHref(id),
      }),
      many: 'contratti',
      listOf: () => '/dealer/contracts',
    },
  }),
};
