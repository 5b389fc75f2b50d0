/** The main module of a process of its own: the tasks that its parent sends, one after the other, behind everybody else for the processor. */
import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';

export interface Task {
  /** A file, what it exports, and its only argument. */
  filename: string;
  name: string;
  input: unknown;
}
export type Answer = { value: unknown } | { error: string };

const LAST = 19;
const MOST_BYTES = Number(process.argv[2]) * 1_000_000;
const end = () => process.kill(process.pid, 'SIGKILL');

/** Each thread has a priority of its own on Linux, also those in which pictures are decoded. */
function stepBack() {
  if (process.platform !== 'linux') return setPriority(LAST);
  for (const id of readdirSync('/proc/self/task'))
    try {
      setPriority(Number(id), LAST);
    } catch {
      // It has ended since.
    }
}

async function answerOf({ filename, name, input }: Task): Promise<Answer> {
  try {
    const module = (await import(filename)) as Record<string, (given: unknown) => unknown>;
    stepBack();
    return { value: await module[name]!(input) };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

process.on('message', (task: Task) => void answerOf(task).then((answer) => process.send!(answer)));
// The parent says when it is over: a key that ends the whole group lets a picture on its way be kept.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', end);
// What a decoder unfolds is no memory of Node's, which would bound its own.
setInterval(() => process.memoryUsage.rss() > MOST_BYTES && end(), 100).unref();
