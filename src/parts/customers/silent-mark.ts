import { reach } from '#site/messages/it/kit.ts';
import type { Column } from '#site/ui/list/table/columns.ts';

/** Beside a customer's name in lists: they have asked not to be contacted. */
export const silentMark: Pick<Column, 'mark'> = {
  mark: { field: 'silent', badges: { true: { label: reach.silent, tone: 'bad' } } },
};
