/** Prints why a try of a test failed, which the report says only of tests whose last try did, and what its pages show: that explains more. */
import { afterEach } from 'vitest';
import { pagesOpen } from './browser.ts';

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  const pages = task.concurrent ? [] : await pagesOpen();
  console.error([task.name, task.result.errors?.at(-1)?.stack, ...pages].join('\n'));
});
