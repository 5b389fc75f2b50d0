/**
 * Main module of a child process: it runs the tasks that its parent sends, one after the other, at the lowest priority.
 */
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

/** On Linux every thread has its own priority, including those that decode pictures. */
function stepBack() {
  if (process.platform !== 'linux') return setPriority(LAST);
  for (const id of readdirSync('/proc/self/task'))
    try {
      setPriority(Number(id), LAST);
    } catch {
      // The thread has ended meanwhile.
    }
}

async function answerOf({ filename, name, input }: Task): Promise<Answer> {
  try {
    stepBack();
    // Threads that a module starts inherit the priority.
    const module = (await import(filename)) as Record<string, (given: unknown) => unknown>;
    return { value: await module[name]!(input) };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

process.on('message', (task: Task) => void answerOf(task).then((answer) => process.send!(answer)));
// The parent decides when this process ends: Ctrl+C reaches the whole group, and a picture in progress must still be
// stored.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', end);
// Memory that a decoder takes lies outside Node's heap limit, so it is checked here.
// A signal of its own tells the parent that the task took too much: a system without memory sends SIGKILL.
setInterval(() => process.memoryUsage.rss() > MOST_BYTES && process.kill(process.pid, 'SIGALRM'), 100).unref();
