import { createHmac } from 'node:crypto';
import type pg from 'pg';

/** The login role of requests; its rights are those of `app_rw`, which migrations grant. */
const APP_ROLE = 'volante_app';

/** The connection of requests: the owner's address with the request role, whose password follows from the session secret. */
export function appUrlOf(ownerUrl: string, sessionSecret: string): string {
  const url = new URL(ownerUrl);
  url.username = APP_ROLE;
  url.password = passwordOf(sessionSecret);
  return url.href;
}

/** Makes `app_rw` and the request role when they are missing. Roles belong to the whole cluster, so others may do it meanwhile. */
export async function ensureRoles(owner: pg.Client, sessionSecret: string): Promise<void> {
  await createRole(owner, 'app_rw', 'nologin');
  await createRole(owner, APP_ROLE, 'login nosuperuser nobypassrls nocreatedb nocreaterole');
  await retryConcurrent(async () => {
    await owner.query(`alter role ${APP_ROLE} password '${passwordOf(sessionSecret)}'`);
    const { rows } = await owner.query(`select pg_has_role('${APP_ROLE}', 'app_rw', 'member') as granted`);
    if (!rows[0].granted) await owner.query(`grant app_rw to ${APP_ROLE}`);
  });
}

async function createRole(owner: pg.Client, name: string, options: string) {
  if ((await owner.query('select from pg_roles where rolname = $1', [name])).rowCount) return;
  await owner.query(`create role ${name} ${options}`).catch((error: { code?: string }) => {
    if (error.code !== '42710' && error.code !== '23505') throw error;
  });
}

/** PostgreSQL answers XX000 "tuple concurrently updated" when two sessions alter the same role. */
async function retryConcurrent(work: () => Promise<void>) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if ((error as { code?: string }).code !== 'XX000' || attempt === 10) throw error;
    }
  }
}

/** Letters, digits, - and _ only: safe inside quotes and in a URL. */
function passwordOf(sessionSecret: string): string {
  return createHmac('sha256', sessionSecret).update(APP_ROLE).digest('base64url');
}
