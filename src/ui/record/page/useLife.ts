import { useEffect } from 'react';
import type { AnyRecord } from '../store/context.ts';
import { guard } from '../store/guard.ts';

/**
 * Activates the record from its first paint in the browser until it goes away: it accepts input and loses none of it.
 */
export function useLife(record: AnyRecord) {
  useEffect(() => {
    record.$alive.set(true);
    const before = record.$value.get();
    const left = record.autosave.restore();
    if (left) void import('../store/broughtBack.ts').then(({ sayBroughtBack }) => sayBroughtBack(record, left, before));
    return guard(record);
  }, [record]);
}
