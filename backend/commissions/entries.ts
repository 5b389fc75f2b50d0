/** Lines of the ledger: they are only added, each to the open statement of its person. */
import { addMonths } from '#domain/dates.ts';
import type { Part } from '#domain/commissions/earning.ts';
import type { EntryKind } from '#domain/commissions/entries.ts';
import { statementMachine } from '#domain/commissions/statement.ts';
import type { Trigger } from '#domain/commissions/terms.ts';
import type { Ctx } from '../lib/work/context.ts';
import { tell } from '../lib/records/move.ts';
import { writeFirstWords } from '../lib/records/search.ts';

/** A line as it is stored; amounts in cents. */
export interface Entry {
  id: number;
  contractId: number | null;
  userId: number;
  kind: EntryKind;
  trigger: Trigger | null;
  earns: 'seller' | 'role';
  day: string;
  /** Hundredths of a percent. */
  share: number;
  whole: number;
  amount: number;
  open: boolean;
  parts: Part[];
  reversesId: number | null;
}
export type NewEntry = Omit<Entry, 'id'> & { reason?: string; madeBy?: number };

const firstOf = (day: string) => `${day.slice(0, 7)}-01`;

/** The statement's month that a line of a person and day goes into by what is confirmed now: the first day of it. */
export async function monthsFor(
  { db, user }: Ctx,
  userIds: readonly number[],
): Promise<(userId: number, day: string) => string> {
  const rows = await db
    .selectFrom('commissionStatements')
    .select(['userId', (row) => row.fn.max('month').as('last')])
    .where('companyId', '=', user.companyId)
    .where('userId', 'in', [0, ...userIds])
    .where('state', '<>', 'draft')
    .groupBy('userId')
    .execute();
  const after = new Map(rows.map(({ userId, last }) => [userId, addMonths(last, 1)]));
  return (userId, day) => {
    const [own, first] = [firstOf(day), after.get(userId)];
    return first !== undefined && first > own ? first : own;
  };
}

/** The statement's month that a line of this day goes into, which stays open, and locked, until the transaction ends. */
async function openMonth(ctx: Ctx, userId: number, day: string): Promise<string> {
  const own = { companyId: ctx.user.companyId, userId };
  for (let month = (await monthsFor(ctx, [userId]))(userId, day); ; month = addMonths(month, 1)) {
    const find = () =>
      ctx.db
        .selectFrom('commissionStatements')
        .select('state')
        .where((row) => row.and({ ...own, month }))
        .forNoKeyUpdate()
        .executeTakeFirst();
    const found = (await find()) ?? (await begin(ctx, userId, month), await find());
    if (found?.state === 'draft') return month;
  }
}

/** Begins a person's statement of a month, unless another line has just begun it. */
async function begin(ctx: Ctx, userId: number, month: string): Promise<void> {
  const { companyId } = ctx.user;
  const stamp = { createdAt: ctx.now, updatedAt: ctx.now };
  const made = await ctx.db
    .insertInto('commissionStatements')
    .values({ companyId, userId, month, ...stamp })
    .onConflict((on) => on.columns(['companyId', 'userId', 'month']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) return;
  await tell(ctx, statementMachine, made.id);
  await writeFirstWords(ctx, 'commissionStatements', [made.id]);
}

/** Whoever opened the statement before it got a line confirms it only after reading it again. */
const raise = ({ db, user, now }: Ctx, userId: number, month: string) =>
  db
    .updateTable('commissionStatements')
    .set((row) => ({ version: row('version', '+', 1), updatedAt: now }))
    .where((row) => row.and({ companyId: user.companyId, userId, month }))
    .execute();

/**
 * Adds lines, each to the open statement of its person, whose version it raises; returns the months of those, by person
 * and day. Call it once in a transaction: the order keeps two sales of the same sellers from waiting crosswise.
 */
export async function write(ctx: Ctx, entries: readonly NewEntry[]): Promise<string[]> {
  const months: string[] = [];
  const raised = new Set<string>();
  const { companyId } = ctx.user;
  for (const entry of entries.toSorted((a, b) => a.userId - b.userId || a.day.localeCompare(b.day))) {
    const month = await openMonth(ctx, entry.userId, entry.day);
    const statement = `${entry.userId} ${month}`;
    if (!raised.has(statement)) await raise(ctx, entry.userId, month);
    raised.add(statement);
    const row = { ...entry, companyId, month, at: ctx.now, parts: JSON.stringify(entry.parts) };
    await ctx.db.insertInto('commissionEntries').values(row).execute();
    months.push(month);
  }
  return months;
}
