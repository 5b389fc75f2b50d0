import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import pLimit from 'p-limit';
import { type Bounds, Overrun, within } from './bounds.ts';
import type { Answer, Task } from './process.ts';

const IDLE_MS = 60_000;
// Found by the package's own name for itself, whether this file is bundled or not.
const main = createRequire(import.meta.url).resolve('#backend/lib/process.ts');

/** Nothing of ours: neither secrets nor the address of the database. */
function environment() {
  const { PATH, SystemRoot, TMPDIR, TEMP, NODE_COMPILE_CACHE } = process.env;
  return { PATH, SystemRoot, TMPDIR, TEMP, NODE_COMPILE_CACHE };
}

/**
 * Processes for tasks that run in the code of others: what they do to their memory stays theirs, and one that overruns, or loses its
 * caller, is killed wherever it is. They start when first needed and end after a minute without work.
 */
export function createProcesses(bounds: Bounds) {
  const idle = new Map<ChildProcess, NodeJS.Timeout>();
  const turn = pLimit(bounds.tasks);

  function begin(): ChildProcess {
    const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const;
    const child = fork(main, [String(bounds.megabytes)], {
      serialization: 'advanced',
      execArgv: [],
      env: environment(),
      stdio: [...stdio],
    });
    // Whoever waits for a task keeps us running, not the process.
    child.unref();
    child.channel!.unref();
    child.on('error', () => idle.delete(child));
    child.on('exit', () => idle.delete(child));
    return child;
  }

  function take(): ChildProcess {
    const found = [...idle.keys()].find(({ connected }) => connected);
    if (!found) return begin();
    clearTimeout(idle.get(found));
    idle.delete(found);
    return found;
  }

  function leave(child: ChildProcess) {
    idle.set(child, setTimeout(() => child.kill('SIGKILL'), IDLE_MS).unref());
  }

  async function run(task: Task, signal: AbortSignal): Promise<unknown> {
    const child = take();
    const ended = new AbortController();
    const end = () => ended.abort(new Overrun('the process ended'));
    child.once('exit', end);
    signal.addEventListener('abort', end, { once: true });
    try {
      child.send(task);
      const [answer] = (await once(child, 'message', { signal: ended.signal })) as [Answer];
      leave(child);
      if ('error' in answer) throw new Error(answer.error);
      return answer.value;
    } catch (error) {
      if (ended.signal.aborted || !idle.has(child)) child.kill('SIGKILL');
      throw ended.signal.aborted ? ended.signal.reason : error;
    } finally {
      child.off('exit', end);
      signal.removeEventListener('abort', end);
    }
  }

  return (task: Task, caller?: AbortSignal): Promise<unknown> =>
    turn(() => within(bounds, caller, (signal) => run(task, signal)));
}
