import { createHmac } from 'node:crypto';
import type pg from 'pg';

/**
 * The logins beside the owner, and their groups with the rights. Requests read and write the tables under row level
 * security; jobs read and write the queue and nothing else. Migrations grant the rights to the groups.
 */
const roles = {
  requests: { login: 'volante_app', group: 'app_rw' },
  jobs: { login: 'volante_jobs', group: 'app_jobs' },
} as const;
type Use = keyof typeof roles;

/** The owner's address with the login for this use, whose password is derived from the session secret. */
export function urlFor(use: Use, ownerUrl: string, sessionSecret: string): string {
  const url = new URL(ownerUrl);
  url.username = roles[use].login;
  url.password = passwordOf(roles[use].login, sessionSecret);
  return url.href;
}

/**
 * Makes missing groups, and the logins that nobody made by hand. Roles belong to the whole cluster, so another process
 * may do so at the same time.
 */
export async function ensureRoles(owner: pg.Client, sessionSecret: string, uses: readonly Use[]): Promise<void> {
  for (const { group } of Object.values(roles)) await createRole(owner, group, 'nologin');
  for (const use of uses) {
    const { login, group } = roles[use];
    await createRole(owner, login, 'login nosuperuser nobypassrls nocreatedb nocreaterole');
    await retryConcurrent(async () => {
      await owner.query(`alter role ${login} password '${passwordOf(login, sessionSecret)}'`);
      const { rows } = await owner.query(`select pg_has_role('${login}', '${group}', 'member') as granted`);
      if (!rows[0].granted) await owner.query(`grant ${group} to ${login}`);
    });
  }
}

async function createRole(owner: pg.Client, name: string, options: string) {
  if ((await owner.query('select from pg_roles where rolname = $1', [name])).rowCount) return;
  await owner.query(`create role ${name} ${options}`).catch((error: { code?: string }) => {
    if (error.code !== '42710' && error.code !== '23505') throw error;
  });
}

/**
 * Repeats `work` when PostgreSQL answers XX000 "tuple concurrently updated", as it does when two sessions alter the
 * same role.
 */
async function retryConcurrent(work: () => Promise<void>) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if ((error as { code?: string }).code !== 'XX000' || tries === 10) throw error;
    }
  }
}

/** Only letters, digits, - and _, so that it is safe inside quotes and in a URL. */
function passwordOf(login: string, sessionSecret: string): string {
  return createHmac('sha256', sessionSecret).update(login).digest('base64url');
}
