import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { keysOf } from '../record/machine.ts';
import { calendarDay } from '../text.ts';
import { reportFormats } from './formats.ts';
import { periods } from './periods.ts';
import { isAdded, type Report } from './report.ts';
import { reports, type ReportName } from './reports.ts';

type Keys = [string, ...string[]];

/** One place, 0: what belongs to none; absent: all. */
const locationId = z.coerce.number().int().min(0).optional();

/** What a report is asked for; what is absent is its standard. */
export const reportQuery = ({ bases, groups, only, columns }: Report) =>
  z.object({
    /** Days beside today; they win over typed ones. */
    period: z.enum(keysOf(periods)).optional(),
    from: calendarDay.optional(),
    to: calendarDay.optional(),
    basis: z.enum(keysOf(bases) as Keys).default(keysOf(bases)[0]!),
    by: z.enum(keysOf(groups) as Keys).default(keysOf(groups)[0]!),
    only: z.enum(keysOf(only) as Keys).optional(),
    locationId,
    /** The group whose rows are asked for, by its key; `-`: those that have none. */
    open: z.string().max(200).optional(),
    /** Only rows of which this column is not zero, as its sum counts them. */
    column: z.enum(keysOf(columns).filter((key) => isAdded(columns[key]!)) as Keys).optional(),
  });
export type ReportQuery = z.output<ReturnType<typeof reportQuery>>;

/** By the columns that are added up and the caller may see; cents, or a count. */
const sums = z.record(z.string(), z.int());
const added = z.object({ count: z.int(), sums });

export const reportAnswer = z.object({
  from: z.string(),
  to: z.string(),
  at: z.string(),
  /** Those that the caller sees, in order. */
  columns: z.array(z.string()),
  groups: z.array(added.extend({ key: z.string(), label: z.string() })),
  /** Groups that are left out because there are too many; the total counts them. */
  more: z.int(),
  total: added,
  /** By each band of the report, and the column that they are of: how many rows it has. Null: it has no bands, or one column is asked for. */
  bands: z.record(z.string(), z.int()).nullable(),
  /** The rows of the group or column that was asked for, and what all of them add up to. */
  rows: z.array(
    z.object({
      /** Of its group. */
      key: z.string(),
      /** Number of the contract; null: it has none yet. */
      number: z.string().nullable(),
      /** Who buys; null where the caller may not open the contract, as its address. */
      customer: z.string().nullable(),
      href: z.string().nullable(),
      cells: z.record(z.string(), z.union([z.string(), z.number()]).nullable()),
    }),
  ),
  found: added.nullable(),
});
export type ReportAnswer = z.output<typeof reportAnswer>;

const readCall = (name: string, report: Report) =>
  endpoint({
    summary: `The report ${name}: its sums by group, and the rows behind one of them`,
    privileges: report.privileges,
    query: reportQuery(report).extend({
      /** Rows are asked for, of all groups where none is named; `few`: only where there are no more of them than the limit. */
      listed: z.enum(['true', 'few']).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    }),
    answer: reportAnswer,
  });
const fileCall = (name: string, report: Report) =>
  endpoint({
    summary: `The report ${name} as CSV (rows alone), as XLSX or PDF with its sums`,
    privileges: report.privileges,
    query: reportQuery(report).extend({ format: z.enum(keysOf(reportFormats)) }),
    answer: 'file',
    heavy: 'long',
  });

const each = <Path extends string, T>(path: Path, make: (name: string, report: Report) => T) =>
  Object.fromEntries(keysOf(reports).map((name) => [`GET /reports/${name}${path}`, make(name, reports[name])])) as {
    [N in ReportName as `GET /reports/${N}${Path}`]: T;
  };

/** Who opens at least one of them. */
export const openReports = [...new Set(Object.values(reports).flatMap(({ privileges }) => privileges))];

/** Calls about reports. */
export const reportCalls = {
  'GET /reports': endpoint({
    summary: 'The reports that the caller opens, each with its figure of today and the months before',
    privileges: openReports,
    query: z.object({ locationId }),
    answer: z.array(
      z.object({
        name: z.enum(keysOf(reports)),
        from: z.string(),
        to: z.string(),
        /** How many of its rows the sum is of. */
        count: z.int(),
        /** The sum of its main column. */
        sum: z.int(),
        /** The same of the last months, this one at the end. */
        months: z.array(z.int()),
        /** Its rows that somebody should look at: a column with its sum, or rows looked at alone with that of the main one; null: nothing says so to this caller. */
        watched: z.object({ by: z.string(), count: z.int(), sum: z.int() }).nullable(),
        /** How many of the company's automatic reports send it. */
        sent: z.int(),
      }),
    ),
  }),
  ...each('', readCall),
  ...each('/export', fileCall),
};
