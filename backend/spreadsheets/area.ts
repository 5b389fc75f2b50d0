import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import { type CallName, endpoints } from '#domain/endpoints.ts';
import { assertOpen, type Endpoint } from '#domain/endpoint.ts';
import { spreadsheets as table } from '#domain/spreadsheets/endpoints.ts';
import { KEPT_DAYS } from '#domain/spreadsheets/limits.ts';
import { dropSpreadsheets } from '../lib/files/spreadsheets.ts';
import { area } from '../lib/ports/area.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { hourly } from '#domain/due-times.ts';
import type { Schedule } from '../lib/work/schedules.ts';
import { makeSpreadsheet, type VerbOfCall } from './make.ts';
import { order, type OrderedCall } from './order.ts';

const DAY = 86_400_000;

const list: VerbOf<typeof table, 'GET /spreadsheets'> = async ({ db, user }) => {
  const rows = await db
    .selectFrom('spreadsheets')
    .select(['id', 'name', 'state', 'failure', 'rows', 'bytes', 'createdAt'])
    .where('companyId', '=', user.companyId)
    .where('userId', '=', user.id)
    .orderBy('id', 'desc')
    .limit(50)
    .execute();
  return rows.map((row) => ({
    ...row,
    state: row.state as 'waiting' | 'ready' | 'failed',
    until: new Date(Date.parse(row.createdAt) + KEPT_DAYS * DAY).toISOString(),
  }));
};

const read: VerbOf<typeof table, 'GET /spreadsheets/:id/file'> = async ({ db, user }, { params: { id } }) => {
  const found = await db
    .selectFrom('spreadsheets')
    .select(['call', 'name', 'type', 'fileKey', 'privileges'])
    .where('companyId', '=', user.companyId)
    .where('id', '=', id)
    .where('userId', '=', user.id)
    .where('state', '=', 'ready')
    .executeTakeFirst();
  if (!found) throw new Failure('not_found');
  assertOpen(endpoints[found.call as CallName] as Endpoint, { ...user, isService: user.makerId !== null });
  if (found.privileges.some((held) => !user.privileges.includes(held)))
    throw new Failure('forbidden', 'I propri diritti sono cambiati: chiedere di nuovo il file.');
  return { key: found.fileKey, type: found.type, name: found.name };
};

const retention: Schedule = {
  name: 'spreadsheets-retention',
  at: hourly(0, 23, 37),
  run: (ctx) => dropSpreadsheets(ctx, sql`created_at < ${new Date(ctx.now.getTime() - KEPT_DAYS * DAY)}`),
};

/** The area of large spreadsheets; `verb`: by which the job makes the export of any area. */
export function spreadsheets(verb: VerbOfCall) {
  const job = makeSpreadsheet(verb);
  return {
    ...area(table, {
      verbs: { 'GET /spreadsheets': list, 'GET /spreadsheets/:id/file': read },
      jobs: [job],
      schedules: [retention],
    }),
    order: (ctx: Ctx, call: CallName, asked: OrderedCall, name: string) => order(ctx, job, call, asked, name),
  };
}
