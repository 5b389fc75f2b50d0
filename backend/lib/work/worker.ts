import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import { Piscina } from 'piscina';
import { type Bounds, Overrun, within } from './bounds.ts';
import { placeHeld } from './lanes.ts';
import { createProcesses } from './processes.ts';

/**
 * Threads that start when first needed and end after a minute without work. A task that overruns, or loses its caller,
 * ends its thread, and the next task gets a new one. `nice`: how far below the main loop their priority is; 19 is the
 * most.
 */
export function createThreads({ nice, ...bounds }: Bounds & { nice: number }) {
  const threads = new Piscina({
    minThreads: 0,
    maxThreads: bounds.tasks,
    idleTimeout: 60_000,
    // Outside Linux a priority applies to the whole process, so it is not changed there.
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
/**
 * Threads of each lane: a lane never takes another's thread, and our own tasks have priority over files that people
 * send.
 */
const threads = {
  password: createThreads({ ...OWN, tasks: 1, seconds: 30 }),
  short: createThreads({ ...OWN, tasks: Math.max(2, Math.min(4, availableParallelism() - 1)), seconds: 30 }),
  long: createThreads({ ...OWN, tasks: 2, seconds: 50 }),
  file: createThreads({ tasks: 2, seconds: 20, megabytes: 1024, nice: 19 }),
  intake: createThreads({ tasks: 1, seconds: 20, megabytes: 512, nice: 19 }),
  spreadsheets: createThreads({ tasks: 1, seconds: 900, megabytes: 256, nice: 19 }),
};
/** Picture decoders are third-party native code, and a thread cannot be stopped inside it: they run in processes. */
const processes = createProcesses({ tasks: 2, seconds: 25, megabytes: 900 });
const require = createRequire(import.meta.url);
const sourceOf = (module: string) => require.resolve(`#backend/${module}`);

/**
 * Calls `name` of the backend's `module` (such as `documents/draw.ts`) in a thread of its caller's lane and returns its
 * result. Input and answer are copied, so they are plain data; an exception arrives as a plain Error. Throws `Overrun`
 * beyond the lane's time and memory, and `gone` when the caller went away: both end the thread.
 */
export function inThread<Answer>(module: string, name: string, input: unknown): Promise<Answer> {
  const { kind, caller } = placeHeld();
  if (kind === 'pictures' || kind === 'waiting') throw new Error(`${module} has no thread on the lane of ${kind}`);
  return threads[kind](sourceOf(module), name, input, caller) as Promise<Answer>;
}

/**
 * The same in a process of its own, for pictures and files that people send: the caller stands on the lane of pictures.
 */
export function inProcess<Answer>(module: string, name: string, input: unknown): Promise<Answer> {
  const { caller } = placeHeld();
  return processes({ filename: sourceOf(module), name, input }, caller) as Promise<Answer>;
}
