/** A report in its address, as a report that is sent by itself begins. */
import { CLOCK } from '#domain/dates.ts';
import { automaticFields, choicesFor, frequencies, type AutomaticInput } from '#domain/reports/automatic/fields.ts';
import { periods } from '#domain/reports/periods.ts';
import type { Report } from '#domain/reports/report.ts';
import { reports, type ReportName } from '#domain/reports/reports.ts';
import { keysOf } from '#domain/record/machine.ts';

export type Begins = Pick<AutomaticInput, 'report' | 'period' | 'basis' | 'groupBy' | 'filter' | 'locationId'>;
/** The same with how often and at what time an address would have it sent; absent: as any begins. */
type BeginsEvery = Begins & { every?: AutomaticInput['every'] | undefined; time?: string | undefined };

/** The usual days, groups and all rows of a report. */
function usual(report: ReportName): Begins {
  const { basis, groupBy } = choicesFor(report);
  return {
    report,
    period: reports[report].period,
    basis: keysOf(basis)[0]!,
    groupBy: keysOf(groupBy)[0]!,
    filter: null,
    locationId: null,
  };
}

/** How each report begins, what may be chosen of it in its own words, and for which rows it is sent at first. */
export const ofReports = () =>
  Object.fromEntries(
    keysOf(reports).map((name) => {
      const { sentFor }: Report = reports[name];
      return [name, { usual: usual(name), choices: choicesFor(name), sentFor }];
    }),
  ) as Readonly<
    Record<ReportName, { usual: Begins; choices: ReturnType<typeof choicesFor>; sentFor: string | undefined }>
  >;

/** What an address asks of a report, as far as it has it; null: it names none. */
export function beginsIn(params: URLSearchParams): BeginsEvery | null {
  const report = keysOf(reports).find((name) => name === params.get('report'));
  if (!report) return null;
  const choices = choicesFor(report);
  const one = (key: string, all: object) => keysOf(all).find((name: string) => name === params.get(key));
  const begins = usual(report);
  return {
    report,
    period: keysOf(periods).find((name) => name === params.get('period')) ?? begins.period,
    basis: one('basis', choices.basis) ?? begins.basis,
    groupBy: one('by', choices.groupBy) ?? begins.groupBy,
    filter: one('only', choices.filter) ?? null,
    locationId: Number(params.get('locationId')) || null,
    every: one('every', frequencies),
    time: CLOCK.exec(params.get('time') ?? '')?.[0],
  };
}

/** The fields of a report that begins so. */
export const fieldsFrom = (begins: BeginsEvery | null) => {
  const { report, period, basis, groupBy, filter, locationId, every, time } = automaticFields;
  return {
    ...automaticFields,
    ...(begins && {
      report: { ...report, default: begins.report },
      period: { ...period, default: begins.period },
      basis: { ...basis, default: begins.basis },
      groupBy: { ...groupBy, default: begins.groupBy },
      filter: { ...filter, default: begins.filter },
      locationId: { ...locationId, default: begins.locationId },
      ...(begins.every && { every: { ...every, default: begins.every } }),
      ...(begins.time && { time: { ...time, default: begins.time } }),
    }),
  };
};
export type AutomaticFields = ReturnType<typeof fieldsFrom>;
