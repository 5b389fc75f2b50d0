/** The job that makes the files of exports with too many rows to be waited for. */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { pipeline } from 'node:stream/promises';
import { assertOpen, MANUFACTURER, type Endpoint } from '#domain/endpoint.ts';
import { type CallName, endpoints } from '#domain/endpoints.ts';
import { Failure } from '#domain/errors.ts';
import { integer } from '#domain/italian.ts';
import { KEPT_DAYS } from '#domain/spreadsheets/limits.ts';
import { incoming } from '../lib/files/receive.ts';
import { nameFiles, writeDown } from '../lib/files/unnamed.ts';
import { Overrun } from '../lib/work/bounds.ts';
import type { StreamAnswer } from '../lib/work/bind.ts';
import type { Ctx, HeavyCtx, Job, PublicCtx } from '../lib/work/context.ts';
import { notify } from '../lib/people/notify.ts';
import type { OrderedCall, Ids } from './order.ts';

/** How often it is tried before whoever waits is told that there will be none. */
const MOST_TRIES = 3;
const LATER = 'Riprovare più tardi.';

/** The function that answers a call: an area cannot know those of the others. */
export type VerbOfCall = (name: CallName) => (ctx: never, input: never) => Promise<unknown>;

/** Notes that one more try begins; undefined when there is nothing to make any more. */
async function begin(ctx: Ctx, id: number) {
  const begun = await ctx.db
    .updateTable('spreadsheets')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning(['userId', 'call', 'asked', 'name', 'fileKey', 'tries'])
    .executeTakeFirst();
  if (begun) await writeDown(ctx, [keyOf(begun)]);
  return begun;
}
type Spreadsheet = NonNullable<Awaited<ReturnType<typeof begin>>>;

/** Each try has its own: one that overlaps takes nothing away from the one that was ready first. */
const keyOf = ({ fileKey, tries }: { fileKey: string; tries: number }) => `${fileKey}-${tries}`;

interface Settled {
  state: 'ready' | 'failed';
  fileKey?: string;
  failure?: string;
  name?: string;
  type?: string;
  rows?: number;
  bytes?: number;
  privileges?: number[];
}

/** Writes how it went and tells who waits; false when nobody does any more. */
async function settle(ctx: Ctx, id: number, { userId, name }: Spreadsheet, to: Settled): Promise<boolean> {
  const done = await ctx.db
    .updateTable('spreadsheets')
    .set({ ...to, settledAt: ctx.now })
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning('id')
    .executeTakeFirst();
  if (!done) return false;
  await notify(ctx, [userId], {
    kind: 'spreadsheet_done',
    title: to.state === 'ready' ? `${to.name}: il file è pronto` : `${name}: il file non è riuscito`,
    text: to.state === 'ready' ? `${integer(to.rows!)} righe. Resta ${KEPT_DAYS} giorni.` : to.failure!,
    href: ctx.user.companyId === MANUFACTURER ? '/fms/settings#spreadsheets' : '/dealer/settings#spreadsheets',
    once: `spreadsheet:${id}`,
  });
  return true;
}

/** Makes the file by the rights that its person has now, and puts it into the store. */
async function make(call: PublicCtx, { companyId, id }: Ids, spreadsheet: Spreadsheet, path: string, verb: VerbOfCall) {
  const name = spreadsheet.call as CallName;
  const user = await call.asCompany(companyId, spreadsheet.userId, async (ctx) => ctx.user);
  assertOpen(endpoints[name] as Endpoint, { ...user, isService: user.makerId !== null });
  const spool = { path: `${path}.rows`, rows: 0 };
  const ctx: HeavyCtx = {
    ...call,
    user,
    sessionId: 0,
    sessionEndsAt: call.now,
    inside: (work) => call.asCompany(companyId, spreadsheet.userId, work),
    spool,
  };
  const input = { ...(spreadsheet.asked as OrderedCall), body: undefined, version: 0 };
  const file = (await call.heavily('spreadsheets', companyId, () =>
    verb(name)(ctx as never, input as never),
  )) as StreamAnswer;
  const out = createWriteStream(path, { mode: 0o600 });
  await pipeline(Readable.fromWeb(file.stream as WebStream), out);
  const fileKey = keyOf(spreadsheet);
  await call.files.put(fileKey, { path }, file.type);
  const ready = { fileKey, name: file.name, type: file.type, rows: spool.rows, bytes: out.bytesWritten };
  const isWanted = await call.asCompany(companyId, null, async (inner) => {
    const isFirst = await settle(inner, id, spreadsheet, {
      state: 'ready',
      ...ready,
      privileges: [...user.privileges],
    });
    if (isFirst) await nameFiles(inner, [fileKey]);
    return isFirst;
  });
  if (!isWanted) await call.files.delete(fileKey);
}

/** What whoever waits is told; null: it is worth another try. */
function reasonOf(error: unknown, { tries }: Spreadsheet): string | null {
  if (error instanceof Overrun) return 'Troppi dati per un solo file: restringere i filtri.';
  if (error instanceof Failure && error.code === 'unauthenticated') return 'Chi lo ha chiesto non lavora più qui.';
  if (error instanceof Failure && ['forbidden', 'invalid', 'not_found'].includes(error.code)) return error.message;
  return tries < MOST_TRIES ? null : LATER;
}

/** The job; a second run makes the file again unless it is there. */
export const makeSpreadsheet = (verb: VerbOfCall): Job<Ids> => ({
  name: 'spreadsheet',
  seconds: 3600,
  run: async (call, ids) => {
    const spreadsheet = await call.asCompany(ids.companyId, null, (ctx) => begin(ctx, ids.id));
    if (!spreadsheet) return;
    const fail = (failure: string) =>
      call.asCompany(ids.companyId, null, (ctx) => settle(ctx, ids.id, spreadsheet, { state: 'failed', failure }));
    // The process ended in the middle of each try: nobody said so.
    if (spreadsheet.tries > MOST_TRIES) return void (await fail(LATER));
    const path = join(await incoming(call.config), randomUUID());
    try {
      await make(call, ids, spreadsheet, path, verb);
    } catch (error) {
      const failure = reasonOf(error, spreadsheet);
      if (failure === null) throw error;
      call.log.warn({ err: error, ...ids }, 'spreadsheet failed');
      await fail(failure);
    } finally {
      for (const left of [path, `${path}.rows`]) await rm(left, { force: true });
    }
  },
});
