/** What a basket held from a saved version on, and what must hold after each writing. */
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { networkBasketFields, type NetworkBasketValues } from '#domain/baskets/fields.ts';
import type { BasketPage, BasketUsers } from '#domain/baskets/schema.ts';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { Failure } from '#domain/errors.ts';
import { valuesIn } from '#domain/record/fields.ts';
import { keepAudiences, keepFormer, readNaming } from '#backend/lib/ports/baskets.ts';
import { readDealers } from '#backend/lib/people/companies.ts';
import { readByIds } from '#backend/lib/records/records.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { networkBaskets, type BasketRow } from './records.ts';

/** The most former versions that a page shows. */
const MOST = 100;

/** The versions of a basket, the newest first. */
export async function readHistory({ db, user: { companyId } }: Ctx, id: number): Promise<BasketPage['history']> {
  const { rows } = await sql<BasketPage['history'][number]>`
    select h.version, h.at, u.name as by, h.size, h.fields
    from basket_versions h left join users u on u.company_id = h.company_id and u.id = h.user_id
    where h.company_id = ${companyId} and h.basket_id = ${id} order by h.version desc limit ${MOST}`.execute(db);
  return rows;
}

/** Who uses a basket: records of the caller's company, and of the manufacturer's how many there are in the network. */
export async function readUsers(ctx: Ctx, id: number): Promise<BasketUsers> {
  const uses = await readNaming(ctx, id);
  const none = { companies: 0, campaigns: 0, plans: 0, rules: 0, targets: 0 };
  if (ctx.user.companyId !== MANUFACTURER) return { uses, network: none };
  const { rows } = await sql<BasketUsers['network']>`select count(distinct company_id)::int as companies,
    (count(*) filter (where used_by = 'campaign'))::int as campaigns, (count(*) filter (where used_by = 'plan'))::int as plans,
    (count(*) filter (where used_by = 'rule'))::int as rules,
    (count(*) filter (where used_by = 'target'))::int as targets from network_baskets where basket_id = ${id}`.execute(
    ctx.db,
  );
  return { uses, network: rows[0] ?? none };
}

/** What decides which versions or companies a basket holds: a name does not. */
const contentOf = ({ name: _name, ...content }: NetworkBasketValues) => content;

/** Throws `invalid` when somebody uses a basket that would hold nothing any more. */
async function checkUsed(ctx: Ctx, { id, size }: BasketRow): Promise<void> {
  if (size > 0) return;
  const { uses, network } = await readUsers(ctx, id);
  if (uses.length === 0 && network.companies === 0) return;
  const names = uses.slice(0, 3).map(({ name }) => `«${name}»`);
  const more = uses.length > 3 ? [`altri ${uses.length - 3}`] : [];
  const dealers =
    network.companies > 0
      ? [network.companies === 1 ? 'una concessionaria' : `${network.companies} concessionarie`]
      : [];
  const message = `Così non conterrebbe nessuna versione, e lo usano ${[...names, ...more, ...dealers].join(', ')}`;
  throw new Failure('invalid', undefined, { fields: { makerIds: message } });
}

/** Throws `invalid` when a basket names a company that is none of the network. */
async function checkCompanies({ db }: Ctx, { companyIds }: BasketRow): Promise<void> {
  if (companyIds.length === 0) return;
  const known = new Set((await readDealers(db)).map(({ id }) => id));
  if (companyIds.every((id) => known.has(id))) return;
  throw new Failure('invalid', undefined, { fields: { companyIds: 'Una di queste concessionarie non c’è più' } });
}

/** Keeps the fields of baskets that were just written, where they differ from those kept last. */
export async function afterWriting(ctx: Ctx, ids: readonly number[]): Promise<void> {
  await keepAudiences(ctx);
  const rows = await readByIds(ctx, networkBaskets, ids, false);
  for (const row of rows) {
    const [last] = await readHistory(ctx, row.id);
    const fields = valuesIn(networkBasketFields, row);
    if (last && isDeepStrictEqual(last.fields, fields)) continue;
    const { companyId, id: userId } = ctx.user;
    const kept = { companyId, basketId: row.id, version: row.version, size: row.size, userId, at: ctx.now };
    await ctx.db
      .insertInto('basketVersions')
      .values({ ...kept, fields: JSON.stringify(fields) })
      .execute();
    // It may have become empty by itself, as the catalogue changes: then it is still renamed.
    if (last && isDeepStrictEqual(contentOf(last.fields), contentOf(fields))) continue;
    if (last && [last.fields.holds, fields.holds].includes('versions')) await keepFormer(ctx, row.id, last.fields);
    await checkUsed(ctx, row);
    await checkCompanies(ctx, row);
  }
}
