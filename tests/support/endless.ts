/** What a thread or process does in tests of its bounds. */
export const answer = () => 'done';

export function spin(): never {
  for (;;);
}

/** Holds more and more; others have their turn in between. */
export async function grow(): Promise<never> {
  const held: number[][] = [];
  for (;;) {
    held.push(Array.from({ length: 200_000 }, (_, n) => n + held.length + 0.5));
    await new Promise(setImmediate);
  }
}
