import type { TestProject } from 'vitest/node';
import { startApplication } from './application.ts';

/** Once per run: for each worker that drives a browser an application of its own, which its files share one after the other. */
export default async function setup(project: TestProject) {
  const applications = await Promise.all(Array.from({ length: project.config.maxWorkers }, () => startApplication()));
  project.provide(
    'applications',
    applications.map(({ url, dataDir }) => ({ url, dataDir })),
  );
  return () => Promise.all(applications.map(({ stop }) => stop()));
}
