import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests often wait for an answer: one worker more than the two processors of the smallest machine. */
const maxWorkers = 3;

/** Much of what a test makes is gone when it ends: with more room for the young fewer are looked through. */
const execArgv = ['--max-semi-space-size=64'];

/**
 * Node loads the modules itself, as it does in production: for what no test replaces that costs a third less than what Vite makes of
 * them. It reads neither JSX nor styles, and takes no stand-ins for modules.
 */
const experimental = { viteModuleRunner: false, nodeLoader: false };
/** Of the site, which holds JSX. */
const mixed = ['tests/world/kind-4-one-reader.test.ts'];

/** It freezes the database under load and measures how long answers take, so nothing else may run beside it. */
const alone = ['tests/faults/database.test.ts'];
const files = (...folders: string[]) => folders.map((folder) => `tests/${folder}/**/*.test.{ts,tsx}`);

/**
 * Milliseconds that a test may take; a quarter of an hour in the long profile (`npm run test:soak`). The limit stops a
 * hanging test and says nothing of speed, so it leaves room for a machine that is many times slower.
 */
const TEST_MS = process.env.SOAK ? 900_000 : 180_000;

/** What is polled for comes within a second on a quiet machine; a busy one gets the time that Playwright gives its own. */
const patient = { poll: { timeout: 5_000 } };

/** What takes long though its file is short comes first: at the end it would leave the other workers idle. */
const long = [
  ...['tenancy', 'answers'].map((name) => `/tests/backend/${name}.test.ts`),
  ...['pages', 'lists', 'sale', 'catalogue', 'showroom', 'used-stock', 'contract-ends'].map(
    (name) => `/tests/e2e/${name}.test.ts`,
  ),
];

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => long.some((path) => moduleId.endsWith(path));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    testTimeout: TEST_MS,
    hookTimeout: TEST_MS,
    env: { TZ: 'Europe/Rome' },
    projects: [
      // All projects of one group must have the same number of workers, and the default depends on the machine.
      {
        test: {
          name: 'unit',
          include: ['tests/*.test.ts', ...files('domain', 'gateway')],
          // One load of the modules serves all files of a worker: none of them keeps anything in a module.
          isolate: false,
          expect: patient,
          maxWorkers,
          execArgv,
          experimental,
        },
      },
      // Its modules keep what is shown, and its tests stand in for the browser's own objects.
      { test: { name: 'site', include: files('site'), maxWorkers, execArgv } },
      {
        test: {
          name: 'database',
          include: files('backend', 'world'),
          exclude: [...files('backend/mocked'), ...mixed],
          // One load of the modules serves all files of a worker: each file has a database of its own.
          isolate: false,
          globalSetup: 'tests/support/cluster.ts',
          expect: patient,
          maxWorkers,
          execArgv,
          experimental,
        },
      },
      {
        test: {
          name: 'mocked',
          include: [...files('backend/mocked'), ...mixed],
          globalSetup: 'tests/support/cluster.ts',
          maxWorkers,
          execArgv,
        },
      },
      // Only where `npm run test:cluster` finds a cluster.
      ...(process.env.CLUSTER_URL
        ? [
            {
              test: {
                name: 'cluster',
                include: files('cluster'),
                globalSetup: 'tests/support/cluster.ts',
                hookTimeout: 300_000,
                // One stops a worker: they run alone, one file after the other.
                maxWorkers: 1,
                sequence: { groupOrder: 3 },
              },
            },
          ]
        : []),
      {
        test: {
          name: 'e2e',
          include: files('e2e'),
          globalSetup: 'tests/support/server-setup.ts',
          setupFiles: 'tests/support/first-try.ts',
          expect: patient,
          // A slow machine may lose a race that no user sees. The report names every second try, with the failure of
          // the first one.
          retry: 1,
          // One load of the modules and one browser serve all files of a worker.
          isolate: false,
          // Each worker runs a browser and a server, so these tests start after the others have finished. They wait more
          // often than the others do: with three workers a fifth of two processors stays idle.
          maxWorkers: maxWorkers + 1,
          execArgv,
          experimental,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'faults',
          include: files('faults'),
          exclude: alone,
          globalSetup: 'tests/support/cluster.ts',
          // These tests kill and starve applications of their own, so others may run beside them; one load of the modules serves them all.
          isolate: false,
          retry: process.env.SOAK ? 0 : 1,
          maxWorkers,
          execArgv,
          experimental,
        },
      },
      {
        test: {
          name: 'alone',
          include: alone,
          retry: process.env.SOAK ? 0 : 1,
          maxWorkers: 1,
          execArgv,
          experimental,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
