import type { auth as table } from '#domain/auth/endpoints.ts';
import { sql } from 'kysely';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { isRequired } from './steps.ts';

type Table = typeof table;

async function answer(ctx: Ctx) {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from users u
    where u.company_id = ${ctx.user.companyId} and u.archived_at is null and not u.service
      and not exists (select from second_factors f where f.company_id = ${ctx.user.companyId} and f.user_id = u.id)`.execute(
    ctx.db,
  );
  return { secondFactorRequired: await isRequired(ctx), without: rows[0]!.count };
}

export const readPolicy: VerbOf<Table, 'GET /auth/policy'> = answer;

/**
 * Sets whether the company requires a second factor of everybody; open sessions stay, and the next login asks for it.
 */
export const savePolicy: VerbOf<Table, 'PUT /auth/policy'> = async (ctx, { body }) => {
  const before = { secondFactorRequired: await isRequired(ctx) };
  await ctx.db.updateTable('companies').set(body).where('companyId', '=', ctx.user.companyId).execute();
  ctx.audit({ action: 'policy', entity: 'company', entityId: ctx.user.companyId, before, after: body });
  return answer(ctx);
};
