import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** As the scripts of npm set it: what is compiled is kept for the next start. */
const NODE_COMPILE_CACHE = join(import.meta.dirname, '../../node_modules/.cache/node');

/** Runs a script of the project without npm, on a port that the system chooses, with only this environment. */
export function startScript(file: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [file], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE, PORT: '0', LOG_LEVEL: 'silent', ...env },
  });
  const said = { text: '' };
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said.text += chunk.toString()));
  const exit = once(child, 'exit').then(([code]: (number | null)[]) => code);
  /** The address that the script prints once it is ready. Throws the script's output if it ends first. */
  const address = async () => {
    while (!said.text.includes('http://')) {
      const ended = await Promise.race([once(child.stdout, 'data').then(() => false), exit.then(() => true)]);
      if (ended) throw new Error(said.text);
    }
    return /http:\/\/127\.0\.0\.1:\d+(\/api)?/.exec(said.text)![0];
  };
  return { child, said, exit, address };
}
