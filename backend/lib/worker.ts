import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';

/**
 * Threads for what would hold the event loop: drawing documents, building and reading spreadsheets, guessing
 * passwords. They start when first needed and
 * end after a minute without work.
 */
const threads = new Piscina({
  minThreads: 0,
  // Two at the least, so that a document does not wait for a spreadsheet.
  maxThreads: Math.max(2, Math.min(4, availableParallelism() - 1)),
  idleTimeout: 60_000,
  // The loop that answers everybody goes first where cores are few: as far behind it as there is. Elsewhere than on Linux a priority is
  // the whole process's.
  niceIncrement: process.platform === 'linux' ? 19 : 0,
  maxQueue: 100,
});
// Found by the package's own name for itself: a thread loads the sources, whether this file is bundled or not.
const require = createRequire(import.meta.url);

/**
 * Calls `name` of the backend's `module` (such as `documents/draw.ts`) in a thread and gives what it returns. `input` and answer are
 * copied, so they are plain data; what it throws is thrown here, as a plain Error.
 */
export const inThread = <Answer>(module: string, name: string, input: unknown): Promise<Answer> =>
  threads.run(input, { filename: require.resolve(`#backend/${module}`), name }) as Promise<Answer>;
