/** Work of threads and processes in the tests of their limits. */
export const answer = () => 'done';

export function spin(): never {
  for (;;);
}

/** Allocates more and more memory, and lets other work run in between. */
export async function grow(): Promise<never> {
  const held: number[][] = [];
  for (;;) {
    held.push(Array.from({ length: 200_000 }, (_, n) => n + held.length + 0.5));
    await new Promise(setImmediate);
  }
}

/** Ends its own process as a crash of native code does. */
export const crash = () => process.kill(process.pid, 'SIGSEGV');

/** Ends its own process as a system without memory does. */
export const killed = () => process.kill(process.pid, 'SIGKILL');
