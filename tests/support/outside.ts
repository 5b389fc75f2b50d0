import type { Kysely } from 'kysely';
import { effects } from '#backend/areas.ts';
import type { DB } from '#backend/db/types.gen.ts';
import type { Effects } from '#backend/lib/work/context.ts';
import { openFiles } from '#backend/lib/files/files.ts';
import { createLanes } from '#backend/lib/work/lanes.ts';
import { createLog } from '#backend/lib/work/log.ts';
import { openCall } from '#backend/lib/work/run.ts';
import type { Config } from '#config';

/** The context of a job, with the clock of the test; `answering` replaces the product's effects. */
export function outsideOf(
  { db, config, now }: { db: Kysely<DB>; config: Config; now: () => Date },
  answering: readonly Effects[] = effects,
) {
  const ground = { db, config, now, log: createLog(config), files: openFiles(config), lanes: createLanes() };
  const { call, finish } = openCall(
    { ...ground, effects: answering, forget: () => {} },
    { requestId: 'prova-fuori', ip: '', userAgent: '' },
  );
  return { ...call, finish };
}
