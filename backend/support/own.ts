/** The manufacturer's own side of a ticket: what lies in its company while its person stands at the door of another one. */
import { sql } from 'kysely';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { privileges as p } from '#domain/privileges.ts';
import { beside } from '../db/tenant.ts';
import type { Ctx } from '../lib/work/context.ts';

/** Runs a part of a call at a door in the manufacturer's own company, as its visitor, and comes back. */
export async function inOwn(ctx: Ctx, work: (own: Ctx) => Promise<void>): Promise<void> {
  const visitor = ctx.visitor!;
  const back = { companyId: ctx.user.companyId, userId: null, scope: 'door' } as const;
  await beside(ctx.db, { there: { companyId: MANUFACTURER, userId: visitor.id }, back }, () =>
    work({ ...ctx, user: visitor }),
  );
}

/** Who of the manufacturer answers tickets, by name. */
export const readColleagues = ({ db }: Pick<Ctx, 'db'>): Promise<{ id: number; name: string; email: string }[]> =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('companyId', '=', MANUFACTURER)
    .where('archivedAt', 'is', null)
    .where('service', '=', false)
    .where(sql<boolean>`${p.managePreferences} = any(privileges)`)
    .orderBy('name')
    .orderBy('id')
    .limit(200)
    .execute();
