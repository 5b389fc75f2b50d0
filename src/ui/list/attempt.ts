import { toast } from '../toast.ts';

/** Does something with rows of a list, reports its end, and reads the list again. */
export async function attempt(work: () => Promise<unknown>, again: () => void, done?: string): Promise<void> {
  try {
    await work();
    if (done) void toast(done, { kind: 'ok' });
  } catch (error) {
    void toast((error as Error).message, { kind: 'bad' });
  }
  again();
}
