import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import { Piscina } from 'piscina';
import { type Bounds, Overrun, within } from './bounds.ts';
import { placeHeld } from './lanes.ts';
import { createProcesses } from './processes.ts';

/**
 * Threads that start when first needed and end after a minute without work. One that overruns, or loses its caller, is ended, and the
 * next task has a new one. `nice`: how far behind the loop that answers everybody they stand; 19 is as far as there is.
 */
export function createThreads({ nice, ...bounds }: Bounds & { nice: number }) {
  const threads = new Piscina({
    minThreads: 0,
    maxThreads: bounds.tasks,
    idleTimeout: 60_000,
    // Elsewhere than on Linux a priority is the whole process's.
    niceIncrement: process.platform === 'linux' ? nice : 0,
    resourceLimits: { maxOldGenerationSizeMb: bounds.megabytes },
  });
  const turn = pLimit(bounds.tasks);
  return (filename: string, name: string, input: unknown, caller?: AbortSignal): Promise<unknown> =>
    turn(() =>
      within(bounds, caller, (signal) => threads.run(input, { filename, name, signal })).catch((error: unknown) => {
        const isFull = (error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY';
        throw isFull ? new Overrun(`more than ${bounds.megabytes} MB`, { cause: error }) : error;
      }),
    );
}

const OWN = { nice: 15, megabytes: 1024 };
/** Threads of each lane: what one lane does takes no thread of another, and what is ours goes before files of others. */
const threads = {
  short: createThreads({ ...OWN, tasks: Math.max(2, Math.min(4, availableParallelism() - 1)), seconds: 30 }),
  long: createThreads({ ...OWN, tasks: 2, seconds: 50 }),
  file: createThreads({ tasks: 2, seconds: 20, megabytes: 1024, nice: 19 }),
};
/** What unfolds pictures is code of others, and no thread of ours can be ended within it. */
const processes = createProcesses({ tasks: 2, seconds: 25, megabytes: 900 });
// Found by the package's own name for itself: a thread loads the sources, whether this file is bundled or not.
const require = createRequire(import.meta.url);
const sourceOf = (module: string) => require.resolve(`#backend/${module}`);

/**
 * Calls `name` of the backend's `module` (such as `documents/draw.ts`) in a thread of the lane on which its caller stands, and gives
 * what it returns. `input` and answer are copied, so they are plain data; what it throws is thrown here, as a plain Error. Throws
 * `Overrun` beyond the lane's time and memory, and `gone` when the caller went away: both end the thread.
 */
export function inThread<Answer>(module: string, name: string, input: unknown): Promise<Answer> {
  const { kind, caller } = placeHeld();
  if (kind === 'pictures') throw new Error(`${module} has no thread on the lane of pictures`);
  return threads[kind](sourceOf(module), name, input, caller) as Promise<Answer>;
}

/** The same in a process of its own, for what people send to be shown: its caller stands on the lane of pictures. */
export function inProcess<Answer>(module: string, name: string, input: unknown): Promise<Answer> {
  const { caller } = placeHeld();
  return processes({ filename: sourceOf(module), name, input }, caller) as Promise<Answer>;
}
