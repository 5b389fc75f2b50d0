/** What a contract earns: its margins as they are read, and the commissions that its moves write. */
import { commissionsOf, correctedWaterfall, type Earned, type WaterfallStep } from '#domain/contracts/performance.ts';
import type { contractPerformanceCalls, Performance } from '#domain/contracts/performance-endpoints.ts';
import { revaluationCost } from '#domain/contracts/revaluation.ts';
import { contractMachine } from '#domain/contracts/rules.ts';
import { privileges as p } from '#domain/privileges.ts';
import type { CommissionPlan, Sale } from '#domain/users/commission.ts';
import type { Verbs } from '../lib/work/bind.ts';
import { holds, type Ctx } from '../lib/work/context.ts';
import { contractCourse, type ContractRecord } from './records.ts';

const saleOf = (record: ContractRecord): Sale => ({
  kind: record.kind,
  cars: Math.max(1, record.cars.length),
  margin: record.marginSecond,
  financed: record.financed > 0,
  insurances: record.insurances,
  barters: record.agreedTradeIns.filter(({ type }) => type === 'barter').length,
});

/** The commissions as they would accrue on a day. */
async function expectedOf({ db, user }: Ctx, record: ContractRecord, day: string): Promise<Earned[]> {
  const ids = contractMachine.owners(record);
  const rows = await db
    .selectFrom('users')
    .select(['id', 'commissions'])
    .where('companyId', '=', user.companyId)
    .where('id', 'in', ids)
    .execute();
  const earners = ids.map((id) => {
    const plans = rows.find((row) => row.id === id)?.commissions ?? [];
    return { id, plans: plans as CommissionPlan[] };
  });
  return commissionsOf(earners, saleOf(record), day);
}

const live = ({ db, user }: Ctx, contractId: number) =>
  db
    .updateTable('contractCommissions')
    .where('companyId', '=', user.companyId)
    .where('contractId', '=', contractId)
    .where('reversedOn', 'is', null);

/** The approval: the sellers have earned their commission. */
export async function accrue(ctx: Ctx, record: ContractRecord): Promise<void> {
  const earned = await expectedOf(ctx, record, ctx.today);
  if (earned.length === 0) return;
  const own = { companyId: ctx.user.companyId, contractId: record.id, accruedOn: ctx.today };
  await ctx.db
    .insertInto('contractCommissions')
    .values(earned.map((one) => ({ ...own, ...one })))
    .execute();
}

/** The invoice fixes the amounts, with the corrections made since the approval. */
export async function freeze(ctx: Ctx, record: ContractRecord): Promise<void> {
  for (const { userId, amount, open } of await expectedOf(ctx, record, record.approvedOn ?? ctx.today))
    await live(ctx, record.id).where('userId', '=', userId).set({ amount, open, frozenOn: ctx.today }).execute();
}

/** The credit note opens them again. */
export const thaw = (ctx: Ctx, { id }: ContractRecord) => live(ctx, id).set({ frozenOn: null }).execute();

/** The approval is undone: what was earned is taken back, and stays readable. */
export const takeBackCommissions = (ctx: Ctx, { id }: ContractRecord) =>
  live(ctx, id).set({ reversedOn: ctx.today }).execute();

type Stored = Performance['commissions'][number] & { userId: number };

async function storedOf({ db, user }: Ctx, contractId: number): Promise<Stored[]> {
  const rows = await db
    .selectFrom('contractCommissions as k')
    .innerJoin('users as u', (on) => on.onRef('u.companyId', '=', 'k.companyId').onRef('u.id', '=', 'k.userId'))
    .select(['k.userId', 'k.amount', 'k.open', 'k.accruedOn', 'k.frozenOn', 'k.reversedOn', 'u.name'])
    .where('k.companyId', '=', user.companyId)
    .where('u.companyId', '=', user.companyId)
    .where('k.contractId', '=', contractId)
    .orderBy('k.id')
    .limit(200)
    .execute();
  return rows.map(({ userId, name, amount, open, accruedOn, frozenOn, reversedOn }) => ({
    userId,
    name,
    amount,
    open,
    state: reversedOn ? 'reversed' : frozenOn ? 'frozen' : 'accrued',
    on: reversedOn ?? frozenOn ?? accruedOn,
  }));
}

/** The written commissions; before the approval those to be expected today. */
async function commissionsFor(ctx: Ctx, record: ContractRecord): Promise<Stored[]> {
  const stored = await storedOf(ctx, record.id);
  const isOver = record.canceledAt !== null;
  if (isOver || stored.some(({ state }) => state !== 'reversed')) return stored;
  const names = new Map([
    [record.sellerId, record.seller],
    [record.partnerId, record.partner],
  ]);
  const expected = (await expectedOf(ctx, record, ctx.today)).map((one): Stored => ({
    ...one,
    name: names.get(one.userId) ?? '',
    state: 'expected',
    on: null,
  }));
  return [...stored, ...expected];
}

export const performanceVerbs: Verbs<typeof contractPerformanceCalls> = {
  'GET /contracts/:id/performance': async (ctx, { params }) => {
    const record = await contractCourse.read(ctx, params.id);
    const sees = holds(ctx, p.seeMargin);
    const all = holds(ctx, p.seeAllCommissions);
    const steps = record.waterfall as WaterfallStep[] | null;
    const commissions = await commissionsFor(ctx, record);
    return {
      steps:
        sees && steps
          ? correctedWaterfall(steps, record.corrections, revaluationCost(record)).map((step) => ({
              ...step,
              rows: [...step.rows],
            }))
          : null,
      vat: sees ? record.vat : null,
      marginVat: sees ? record.marginVat : null,
      commissions: commissions
        .filter(({ userId }) => all || (userId === ctx.user.id && holds(ctx, p.createQuotes)))
        .map(({ name, amount, open, state, on }) => ({ name, amount, open, state, on })),
    };
  },
};
