import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import pLimit from 'p-limit';
import { type Bounds, Overrun, within } from './bounds.ts';
import type { Answer, Task } from './process.ts';

const IDLE_MS = 60_000;
// Resolved by the package's own name, which works whether this file is bundled or not.
const main = createRequire(import.meta.url).resolve('#backend/lib/process.ts');

/** Passes nothing of ours to the process: neither secrets nor the address of the database. */
function environment() {
  const { PATH, SystemRoot, TMPDIR, TEMP, NODE_COMPILE_CACHE } = process.env;
  return { PATH, SystemRoot, TMPDIR, TEMP, NODE_COMPILE_CACHE };
}

/**
 * Processes for tasks that run third-party native code: damage to memory stays within the process, and a task that
 * overruns or loses its caller is killed. Processes start when first needed and end after a minute without work.
 */
export function createProcesses(bounds: Bounds) {
  const idle = new Map<ChildProcess, NodeJS.Timeout>();
  const turn = pLimit(bounds.tasks);

  function begin(): ChildProcess {
    const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const;
    const child = fork(main, [String(bounds.megabytes)], {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${bounds.megabytes}`],
      env: environment(),
      stdio: [...stdio],
    });
    // Listened to first: a child that cannot start for want of descriptors has no channel, and says so later.
    child.on('error', () => idle.delete(child));
    child.on('exit', () => idle.delete(child));
    // A waiting call keeps this process alive; the child process alone must not.
    child.unref();
    child.channel?.unref();
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
