import { CallError } from '#site/lib/call.ts';
import { toast } from './toast.ts';

/** Why a call was refused: everything that is missing, where the server says so. */
export const whyRefused = (error: unknown): string => {
  const missing = error instanceof CallError ? (error.body.missing ?? []) : [];
  return missing.length > 0 ? missing.map(({ sentence }) => sentence).join(' ') : (error as Error).message;
};

/** What follows on a try: what it says when it is `done`, what it says instead, and what is read `again` after either. */
interface End {
  done?: string | undefined;
  refused?: (error: unknown) => void;
  again?: () => void;
}

/** Does what was asked for by a press, and says how it ended. Work that answers false has said it itself. True: done. */
export async function attempt(
  work: () => Promise<unknown>,
  { done, refused = (error) => void toast(whyRefused(error), { kind: 'bad' }), again }: End = {},
): Promise<boolean> {
  try {
    if ((await work()) === false) return false;
    if (done) void toast(done, { kind: 'ok' });
    return true;
  } catch (error) {
    refused(error);
    return false;
  } finally {
    again?.();
  }
}
