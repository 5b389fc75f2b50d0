import { spawn } from 'node:child_process';
import { totalmem } from 'node:os';
import { delimiter, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const bin = join(root, 'node_modules/.bin');

export interface Step {
  name: string;
  /** Resolves when the step passes; otherwise throws an error whose message explains the failure. `signal` ends it. */
  run: (signal?: AbortSignal) => Promise<void>;
}

/**
 * Most of what a tool keeps in memory it needs until it ends: with more room Node and Go (the types of oxlint) collect garbage less often.
 * The types take 5 GB, and below its limit Go collects all the time: half of what the machine, or its container, has is the limit. What is
 * free says little of that: in a container the files that were read last are not.
 */
const ROOM = {
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=64`,
  GOGC: '400',
  GOMEMLIMIT: String(Math.floor(Math.min(totalmem(), process.constrainedMemory() || Infinity) / 2)),
};

/** A tool of node_modules as a step: it passes with exit code 0, and its output is printed only when it fails. */
export function tool(name: string, command: string, ...args: string[]): Step {
  return {
    name,
    run: async (signal) => {
      const env = { ...process.env, ...ROOM, PATH: [bin, process.env.PATH].join(delimiter), FORCE_COLOR: '0' };
      const child = spawn(command, args, {
        cwd: root,
        env,
        shell: process.platform === 'win32',
        ...(signal && { signal }),
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
      const code = await new Promise<number | null>((done, fail) => child.once('error', fail).once('close', done));
      if (code !== 0) throw new Error(output.trim() || `${command}: codice ${code}`);
    },
  };
}

/** Rules and types of all TypeScript: the linter reads the types anyway, which costs a third less than `astro check` of everything. */
export const lint = tool('oxlint', 'oxlint', '--type-aware', '--type-check', '--deny-warnings');
/** Prettier's format, which oxfmt checks in a twentieth of the time; it does not know Astro's files. */
export const format = [
  tool('oxfmt', 'oxfmt', '--check'),
  tool('prettier', 'prettier', '--check', '--log-level=warn', '**/*.astro'),
];

/** Runs the steps, `atOnce` at a time, until `signal` ends them, and prints one line for each. Returns the messages of those that failed. */
export async function runSteps(
  steps: Step[],
  { signal, atOnce = 2 }: { signal?: AbortSignal; atOnce?: number } = {},
): Promise<string[]> {
  const waiting = [...steps];
  const failures: string[] = [];
  const worker = async () => {
    for (let step = waiting.shift(); step && !signal?.aborted; step = waiting.shift()) {
      const started = Date.now();
      try {
        await step.run(signal);
        console.log(`✓ ${step.name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
      } catch (error) {
        if (signal?.aborted) return;
        failures.push(`✗ ${step.name}\n${(error as Error).message}`);
        console.log(failures.at(-1));
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return failures;
}
