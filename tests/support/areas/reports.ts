import { openFiles } from '#backend/lib/files/files.ts';
import { newToken, readToken } from '#backend/lib/people/tokens.ts';
import { automaticFields } from '#domain/reports/automatic/fields.ts';
import type { automaticReportCalls } from '#domain/reports/automatic/endpoints.ts';
import type { reportCalls } from '#domain/reports/endpoints.ts';
import type { reminderCalls } from '#domain/reports/reminder-endpoints.ts';
import type { reportSettingCalls } from '#domain/reports/setting-endpoints.ts';
import { reports as all, type ReportName } from '#domain/reports/reports.ts';
import { blankOf } from '#domain/record/fields.ts';
import { keysOf } from '#domain/record/machine.ts';
import { created, nothing, type Calls, type Side } from '../area.ts';
import { recordCalls } from '../priced.ts';
import { changing, waiting } from './preferences.ts';

const each = (path: string, made: unknown) =>
  Object.fromEntries(keysOf(all).map((name) => [`GET /reports/${name}${path}`, made])) as {
    [N in ReportName as `GET /reports/${N}`]: Calls<typeof reportCalls>[`GET /reports/${N}`];
  } & { [N in ReportName as `GET /reports/${N}/export`]: Calls<typeof reportCalls>[`GET /reports/${N}/export`] };

const sent = (name: string, side: Side) => ({ ...blankOf(automaticFields), name, userIds: [side.as.id] });
const fresh = (side: Side) =>
  created(side, 'POST /automatic-reports', { body: sent(`${side.marker} ${side.next()}`, side) });
const one = async (side: Side) => ({ params: (await fresh(side)).params });

export const reports: Calls<
  typeof reportCalls & typeof reportSettingCalls & typeof reminderCalls & typeof automaticReportCalls
> = {
  'GET /reports': nothing,
  ...each('', nothing),
  ...each('/export', () => ({ query: { format: 'csv' } })),
  'GET /reports/settings': nothing,
  'PUT /reports/settings': (side) => changing(side, 'GET /reports/settings', '2026-11-20'),
  'POST /reports/settings/unschedule': (side) =>
    waiting(side, 'GET /reports/settings', 'PUT /reports/settings', { stockDays: 1 + (side.next() % 300) }),
  'GET /reports/settings/timeline': nothing,
  'GET /reports/paymentFlowReport/reminders': nothing,
  'POST /reports/paymentFlowReport/reminders': ({ customerId }) => ({ body: { customerIds: [customerId] } }),
  ...recordCalls('automatic-reports', sent),
  'GET /automatic-reports/people': nothing,
  'GET /automatic-reports/mailings': nothing,
  'GET /automatic-reports/:id/mailings': one,
  'POST /automatic-reports/:id/send': async (side) => ({ ...(await one(side)), body: { to: 'all' } }),
  'POST /automatic-reports/:id/pause': one,
  'POST /automatic-reports/:id/resume': async (side) => {
    const { params } = await one(side);
    await side.call('POST /automatic-reports/:id/pause', { params });
    return { params };
  },
  'POST /automatic-reports/:id/take': one,
  // What the job has made of a file that is too large for a mail, without the file.
  'GET /mailed-reports': async (side) => {
    const { companyId } = side;
    const { params } = await fresh(side);
    const key = `${companyId}/rapporto-${side.next()}`;
    await openFiles(side.config).put(key, Buffer.from('x'), 'text/csv');
    const token = newToken(companyId);
    await side.query(
      `with g as (insert into report_mailings (company_id, report_id, how, state, created_at) values ($1, $2, 'due', 'sent', now()) returning id),
        m as (insert into report_mails (company_id, mailing_id, user_id, address, file_key, file_name, file_type, created_at)
          select $1, id, $6::int, '', $3, 'rapporto.csv', 'text/csv', now() from g returning id)
        insert into links (company_id, purpose, record_id, token_hash, expires_at, created_at)
          select $1, 'report', id, $4, $5::timestamptz + interval '7 days', $5 from m`,
      [companyId, params.id, key, readToken(token)!.hash, side.now(), side.as.id],
    );
    return { query: { token } };
  },
};
