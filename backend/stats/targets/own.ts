/** Whoever is paid by targets does not put them in force alone: a colleague does. */
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { RuleInput } from '#domain/commissions/rule-fields.ts';
import type { TargetGate } from '#domain/commissions/target-gates.ts';
import { addMonths } from '#domain/dates.ts';
import { Failure } from '#domain/errors.ts';
import { privileges as p } from '#domain/privileges.ts';
import { isBehind } from '#domain/record/machine.ts';
import type { TargetEdition } from '#domain/stats/targets/endpoints.ts';
import { OWN } from '#backend/db/tenant.ts';
import { ownAccounts } from '#backend/lib/people/people.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { readCells, type Cell } from './cells.ts';
import { saidOf, type Whose } from './said.ts';

type Paying = Pick<RuleInput, 'earner' | 'roleName' | 'locationId' | 'userId'> & { target: TargetGate };

/** The rules that pay by a target: those that hold since the month before this one, whose sales are still settled. */
async function payingRules({ db, today }: Ctx): Promise<Paying[]> {
  const from = addMonths(`${today.slice(0, 7)}-01`, -1);
  const { rows } =
    await sql<Paying>`select distinct earner, role_name, location_id, user_id, target from commission_rules
    where company_id = ${OWN} and target is not null
      and coalesce(least("to", (archived_at at time zone 'Europe/Rome')::date), 'infinity') >= ${from}::date
    order by target, location_id, user_id`.execute(db);
  return rows;
}

/** Of whom the targets are by which the caller is paid, by any of their accounts: their places by a role, their own share of what they sell. */
async function paidBy(ctx: Ctx, rules: readonly Paying[]): Promise<{ objective: TargetGate; whose: Whose }[]> {
  const accounts = await ownAccounts(ctx);
  const sellers = accounts.filter(({ privileges }) => privileges.includes(p.createQuotes));
  const own = sellers.flatMap(({ id, locationIds: places }) =>
    rules
      .filter(({ earner, userId }) => earner === 'seller' && (userId === null || userId === id))
      .map(({ target: objective }) => ({ objective, whose: { sellerId: id, places } })),
  );
  const byRole = rules.filter(({ earner }) => earner === 'role');
  const ofPlaces = byRole.flatMap(({ target: objective, roleName, locationId }) =>
    accounts
      .filter((account) => account.roleName === roleName)
      .flatMap(({ locationIds }) => locationIds)
      .filter((place) => locationId === null || locationId === place)
      .map((place) => ({ objective, whose: { locationId: place } })),
  );
  return [...own, ...ofPlaces];
}

const months = Array.from({ length: 12 }, (_, n) => n + 1);

/** Throws `conflict` where targets pay commissions and whoever puts them in force would set the own: by name, the share that holds for them, or of a place by whose sales their role earns. */
export async function checkOwn(ctx: Ctx, draft: TargetEdition, former: TargetEdition | null): Promise<void> {
  const rules = await payingRules(ctx);
  if (rules.length === 0) return;
  const paid = await paidBy(ctx, rules);
  const saidIn = (cells: readonly Cell[]) =>
    paid.flatMap(({ objective, whose }) =>
      months.map((month) => {
        const those = cells.filter((cell) => cell.objective === objective && cell.aim === null && cell.month === month);
        return saidOf(those, { objective }, whose)?.amount ?? null;
      }),
    );
  const ownOf = async (edition: TargetEdition | null) => {
    const cells = edition ? await readCells(ctx, edition.id) : [];
    const named = cells
      .filter(({ sellerId }) => sellerId !== null && isBehind(ctx.user, [sellerId]))
      .map(({ objective, aim, aimOf, locationId, month, amount }) =>
        [objective, aim, aimOf, locationId, month, amount].join('/'),
      )
      .toSorted();
    return [...named, ...saidIn(cells)];
  };
  if (!isDeepStrictEqual(await ownOf(draft), await ownOf(former)))
    throw new Failure('conflict', 'Gli obiettivi pagano provvigioni: i propri li mette in vigore un collega.');
}
