import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '#backend/db/postgres.ts';
import { urlFor } from '#backend/db/roles.ts';
import { openDatabase } from '#backend/db/open.ts';
import { sealToken, sessionCookie } from '#gateway/session.ts';
import { startApplication, type Application } from './application.ts';
import { SECRET } from './area.ts';
import { config } from './upstream.ts';
import { makeWorld } from './world.ts';

/** The application as an installation has it, without a demo world of its own, and with the tests' own key. */
export async function startBare(settings: Record<string, string>): Promise<Application> {
  const application = await startApplication({ DEMO: 'off', LOG_LEVEL: 'silent', SESSION_SECRET: SECRET, ...settings });
  // `localhost` may resolve to two addresses: then one refused connection would be reported as two.
  return { ...application, url: application.url.replace('localhost', '127.0.0.1') };
}

/** Creates the world of two dealers in the database of an application; its users log in with `cookieOf`. */
export async function worldIn(ownerUrl: string) {
  const appUrl = urlFor('requests', ownerUrl, SECRET);
  const db = openDatabase(appUrl, { max: 3 });
  const world = await makeWorld({ db, ownerUrl });
  type Closing = Parameters<typeof world.close>;
  return { ...world, db, close: (...how: Closing) => Promise.all([world.close(...how), db.destroy()]) };
}

/** The owner's connection to the included database of a running application. */
export const ownerUrlOf = async (dataDir: string): Promise<string> =>
  (await startPostgres({ dataDir, join: true })).ownerUrl;

/** Ends the included database at once, as in a power cut; its files were written with fsync. */
export function killDatabase(dataDir: string): void {
  process.kill(Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
}

/** The session cookie of a browser that has logged in with this token. */
export const cookieOf = async ({ token }: { token: string }): Promise<string> =>
  `${sessionCookie(config).name}=${await sealToken(token, config)}`;

export interface Got {
  status: number;
  text: string;
  headers: Headers;
  ms: number;
}

/**
 * Sends a request without following redirects. A broken connection gives status 0 and the system's error code as
 * text.
 */
export async function get(url: string, init: RequestInit = {}): Promise<Got> {
  const started = performance.now();
  try {
    const response = await fetch(url, { redirect: 'manual', ...init });
    const text = await response.text();
    return { status: response.status, text, headers: response.headers, ms: performance.now() - started };
  } catch (error) {
    const { code } = ((error as Error).cause ?? error) as { code?: string };
    return { status: 0, text: code ?? String(error), headers: new Headers(), ms: performance.now() - started };
  }
}

/**
 * Repeats a question every 50 ms until the answer is good, and returns the milliseconds it took. Throws after `most`
 * milliseconds.
 */
export async function until(good: () => Promise<boolean>, most: number): Promise<number> {
  const started = performance.now();
  while (!(await good())) {
    if (performance.now() - started > most) throw new Error(`nothing good within ${most} ms`);
    await sleep(50);
  }
  return performance.now() - started;
}
