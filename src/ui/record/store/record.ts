import type { WritableAtom } from 'nanostores';
import { currentIn } from '#site/lib/call.ts';
import { attempt, whyRefused } from '#site/ui/attempt.ts';
import { toast } from '#site/ui/toast.ts';
import type { Movable } from './moves.ts';

interface Around<Current> {
  /** What the page reads again once a press has changed the record, or was refused; until it has, no other press counts. */
  after?: () => Promise<unknown> | void;
  /** The record as the page keeps it, of what the server sends when somebody else was first. */
  read?: (sent: unknown) => Current;
}

/**
 * A record whose page saves nothing by itself: each press is a call over the record as the person saw it, one at a time.
 * Where somebody else was first, the page shows what is saved now, and the next press holds for that.
 */
export function createRecord<Current extends object>(
  $saved: WritableAtom<Current | null>,
  { after, read }: Around<Current> = {},
): Movable<Current> {
  let reading: Promise<unknown> | void;
  const adopt = (now: Current) => {
    $saved.set(now);
    reading = after?.();
  };
  const currentOf = (error: unknown) => currentIn(error, read);
  const refused = (error: unknown) => {
    const current = currentOf(error);
    if (current) $saved.set(current);
    void toast(whyRefused(error), { kind: 'bad' });
    reading = after?.();
  };
  let running = false;
  return {
    $saved,
    adopt,
    currentOf,
    async attempt(work, done) {
      if (running) return false;
      running = true;
      const run = async () => {
        const now = await work($saved.get()!);
        if (now) adopt(now);
      };
      const end = () => (running = false);
      const again = () => (reading ? void reading.finally(end) : end());
      return attempt(run, { done, refused, again });
    },
    miss: ({ message }) => void toast(message, { kind: 'bad' }),
  };
}
