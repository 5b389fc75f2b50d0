import { toast } from '../toast.ts';

/** Something done with rows of a list: its end is told, and the list is read again. */
export async function attempt(work: () => Promise<unknown>, again: () => void, done?: string): Promise<void> {
  try {
    await work();
    if (done) void toast(done, { kind: 'ok' });
  } catch (error) {
    void toast((error as Error).message, { kind: 'bad' });
  }
  again();
}
