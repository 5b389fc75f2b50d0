/** What people enter beside the rules: spiffs, corrections, splits. Never to oneself. */
import type { z } from 'zod';
import { addMonths } from '#domain/dates.ts';
import { sharesFault } from '#domain/commissions/earning.ts';
import type { commissions as table } from '#domain/commissions/endpoints.ts';
import { commissionRights } from '#domain/commissions/rights.ts';
import { statementMachine } from '#domain/commissions/statement.ts';
import { triggers } from '#domain/commissions/terms.ts';
import { contractMachine } from '#domain/contracts/rules.ts';
import { Failure } from '#domain/errors.ts';
import { percent } from '#domain/italian.ts';
import { isBehind, keysOf } from '#domain/record/machine.ts';
import { anyOf } from '#domain/record/rights.ts';
import { notify } from '../lib/people/notify.ts';
import { userNames } from '../lib/people/people.ts';
import { change } from '../lib/records/course.ts';
import { stale } from '../lib/records/stale.ts';
import type { Targets } from '../lib/ports/targets.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { sql } from 'kysely';
import { write } from './entries.ts';
import { settle } from './ledger.ts';
import { readRoles, readSales } from './sales.ts';
import { readSplits, sharersOf } from './sharers.ts';
import { statementCourse, statementHref } from './statements.ts';

type Table = typeof table;

const wrong = (fields: Record<string, string>) => new Failure('invalid', undefined, { fields });

/** Active people who sell or keep commissions, and whoever has earned, by name. */
export const readPeople = async ({ db, user: { companyId } }: Ctx): Promise<{ id: number; name: string }[]> => {
  const { rows } = await sql<{ id: number; name: string }>`select u.id, u.name from users u
    where u.company_id = ${companyId} and not u.service and ((u.archived_at is null and u.privileges && ${anyOf(commissionRights.see)}::int[])
      or exists (select from commission_statements s where s.company_id = ${companyId} and s.user_id = u.id))
    order by u.name, u.id limit 1000`.execute(db);
  return rows;
};

/** Throws `invalid` at the field unless all of them are persons of the company who may earn. */
async function checkPeople(ctx: Ctx, ids: readonly number[], field: string): Promise<void> {
  const known = new Set((await readPeople(ctx)).map(({ id }) => id));
  if (ids.some((id) => !known.has(id))) throw wrong({ [field]: 'Scegliere una persona che vende' });
}

/** So many months before today a line may be of. */
const MOST_MONTHS_BACK = 12;

/** Enters a line for somebody else, into the statement that is open. */
export const addLine: VerbOf<Table, 'POST /commissions/lines'> = async (ctx, { body }) => {
  const { userId, kind, amount, day, reason } = body;
  if (isBehind(ctx.user, [userId])) throw wrong({ userId: 'Nessuno si assegna una riga: la inserisce un collega' });
  if (day < addMonths(ctx.today, -MOST_MONTHS_BACK)) throw wrong({ day: 'Al massimo dodici mesi fa' });
  await checkPeople(ctx, [userId], 'userId');
  const plain = { contractId: null, trigger: null, earns: 'seller', share: 100_00, open: false, parts: [], reversesId: null } as const; // prettier-ignore
  const [month] = await write(ctx, [
    { ...plain, userId, kind, day, whole: amount, amount, reason, madeBy: ctx.user.id, parts: [] },
  ]);
  const { id } = await ctx.db
    .selectFrom('commissionStatements')
    .select('id')
    .where((row) => row.and({ companyId: ctx.user.companyId, userId, month: month! }))
    .executeTakeFirstOrThrow();
  ctx.audit({ action: 'line', entity: statementMachine.entity, entityId: id, before: {}, after: { amount, reason } });
  return statementCourse.answer(ctx, id);
};

type Split = z.output<Table['GET /commissions/contracts/:id/split']['answer']>;

async function splitOf(ctx: Ctx, id: number): Promise<Split> {
  const [sold] = await readSales(ctx, [id]);
  if (!sold) throw new Failure('not_found');
  const now = await sharersOf(ctx, sold);
  const names = await userNames(ctx, now.map((one) => one.id)); // prettier-ignore
  const shares = now.map(({ id: userId, share }) => ({ userId, name: names.get(userId) ?? '', share }));
  return { version: sold.version, number: sold.number, shares, byHand: now.some(({ byHand }) => byHand) };
}

export const showSplit: VerbOf<Table, 'GET /commissions/contracts/:id/split'> = (ctx, { params }) =>
  splitOf(ctx, params.id);

const lockContract = ({ db, user }: Ctx, id: number) =>
  db
    .selectFrom('contracts')
    .select('id')
    .where('companyId', '=', user.companyId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** The roles with which these people share a sale: of those who share it already as it was, of the others today's. */
async function rolesWithin(ctx: Ctx, contractId: number, ids: readonly number[]): Promise<Map<number, string>> {
  const kept = (await readSplits(ctx, [contractId])).get(contractId) ?? [];
  return new Map([...(await readRoles(ctx, ids)), ...kept.map(({ id, roleName }) => [id, roleName] as const)]);
}

/** Tells who had a share, or has one now, what became of it and why: never who changed it. */
async function tellSharers(
  ctx: Ctx,
  contractId: number,
  { before, after, reason }: { before: Split; after: Split; reason: string },
): Promise<void> {
  const shareIn = ({ shares }: Split, id: number) => shares.find(({ userId }) => userId === id)?.share ?? 0; // prettier-ignore
  const ids = new Set([...before.shares, ...after.shares].map(({ userId }) => userId));
  const told = [...ids].filter((id) => shareIn(before, id) !== shareIn(after, id) && !isBehind(ctx.user, [id]));
  const { rows } = await sql<{ userId: number; id: number }>`select distinct on (k.user_id) k.user_id, s.id
    from commission_entries k join commission_statements s on s.company_id = k.company_id and s.user_id = k.user_id and s.month = k.month
    where k.company_id = ${ctx.user.companyId} and k.contract_id = ${contractId} order by k.user_id, k.id desc`.execute(
    ctx.db,
  );
  const statements = new Map(rows.map(({ userId, id }) => [userId, id]));
  for (const id of told)
    await notify(ctx, [id], {
      kind: 'commission_split',
      title: `${before.number}: la quota della vendita passa da ${percent(shareIn(before, id) / 100)} a ${percent(shareIn(after, id) / 100)}`,
      text: reason,
      href: statements.has(id) ? statementHref(statements.get(id)!) : '/dealer/stats/commissions',
    });
}

/** Splits a sale anew, which is a new version of its contract; what is earned of it already is corrected in the open statements. */
export const saveSplit =
  (targets: Targets): VerbOf<Table, 'POST /commissions/contracts/:id/split'> =>
  async (ctx, { params, body, version }) => {
    const own = { companyId: ctx.user.companyId, contractId: params.id };
    await lockContract(ctx, params.id);
    const before = await splitOf(ctx, params.id);
    if (before.version !== version) throw await stale(ctx, contractMachine.entity, params.id, before);
    const fault = sharesFault(body.shares);
    if (fault) throw wrong({ shares: fault });
    const held = new Map(before.shares.map(({ userId, share }) => [userId, share]));
    const raised = body.shares.filter(({ userId, share }) => share > (held.get(userId) ?? 0));
    if (
      isBehind(
        ctx.user,
        raised.map(({ userId }) => userId),
      )
    )
      // prettier-ignore
      throw wrong({ shares: 'Nessuno alza la propria quota: lo fa un collega' });
    await checkPeople(ctx, raised.map(({ userId }) => userId), 'shares'); // prettier-ignore
    const roles = await rolesWithin(ctx, params.id, body.shares.map(({ userId }) => userId)); // prettier-ignore
    await ctx.db.deleteFrom('commissionSplits').where((row) => row.and(own)).execute(); // prettier-ignore
    await ctx.db
      .insertInto('commissionSplits')
      .values(
        body.shares.map((one, place) => ({
          ...own,
          ...one,
          place,
          byHand: true,
          roleName: roles.get(one.userId) ?? '',
        })),
      )
      .execute();
    const why = { reason: body.reason, madeBy: ctx.user.id };
    const joined = body.shares.map(({ userId }) => userId).filter((userId) => !held.has(userId));
    await settle(ctx, targets, params.id, { triggers: keysOf(triggers), joined, isSplit: true }, why);
    await change(ctx, 'contracts', params, {});
    const after = await splitOf(ctx, params.id);
    const text = ({ shares }: Split) => shares.map(({ name, share }) => `${name} ${share / 100} %`).join(', ');
    ctx.audit({
      action: 'split',
      entity: contractMachine.entity,
      entityId: params.id,
      before: { shares: text(before) },
      after: { shares: text(after), note: body.reason },
    });
    await tellSharers(ctx, params.id, { before, after, reason: body.reason });
    return after;
  };
