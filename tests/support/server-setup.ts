import type { TestProject } from 'vitest/node';
import { startApplication } from './application.ts';

/** Starts once per run one application for each worker with a browser; the files of a worker share it in turn. */
export default async function setup(project: TestProject) {
  const applications = await Promise.all(Array.from({ length: project.config.maxWorkers }, () => startApplication()));
  project.provide(
    'applications',
    applications.map(({ url, dataDir }) => ({ url, dataDir })),
  );
  return () => Promise.all(applications.map(({ stop }) => stop()));
}
