import { integer } from '#domain/italian.ts';
import type { Repricing, Undone } from '#domain/record/priced-calls.ts';
import { t } from '#site/lib/intl.ts';
import { undoing as words } from '#site/messages/it/lists.ts';
import { toast } from '#site/ui/toast.ts';
import type { RecordCalls } from '../record/calls.ts';

type Undoing = Pick<RecordCalls<never, never>, 'undo'>;

/** Reports what was undone, and what stayed because somebody changed it since. */
function tell({ restored, removed, kept }: Undone): void {
  const parts = [
    restored > 0 && t(words.restored, { n: integer(restored) }),
    removed > 0 && t(words.removed, { n: integer(removed) }),
    kept > 0 && t(words.kept, { n: integer(kept) }),
  ];
  void toast(parts.filter(Boolean).join('. ') || words.nothing, { kind: kept ? 'bad' : 'ok' });
}

/** Undoes a change of many records and reports the result. */
export async function undoBatch({ undo }: Undoing, batch: number, again: () => void) {
  try {
    tell(await undo!(batch).finally(again));
  } catch (error) {
    void toast((error as Error).message, { kind: 'bad' });
  }
}

/** Reports a change of many records and offers to undo it. */
export function sayDone(text: string, batch: number | null, calls: Undoing, again: () => void): void {
  void toast(text, {
    kind: 'ok',
    duration: 8000,
    ...(batch !== null && { action: { label: words.undo, run: () => undoBatch(calls, batch, again) } }),
  });
}

export const sayRepriced = ({ changed, batch }: Repricing, calls: Undoing, again: () => void): void =>
  sayDone(t(words.repriced, { n: integer(changed) }), batch, calls, again);
