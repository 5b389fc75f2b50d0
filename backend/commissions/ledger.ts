/** What the moves of a contract write into the ledger of commissions (rules.md §11). */
import { earningsOf, type Earning } from '#domain/commissions/earning.ts';
import { liveOf } from '#domain/commissions/entries.ts';
import { deliverBy } from '#domain/commissions/month.ts';
import type { Trigger } from '#domain/commissions/terms.ts';
import { contractMachine } from '#domain/contracts/rules.ts';
import type { Targets } from '../lib/ports/targets.ts';
import type { Ctx, Effects } from '../lib/work/context.ts';
import { write, type Entry, type NewEntry } from './entries.ts';
import { gatesOf, withTargets, type Terms } from './gates.ts';
import { rulesFor } from './rules-in-force.ts';
import { readSales, type SoldContract } from './sales.ts';
import { isSettled, withSettled, type Reckoned } from './settled.ts';
import { forgetSplit, keepSplit, sharersOf } from './sharers.ts';
import { keepTeam, keptTeam, teamNow } from './team.ts';

/** The lines of a contract, the oldest first. */
export const linesOf = async ({ db, user }: Ctx, contractId: number): Promise<Entry[]> =>
  (await db
    .selectFrom('commissionEntries')
    .select([
      'id',
      'contractId',
      'userId',
      'kind',
      'trigger',
      'earns',
      'day',
      'share',
      'whole',
      'amount',
      'open',
      'parts',
      'reversesId',
    ]) // prettier-ignore
    .where('companyId', '=', user.companyId)
    .where('contractId', '=', contractId)
    .orderBy('id')
    .execute()) as Entry[];

/** What a contract would earn everybody if it were approved today. */
export async function expectedOf(ctx: Ctx, targets: Targets, sold: SoldContract): Promise<Earning[]> {
  const sellers = await sharersOf(ctx, sold);
  const rules = await rulesFor(ctx, sellers.map(({ id }) => id), ctx.today); // prettier-ignore
  const { locationId } = sold.sale;
  const people = { sellers, team: await teamNow(ctx, rules, locationId) };
  return earningsOf(rules, sold.sale, await withTargets(gatesOf(ctx, targets), rules, people, { day: ctx.today, locationId }), ctx.today); // prettier-ignore
}

/** Who makes a sale be reckoned again, and why; nothing: its course does. */
type Why = Pick<NewEntry, 'reason' | 'madeBy'>;

/** The opposite line, by the rules of then, on the day on which it is taken back. */
const opposite = (entry: Entry, day: string): NewEntry => {
  const { id, ...kept } = entry;
  return { ...kept, kind: 'reversed', day, amount: -kept.amount, whole: -kept.whole, reversesId: id };
};

type Earner = Pick<Entry, 'userId' | 'earns'>;
const isSame = (one: Earner, other: Earner) => one.userId === other.userId && one.earns === other.earns;

/** The lines that bring what is written of one trigger to what is earned; none when it is the same. */
export function missingOf(
  sold: SoldContract,
  lines: readonly Entry[],
  earned: readonly Earning[],
  dayOf: (userId: number) => string,
): NewEntry[] {
  const fresh = earned.flatMap((one): NewEntry[] => {
    const written = lines.filter((line) => isSame(line, one));
    const difference = one.amount - written.reduce((sum, { amount }) => sum + amount, 0);
    const isOpen = written.at(-1)?.open ?? false;
    if (difference === 0 && one.open === isOpen && (written.length > 0 || !one.open)) return [];
    const kind = written.length === 0 ? 'earned' : 'restated';
    return [{ contractId: sold.id, day: dayOf(one.userId), reversesId: null, ...one, kind, amount: difference }];
  });
  const gone = lines.filter((line) => !earned.some((one) => isSame(line, one)));
  return [...fresh, ...gone.map((line) => opposite(line, dayOf(line.userId)))];
}

/** With which moves of a contract what is reckoned: the invoice reckons again what the approval earned. */
const reckonedBy: Readonly<Record<string, Reckoned>> = {
  approve: { triggers: ['approved', 'paid'], first: ['approved', 'paid'] },
  bill: { triggers: ['approved', 'billed'], first: ['billed'] },
  complete: { triggers: ['delivered'], first: ['delivered'] },
};

/** By what an approved sale is reckoned: the rules of the day of its approval, and the people of then. */
export async function termsOf(ctx: Ctx, sold: SoldContract, day: string): Promise<Terms> {
  const sellers = await keepSplit(ctx, sold);
  const rules = await rulesFor(ctx, sellers.map(({ id }) => id), day); // prettier-ignore
  const team = await keptTeam(ctx, sold.id);
  return { rules, people: { sellers, team }, at: { day, locationId: sold.sale.locationId } };
}

/** Whether what a split corrects of a person stands on the day of then: that month's statement is open, or can be begun in time. */
export async function ofThen(
  { db, user, today }: Ctx,
  userIds: readonly number[],
): Promise<(userId: number, day: string) => boolean> {
  const rows = await db
    .selectFrom('commissionStatements')
    .select(['userId', 'month'])
    .where('companyId', '=', user.companyId)
    .where('userId', 'in', [0, ...userIds])
    .where('state', '=', 'draft')
    .execute();
  const open = new Set(rows.map(({ userId, month }) => `${userId} ${month.slice(0, 7)}`));
  return (userId, day) => open.has(`${userId} ${day.slice(0, 7)}`) || today <= deliverBy(day);
}

/** What everybody earns of a sale by these terms, with the targets that count for its month. */
export async function earnedBy(
  ctx: Ctx,
  targets: Targets,
  { sold, live, reckoned }: { sold: SoldContract; live: readonly Entry[]; reckoned: Reckoned },
  terms: Terms,
): Promise<Earning[]> {
  const { rules, people, at } = terms;
  const gates = gatesOf(ctx, targets);
  const counted = isSettled(at.day, ctx.today)
    ? await withSettled(gates, sold, live, terms, reckoned)
    : await withTargets(gates, rules, people, at);
  return earningsOf(rules, sold.sale, counted, at.day);
}

/** The lines that bring the triggers that are reckoned now to what they earn by the rules of the day of the approval. */
async function dueOf(ctx: Ctx, targets: Targets, sold: SoldContract, live: readonly Entry[], reckoned: Reckoned) {
  const { reached } = sold;
  const due = reckoned.triggers.filter((trigger) => reached[trigger]);
  if (!reached.approved || due.length === 0) return [];
  const earned = await earnedBy(ctx, targets, { sold, live, reckoned }, await termsOf(ctx, sold, reached.approved));
  const isOfThen = reckoned.isSplit ? await ofThen(ctx, [...live, ...earned].map(({ userId }) => userId)) : () => false; // prettier-ignore
  return due.flatMap((trigger) => {
    const of = (one: { trigger: Trigger | null }) => one.trigger === trigger;
    const lines = live.filter(of);
    const fell = reached[trigger]!;
    return missingOf(sold, lines, earned.filter(of), (userId) => lines.length === 0 || isOfThen(userId, fell) ? fell : ctx.today); // prettier-ignore
  });
}

/**
 * Brings the ledger to where the contract, which its mover has locked, is now: what is no longer reached gets the
 * opposite line, once; what is reached is earned by the rules of the day of its approval. `why` is said by its lines.
 */
export async function settle(
  ctx: Ctx,
  targets: Targets,
  contractId: number,
  reckoned: Reckoned,
  why: Why = {},
): Promise<void> {
  const [sold] = await readSales(ctx, [contractId]);
  if (!sold) return;
  const { reached } = sold;
  if (!reached.approved) await forgetSplit(ctx, contractId);
  const live = liveOf(await linesOf(ctx, contractId));
  const back = live.filter(({ trigger }) => trigger !== null && !reached[trigger]);
  const lines = [
    ...back.map((line) => opposite(line, ctx.today)),
    ...(await dueOf(ctx, targets, sold, live, reckoned)),
  ];
  // All at once: statements are locked in one order.
  await write(ctx, lines.map((line) => ({ ...line, ...why }))); // prettier-ignore
}

/** Follows the moves of contracts. */
export const followContracts =
  (targets: Targets): NonNullable<Effects['record.moved']> =>
  async (ctx, { entity, id, move }) => {
    if (entity !== contractMachine.entity) return;
    if (move === 'approve') await keepTeam(ctx, id);
    await settle(ctx, targets, id, reckonedBy[move] ?? { triggers: [] });
  };

/** Follows what is received of a contract. */
export const followReceipts =
  (targets: Targets): NonNullable<Effects['contract.received']> =>
  (ctx, { id }) =>
    settle(ctx, targets, id, { triggers: ['paid'], first: ['paid'] });
