import { useEffect } from 'react';
import { record as words } from '#site/messages/it/record.ts';
import { toast } from '../toast.ts';
import type { Saved } from './autosave.ts';
import { guard } from './guard.ts';
import type { RecordStore } from './record.ts';

/** What was typed and never reached the server comes back; what is in doubt is asked. */
function bringBack<Value extends object, Head extends Saved, Current extends Head>(
  record: RecordStore<Value, Head, Current>,
) {
  const before = record.$value.get();
  const left = record.restore();
  if (left?.older)
    void toast(record.words.older, {
      duration: 20_000,
      action: { label: words.useThem, run: () => record.resume(left.copy) },
    });
  else if (left)
    void toast(words.restored, {
      duration: 8000,
      action: { label: words.discard, run: () => record.change(before) },
    });
}

/** From the first paint in the browser until it goes away: the record takes in what is typed, and loses nothing of it. */
export function useLife<Value extends object, Head extends Saved, Current extends Head>(
  record: RecordStore<Value, Head, Current>,
) {
  useEffect(() => {
    record.$alive.set(true);
    bringBack(record);
    return guard(record);
  }, [record]);
}
