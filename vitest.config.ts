import { defineConfig } from 'vitest/config';

const files = (...folders: string[]) => folders.map((folder) => `tests/${folder}/**/*.test.{ts,tsx}`);

/** Milliseconds that a test may take; in the long profile (`npm run test:soak`) a quarter of an hour. */
const most = (ms: number) => (process.env.SOAK ? 900_000 : ms);

export default defineConfig({
  test: {
    // A hanging test fails; none of ours is slow by design.
    testTimeout: most(20_000),
    hookTimeout: 60_000,
    env: { TZ: 'Europe/Rome' },
    projects: [
      // One group must name one number of workers: what vitest takes by itself depends on the machine.
      { test: { name: 'unit', include: ['tests/*.test.ts', ...files('domain', 'gateway', 'site')], maxWorkers: 2 } },
      {
        test: {
          name: 'database',
          include: files('backend'),
          globalSetup: 'tests/support/cluster.ts',
          // Some fill whole companies: on a machine of two cores that others use, too, that takes its time.
          testTimeout: most(60_000),
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'e2e',
          include: files('e2e'),
          globalSetup: 'tests/support/server-setup.ts',
          testTimeout: 60_000,
          // A slow machine may lose a race that no user sees; the second try is named, with what the first one showed.
          retry: 1,
          // Each worker has a browser and a server of its own; they begin when the others have left the processor.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'faults',
          include: files('faults'),
          // Applications that are killed and starved: alone on the machine, one file after the other.
          testTimeout: most(60_000),
          retry: process.env.SOAK ? 0 : 1,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
