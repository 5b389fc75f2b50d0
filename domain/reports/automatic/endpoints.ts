import { z } from 'zod';
import { endpoint, listQuery } from '#domain/endpoint.ts';
import { privileges as p } from '#domain/privileges.ts';
import { recordCalls } from '#domain/record/calls.ts';
import { flag } from '#domain/record/records.ts';
import { automaticInput, automaticReport, mailing, mailings } from './schema.ts';

const preferences = { privileges: [p.managePreferences] } as const;
const change = { ...preferences, peopleOnly: true, answer: automaticReport } as const;

/** Calls about reports that are sent by themselves. Whoever saves one stands for it: it is made by their rights. */
export const automaticReportCalls = {
  ...recordCalls('automatic-reports', {
    names: ['a report that is sent by itself', 'reports that are sent by themselves'],
    see: preferences.privileges,
    manage: preferences.privileges,
    peopleOnly: true,
    filters: { archived: flag.optional(), state: z.enum(['active', 'paused', 'left', 'failed']).optional() },
    input: automaticInput,
    answer: automaticReport,
  }),
  'GET /automatic-reports/people': endpoint({
    summary: 'The colleagues who may get one',
    ...preferences,
    answer: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
  'GET /automatic-reports/mailings': endpoint({
    summary: 'When each of them was made in the last 30 days and how it went, the newest first',
    ...preferences,
    query: listQuery.pick({ offset: true, limit: true }).extend({ state: z.enum(['failed']).optional() }),
    answer: mailings,
  }),
  'GET /automatic-reports/:id/mailings': endpoint({
    summary: 'When it was made and how it went, the newest first',
    ...preferences,
    answer: z.array(mailing),
  }),
  'POST /automatic-reports/:id/send': endpoint({
    summary: 'Make it now: for all who get it, or for the caller alone by their own rights',
    ...preferences,
    peopleOnly: true,
    keyed: true,
    body: z.object({ to: z.enum(['all', 'me']) }),
  }),
  'POST /automatic-reports/:id/pause': endpoint({ summary: 'Send it no more until it is resumed', ...change }),
  'POST /automatic-reports/:id/resume': endpoint({
    summary: 'Send it again from its next time on',
    ...change,
  }),
  'POST /automatic-reports/:id/take': endpoint({
    summary: 'Stand for it from now on: it is made by the caller’s rights, and resumed where its owner left',
    ...change,
  }),
  'GET /mailed-reports': endpoint({
    summary: 'The file of a mailed report that was too large for the mail, by its private link',
    audience: 'public',
    link: true,
    query: z.object({ token: z.string().max(200) }),
    answer: 'file',
  }),
};
