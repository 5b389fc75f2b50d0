import type { TestProject } from 'vitest/node';
import { startApplication } from './application.ts';

/** Once per run: the application that all browser tests share. */
export default async function setup(project: TestProject) {
  const { url, dataDir, stop } = await startApplication();
  project.provide('serverUrl', url);
  project.provide('dataDir', dataDir);
  return stop;
}
