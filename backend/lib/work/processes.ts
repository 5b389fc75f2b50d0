import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import pLimit from 'p-limit';
import { type Bounds, Overrun, Starved, within } from './bounds.ts';
import type { Answer, Task } from './process.ts';

const IDLE_MS = 60_000;
const main = createRequire(import.meta.url).resolve('#backend/lib/work/process.ts');

/** Passes nothing of ours to the process: neither secrets nor the address of the database. */
function environment() {
  const { PATH, SystemRoot, TMPDIR, TEMP, NODE_COMPILE_CACHE } = process.env;
  return { PATH, SystemRoot, TMPDIR, TEMP, NODE_COMPILE_CACHE };
}

/**
 * Processes for tasks that run third-party native code: damage to memory stays within the process, and a task that
 * overruns or loses its caller is killed. Processes start when first needed and end after a minute without work. A call
 * throws `Overrun` when the task took too much or crashed its process, `Starved` when the machine has no process for it.
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
    if (child.pid === undefined) throw new Error('the process does not start');
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

  /** The answer of a child; throws `Overrun` when the task ended the child. Any other error is none of the task's. */
  async function ask(child: ChildProcess, task: Task, signal: AbortSignal): Promise<Answer> {
    const ended = new AbortController();
    const end = () => ended.abort();
    // A child that takes too much ends itself by another signal: SIGKILL comes from a system without memory.
    const exited = (code: number | null, by: NodeJS.Signals | null) =>
      ended.abort(by === 'SIGKILL' ? undefined : new Overrun(`the process ended (${by ?? code})`));
    child.once('exit', exited);
    signal.addEventListener('abort', end, { once: true });
    try {
      child.send(task);
      const [answer] = (await once(child, 'message', { signal: ended.signal })) as [Answer];
      return answer;
    } catch (error) {
      child.kill('SIGKILL');
      throw ended.signal.aborted ? ended.signal.reason : error;
    } finally {
      child.off('exit', exited);
      signal.removeEventListener('abort', end);
    }
  }

  async function run(task: Task, signal: AbortSignal): Promise<unknown> {
    let answer: Answer;
    try {
      const child = take();
      answer = await ask(child, task, signal);
      leave(child);
    } catch (cause) {
      throw cause instanceof Overrun
        ? cause
        : new Starved('a process for a task was killed or did not start', { cause });
    }
    if ('error' in answer) throw new Error(answer.error);
    return answer.value;
  }

  return (task: Task, caller?: AbortSignal): Promise<unknown> =>
    turn(() => within(bounds, caller, (signal) => run(task, signal)));
}
