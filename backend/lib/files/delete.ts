import type { Job } from '../work/context.ts';

/** Deletes files from the store, after the commit that let them go. A missing one is no error, so the job may run twice. */
export const deleteFiles: Job<{ keys: string[] }> = {
  name: 'delete-files',
  run: async ({ files }, { keys }) => {
    for (const key of keys) await files.delete(key);
  },
};
