import { record as words } from '#site/messages/it/kit.ts';
import { toast } from '#site/ui/toast.ts';
import type { AnyRecord } from './context.ts';

/**
 * Reports that typed values which never reached the server are restored, and asks when they are in doubt. `before` is
 * the value without them.
 */
export function sayBroughtBack(
  record: AnyRecord,
  left: NonNullable<ReturnType<AnyRecord['autosave']['restore']>>,
  before: object,
): void {
  if (left.older)
    void toast(words.older, {
      duration: 20_000,
      action: { label: words.useThem, run: () => left.resume() },
    });
  else
    void toast(words.restored, {
      duration: 8000,
      action: { label: words.discard, run: () => record.change(before) },
    });
}
