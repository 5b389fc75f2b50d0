import type { ReadableAtom } from 'nanostores';
import { CallError } from '#site/lib/call.ts';
import { madeNothing, newKey } from '#site/lib/forms.ts';
import { toast } from '../toast.ts';

interface Whole<Current> {
  $editable: ReadableAtom<boolean>;
  adopt(current: Current): void;
  autosave: { flush(): Promise<boolean>; meet(current: Current, message: string): void };
}

/** What is done with a whole record that saves itself: one thing at a time, and what was refused is said. */
export function createDeeds<Current>({ $editable, adopt, autosave }: Whole<Current>) {
  const keys: Record<string, string> = {};
  let running = false;

  function failed(error: unknown): void {
    if (!(error instanceof CallError)) throw error;
    const current = error.status === 412 ? (error.body.current as Current | undefined) : undefined;
    // Where something can be typed the person decides; what is only read shows at once what it is now.
    if (current && $editable.get()) return autosave.meet(current, error.message);
    if (current) adopt(current);
    void toast(error.message, { kind: 'bad' });
  }

  /** One action at a time: what is pressed while another runs is not heard. */
  const alone =
    <A extends unknown[]>(work: (...args: A) => Promise<void>) =>
    async (...args: A): Promise<void> => {
      if (running) return;
      running = true;
      try {
        await work(...args);
      } catch (error) {
        failed(error);
      } finally {
        running = false;
      }
    };

  /** A new record made from this one opens in its own page. The call keeps its idempotency key until the server has answered. */
  async function derive(name: string, make: (key: string) => Promise<{ href: string }>): Promise<void> {
    if (!(await autosave.flush())) return;
    keys[name] ??= newKey();
    try {
      location.assign((await make(keys[name])).href);
    } catch (error) {
      if (error instanceof CallError && madeNothing(error.status)) delete keys[name];
      throw error;
    }
  }

  return { alone, derive };
}
