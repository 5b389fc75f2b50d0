import type { EntryKind } from '#domain/commissions/entries.ts';
import { sql } from 'kysely';
import type { Commissions, ShownCommission } from '../lib/ports/commissions.ts';
import type { Targets } from '../lib/ports/targets.ts';
import { userNames } from '../lib/people/people.ts';
import type { Ctx } from '../lib/work/context.ts';
import { expectedOf } from './ledger.ts';
import { readSales } from './sales.ts';

interface Row {
  id: number;
  userId: number;
  name: string;
  kind: EntryKind;
  amount: number;
  open: boolean;
  day: string;
  /** The day on which it was taken back. */
  reversedOn: string | null;
  billedOn: string | null;
  canceled: boolean;
}

async function writtenOf({ db, user: { companyId } }: Ctx, contractId: number): Promise<Row[]> {
  const { rows } = await sql<Row>`select k.id, k.user_id, u.name, k.kind, k.amount, k.open, k.day, r.day as reversed_on,
      c.billed_on, c.canceled_at is not null as canceled
    from commission_entries k join users u on u.company_id = ${companyId} and u.id = k.user_id
      join contracts c on c.company_id = ${companyId} and c.id = k.contract_id
      left join commission_entries r on r.company_id = ${companyId} and r.reverses_id = k.id
    where k.company_id = ${companyId} and k.contract_id = ${contractId} and k.kind <> 'reversed' order by k.id limit 200`.execute(
    db,
  );
  return rows;
}

/** A person's lines of one fate as one amount: what was reckoned again belongs to what it was reckoned from. */
const together = (rows: readonly Row[]): ShownCommission => {
  const { userId, name, open, reversedOn, billedOn, day } = rows.at(-1)!;
  return {
    userId,
    name,
    amount: rows.reduce((sum, { amount }) => sum + amount, 0),
    open,
    state: reversedOn ? 'reversed' : billedOn ? 'frozen' : 'accrued',
    on: reversedOn ?? billedOn ?? day,
  };
};

async function expectedRows(ctx: Ctx, targets: Targets, contractId: number): Promise<ShownCommission[]> {
  const [sold] = await readSales(ctx, [contractId]);
  if (!sold) return [];
  const expected = await expectedOf(ctx, targets, sold);
  const names = await userNames(ctx, expected.map(({ userId }) => userId)); // prettier-ignore
  return [...Map.groupBy(expected, ({ userId }) => userId)].map(([userId, theirs]) => ({
    userId,
    name: names.get(userId) ?? '',
    amount: theirs.reduce((sum, { amount }) => sum + amount, 0),
    open: theirs.some(({ open }) => open),
    state: 'expected' as const,
    on: null,
  }));
}

/** What contracts show of the ledger. */
export const commissionsOfContracts = (targets: Targets): Commissions => ({
  shown: async (ctx, contractId) => {
    const written = await writtenOf(ctx, contractId);
    const shown = [...Map.groupBy(written, ({ userId, reversedOn }) => `${userId} ${reversedOn ?? ''}`).values()].map(
      together,
    );
    const goesOn = !(await isOver(ctx, contractId)) && shown.every(({ state }) => state === 'reversed');
    return goesOn ? [...shown, ...(await expectedRows(ctx, targets, contractId))] : shown;
  },
});

const isOver = async ({ db, user }: Ctx, id: number): Promise<boolean> => {
  const { canceledAt } = await db
    .selectFrom('contracts')
    .select('canceledAt')
    .where('companyId', '=', user.companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return canceledAt !== null;
};
