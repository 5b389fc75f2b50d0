/** Sales that a month's target pays are reckoned again each night: whether it is reached is known when the month is over. */
import { sql } from 'kysely';
import { earningsOf, type Part } from '#domain/commissions/earning.ts';
import { liveOf } from '#domain/commissions/entries.ts';
import type { Sale } from '#domain/commissions/matching.ts';
import { triggers } from '#domain/commissions/terms.ts';
import { keysOf } from '#domain/record/machine.ts';
import type { Targets } from '../lib/ports/targets.ts';
import type { Ctx, Job } from '../lib/work/context.ts';
import type { Schedule } from '../lib/work/schedules.ts';
import { write, type Entry } from './entries.ts';
import { askedBy, gatesOf, withReached, withTargets, type Gates, type KnownTargets, type Terms } from './gates.ts';
import { linesOf, missingOf, termsOf } from './ledger.ts';
import { companyRules } from './rules-in-force.ts';
import { readSales } from './sales.ts';
import { openSince } from './settled.ts';

/** Sales that were approved since a day and count: neither cancelled nor withdrawn from. */
export async function salesSince({ db, user }: Ctx, from: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select c.id from contracts c where c.company_id = ${user.companyId}
    and c.approved_on >= ${from} and c.canceled_at is null and c.withdrawn_at is null and c.origin <> 'history' order by c.id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

type Keyed = Pick<Entry, 'userId' | 'earns' | 'trigger'>;
/** Whose commission it is, and of which trigger. */
const keyOf = ({ userId, earns, trigger }: Keyed) => `${userId} ${earns} ${trigger}`;
/** By which rules they are paid, by those keys; of several the last. */
const payersOf = (ones: readonly (Keyed & { parts: readonly Part[] })[]) =>
  new Map(ones.map((one) => [keyOf(one), one.parts.map(({ rule }) => rule).join(' ')]));

/** The keys whose payers are not the same. */
const differing = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): string[] =>
  [...new Set([...one.keys(), ...other.keys()])].filter((key) => one.get(key) !== other.get(key));

/** The keys of what some target decides: those that other rules pay when it is reached. */
function decidedOf({ rules, people, at }: Terms, sale: Sale): Set<string> {
  const byTarget = (reached: ReturnType<typeof askedBy>) =>
    payersOf(earningsOf(rules, sale, withReached(people, reached), at.day));
  const without = byTarget([]);
  return new Set(askedBy(rules).flatMap((target) => differing(without, byTarget([target]))));
}

/** Brings what targets decide of one sale to where they are; locks it first, as whoever moves it does. */
async function settleSale(ctx: Ctx, gates: Gates, id: number): Promise<void> {
  await sql`select from contracts where company_id = ${ctx.user.companyId} and id = ${id} for update`.execute(ctx.db);
  const [sold] = await readSales(ctx, [id]);
  if (!sold?.reached.approved) return;
  const { sale, reached } = sold;
  const terms = await termsOf(ctx, sold, sold.reached.approved);
  // What else has changed of a sale is no matter of its targets: an invoiced commission stays.
  const decided = decidedOf(terms, sale);
  if (decided.size === 0) return;
  const { rules, people, at } = terms;
  const earned = earningsOf(rules, sale, await withTargets(gates, rules, people, at), at.day);
  const live = liveOf(await linesOf(ctx, id));
  const moved = new Set(differing(payersOf(live), payersOf(earned)).filter((key) => decided.has(key)));
  const lines = keysOf(triggers).flatMap((trigger) => {
    const day = reached[trigger];
    if (!day) return [];
    const isMoved = (one: Keyed) => one.trigger === trigger && moved.has(keyOf(one));
    const isBegun = live.some((line) => line.trigger === trigger);
    return missingOf(sold, live.filter(isMoved), earned.filter(isMoved), () => (isBegun ? ctx.today : day));
  });
  await write(ctx, lines.map((line) => ({ ...line, reason: 'Obiettivo del mese' }))); // prettier-ignore
}

/** The sales that targets may still pay; none where no rule asks for one. */
async function payable(ctx: Ctx): Promise<number[]> {
  const from = openSince(ctx.today);
  const asked = askedBy(await companyRules(ctx, { from, to: ctx.today }));
  return asked.length === 0 ? [] : salesSince(ctx, from);
}

/**
 * Brings the ledger of this month and of the one before to where their targets are; it writes only what differs. What changes
 * a month's count later than that pays nothing more, and takes nothing back. Each sale has a transaction of its own, so that
 * nobody waits for the others, and that they are settled where one fails; throws all failures at the end.
 */
export const settleMonths = (targets: Targets): Job<{ companyId: number }> => ({
  name: 'settle-targets',
  run: async ({ asCompany }, { companyId }) => {
    const known: KnownTargets = new Map();
    const failures: unknown[] = [];
    const ids = await asCompany(companyId, null, payable);
    for (const id of ids)
      await asCompany(companyId, null, (ctx) => settleSale(ctx, gatesOf(ctx, targets, known), id)).catch(
        (error: unknown) => failures.push(error),
      );
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${ids.length} sales`);
  },
});

/** Settles the months of targets each night. */
export const monthly = (settling: ReturnType<typeof settleMonths>): Schedule => ({
  name: 'commission-targets',
  at: ['02:40'],
  run: (ctx) => ctx.enqueue(settling, { companyId: ctx.user.companyId }),
});
