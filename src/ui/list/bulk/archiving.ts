import { priced as words } from '#site/messages/it/lists.ts';
import type { Archiving, ListedRecord } from '../record/calls.ts';

/** The action that archives rows, or brings them back when all of them are archived. */
export const archiving =
  <R extends ListedRecord, V>(given: Archiving<R, V>) =>
  (rows: readonly R[]) => {
    const own = given.words ?? words.archiving;
    const archived = !rows.every((row) => row.archived);
    return {
      label: archived ? own.archive : own.restore,
      run: async () => (await import('./archive-rows.ts')).archiveRows(rows, archived, given),
    };
  };
