import { lazy } from 'react';
import type { Fields } from '#domain/record/fields.ts';
import { OnDemand } from './OnDemand.tsx';

const Rest = lazy(() => import('./Rest.tsx'));

/** A text in which more than one number or address may stand: two `@`, more than one number has, a sign between two, or words. */
const MORE = /@.*@|^[^@]{19}|^[^@]*\p{L}[^@]*$|\d{6}\s*[;,|/-]\s*\+?\d|[;|\n]/su;
/** How lines of the notes begin that took something from such a field before. */
const TAKEN = /^Altr[ao] /m;

/** Below a field of one telephone or address: where the rest of what is typed there goes. Read only where there is one. */
export const restBelow = (fields: Fields, into: string) => (key: string) => ({
  below: (values: object) => {
    const record = values as Readonly<Record<string, unknown>>;
    const isMore = MORE.test(String(record[key] ?? '')) || TAKEN.test(String(record[into] ?? ''));
    return (
      isMore && (
        <OnDemand>
          <Rest fields={fields} of={key} into={into} record={record} />
        </OnDemand>
      )
    );
  },
});
