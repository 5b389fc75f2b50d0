import { sql } from 'kysely';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { holdsAny, privileges as p } from '#domain/privileges.ts';
import { HITS, type Hits } from '../lib/ports/area.ts';

interface Found {
  id: number;
  name: string;
  roleName: string;
  email: string;
}

/** Finds colleagues by name, role and e-mail, for callers who may see users; tokens of other systems are left out. */
export const hits: Hits = {
  kind: 'users',
  may: ({ user }) => holdsAny(user.privileges, [p.seeUsers, p.manageUsers]),
  find: async (ctx, best) => {
    const found = await best.first('r.id', HITS, async (condition, limit) => {
      const { rows } = await sql<Found>`select r.id, r.name, r.role_name, r.email from users r
      where r.company_id = ${ctx.user.companyId} and r.archived_at is null and not r.service and ${condition}
      order by r.name, r.id limit ${limit}`.execute(ctx.db);
      return rows;
    });
    return found.map(({ id, name, roleName, email }) => ({
      label: 'Utente',
      icon: 'user-round',
      title: name,
      subtitle: `${roleName} · ${email}`,
      href: `${ctx.user.companyId === MANUFACTURER ? '/fms' : '/dealer'}/users?id=${id}`,
    }));
  },
};
