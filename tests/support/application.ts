import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from './folder.ts';

export type Application = Awaited<ReturnType<typeof startApplication>>;

/**
 * Starts the application as `npm start` does, on a free port. Without DATA_DIR it gets a data folder of its own,
 * which `stop` removes. `stop` returns the exit code. `flags` are Node's.
 */
export async function startApplication(settings: Record<string, string> = {}, flags: string[] = []) {
  const dataDir = settings.DATA_DIR ?? (await temporaryFolder());
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DEMO: 'on',
    RATE_LIMIT: '0',
    LOG_LEVEL: 'error',
    ...settings,
  };
  const server = spawn(process.execPath, [...flags, join(import.meta.dirname, '../../server.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(server, 'exit').then(([code]) => code as number | null);
  let output = '';
  server.stderr.on('data', (chunk: Buffer) => {
    output += chunk;
    if (env.LOG_LEVEL !== 'silent') process.stderr.write(chunk);
  });
  const url = await new Promise<string>((done, fail) => {
    server.stdout.on('data', (chunk) => {
      output += chunk;
      const origin = /è pronto: (\S+)/.exec(output)?.[1];
      if (origin) done(origin);
    });
    void ended.then((code) => fail(new Error(`L'applicazione non parte (${code}):\n${output}`)));
  });
  return {
    url,
    dataDir,
    pid: server.pid!,
    async stop(signal: NodeJS.Signals = 'SIGTERM') {
      server.kill(signal);
      const code = await ended;
      if (!settings.DATA_DIR) await rm(dataDir, { recursive: true });
      return code;
    },
  };
}
