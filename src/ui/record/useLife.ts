import { useEffect } from 'react';
import type { Saved } from './autosave.ts';
import { guard } from './guard.ts';
import type { CourseStore } from './course.ts';

/**
 * Activates the record from its first paint in the browser until it goes away: it accepts input and loses none of it.
 */
export function useLife<Value extends object, Current extends Saved>(record: CourseStore<Value, Current>) {
  useEffect(() => {
    record.$alive.set(true);
    const before = record.$value.get();
    const left = record.restore();
    if (left) void import('./broughtBack.ts').then(({ sayBroughtBack }) => sayBroughtBack(record, left, before));
    return guard(record);
  }, [record]);
}
