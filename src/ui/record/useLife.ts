import { useEffect } from 'react';
import type { Saved } from './autosave.ts';
import { guard } from './guard.ts';
import type { RecordStore } from './record.ts';

/** From the first paint in the browser until it goes away: the record takes in what is typed, and loses nothing of it. */
export function useLife<Value extends object, Head extends Saved, Current extends Head>(
  record: RecordStore<Value, Head, Current>,
) {
  useEffect(() => {
    record.$alive.set(true);
    const before = record.$value.get();
    const left = record.restore();
    if (left) void import('./broughtBack.ts').then(({ sayBroughtBack }) => sayBroughtBack(record, left, before));
    return guard(record);
  }, [record]);
}
