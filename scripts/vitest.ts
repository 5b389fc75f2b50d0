import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs');

/**
 * Runs vitest to its end and returns its exit code. `signal` ends it with its workers, browsers and applications, which are a group of
 * processes of their own: one that is left would hold the machine for the next run. The database ends by the same signal, see tests/support/cluster.ts.
 */
export async function runVitest(
  args: string[],
  { signal, env }: { signal: AbortSignal; env?: Record<string, string> },
): Promise<number | null> {
  if (signal.aborted) return null;
  const child = spawn(process.execPath, [vitest, 'run', ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: process.platform !== 'win32',
    env: { ...process.env, ...env },
  });
  const stop = () => end(child);
  signal.addEventListener('abort', stop);
  const [code] = (await once(child, 'close')) as [number | null];
  signal.removeEventListener('abort', stop);
  return code;
}

/** Vitest itself hears SIGTERM and SIGINT, and leaves at once without what it has started. */
function end(child: ChildProcess): void {
  if (process.platform === 'win32') child.kill();
  else process.kill(-child.pid!, 'SIGHUP');
}

/** Aborted when somebody stops this process. */
export function stopped(): AbortSignal {
  const stopping = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());
  return stopping.signal;
}
