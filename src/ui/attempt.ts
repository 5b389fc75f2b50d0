import { CallError } from '#site/lib/call.ts';
import { toast } from './toast.ts';

/** Why a call was refused: everything that is missing, where the server says so. */
export const whyRefused = (error: unknown): string => {
  const missing = error instanceof CallError ? (error.body.missing ?? []) : [];
  return missing.length > 0 ? missing.map(({ sentence }) => sentence).join(' ') : (error as Error).message;
};

/** Does something with rows of a list, reports its end, and reads the list again. */
export async function attempt(work: () => Promise<unknown>, again: () => void, done?: string): Promise<void> {
  try {
    await work();
    if (done) void toast(done, { kind: 'ok' });
  } catch (error) {
    void toast(whyRefused(error), { kind: 'bad' });
  }
  again();
}
