/** The calls of every list of records that people write (records.ts): read, export, write, many at once, activity. */
import type { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { bulk, exportQuery, recordsPage, recordsQuery } from './records.ts';
import { timeline } from './timeline.ts';
import { under } from './under.ts';

export interface RecordCallsOf<Filters extends z.ZodRawShape, Input extends z.ZodType, Answer extends z.ZodType> {
  /** Names of one record and of many, in English, for the reference page. */
  names: readonly [one: string, many: string];
  /** Privileges for reading and for writing; one is enough. */
  see: readonly number[];
  manage: readonly number[];
  /** Tokens of other systems may not write them. */
  peopleOnly?: boolean;
  filters: Filters;
  /** Schemas of the input and of the answer. */
  input: Input;
  answer: Answer;
}

/** The calls of one list: `/locations`, `/locations/:id`… */
export function recordCalls<
  const Area extends string,
  Filters extends z.ZodRawShape,
  Input extends z.ZodType,
  Answer extends z.ZodType,
>(
  area: Area,
  {
    names: [one, many],
    see,
    manage,
    peopleOnly = false,
    filters,
    input,
    answer,
  }: RecordCallsOf<Filters, Input, Answer>,
) {
  const view = { privileges: see };
  const change = { privileges: manage, peopleOnly };
  return under(area, {
    GET: endpoint({
      summary: `The ${many}: filtered, sorted, paged`,
      ...view,
      query: recordsQuery(filters),
      answer: recordsPage(answer),
    }),
    'GET /export': endpoint({
      summary: `The filtered ${many} as CSV or XLSX`,
      ...view,
      query: exportQuery(filters),
      answer: 'file',
      heavy: 'long',
    }),
    POST: endpoint({ summary: `Create ${one}`, ...change, body: input, answer, creates: true }),
    'GET /:id': endpoint({ summary: `One of the ${many}`, ...view, answer }),
    'GET /:id/timeline': endpoint({ summary: 'Who changed what', ...view, answer: timeline }),
    'PUT /:id': endpoint({ summary: `Change ${one}`, ...change, body: input, answer, versioned: true }),
    'POST /bulk': endpoint({ ...bulk, ...change }),
  });
}
