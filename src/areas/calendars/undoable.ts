import { record as words } from '#site/messages/it/kit.ts';
import { attempt } from '#site/ui/attempt.ts';
import { toast } from '#site/ui/toast.ts';

/** How long what was done can be taken back by one press. */
const LONG = 10_000;

/** Says what was done, with a press that takes it back. */
export const undoable = (text: string, back: () => Promise<unknown>, again: () => void) =>
  void toast(text, {
    kind: 'ok',
    duration: LONG,
    action: { label: words.undo, run: () => void attempt(back, { done: words.undone, again }) },
  });
