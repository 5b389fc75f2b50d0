/** Reports over what the areas give: each by its own privileges, columns by the caller's. */
import { automaticReportCalls } from '#domain/reports/automatic/endpoints.ts';
import { reportCalls, type ReportQuery } from '#domain/reports/endpoints.ts';
import type { ReportFormat } from '#domain/reports/formats.ts';
import { columnsFor } from '#domain/reports/report.ts';
import { reminderCalls } from '#domain/reports/reminder-endpoints.ts';
import { reportSettingCalls } from '#domain/reports/setting-endpoints.ts';
import { reports as all, type ReportName } from '#domain/reports/reports.ts';
import { keysOf } from '#domain/record/machine.ts';
import { area } from '../lib/ports/area.ts';
import type { Reported } from '../lib/ports/reported.ts';
import type { Targets } from '../lib/ports/targets.ts';
import type { Verbs } from '../lib/work/bind.ts';
import { holds, type Ctx, type HeavyCtx } from '../lib/work/context.ts';
import { alerting } from './alerts.ts';
import { automatic } from './automatic/area.ts';
import { reportFile } from './file.ts';
import { readGlances } from './glance.ts';
import { keeping } from './months.ts';
import { readReport } from './read.ts';
import { reminderPost, reminderVerbs } from './reminders.ts';
import { settingVerbs } from './settings.ts';

const table = { ...reportCalls, ...reportSettingCalls, ...reminderCalls, ...automaticReportCalls };

/** The area of reports; `sources`: the SQL of each; `targets`: those by which a company is told that it is behind. */
export function reports(sources: Readonly<Record<ReportName, Reported>>, targets: Targets) {
  const names = keysOf(all);
  const each = <Path extends string, T>(path: Path, make: (of: Reported) => T) =>
    Object.fromEntries(names.map((name) => [`GET /reports/${name}${path}`, make(sources[name])])) as {
      [N in ReportName as `GET /reports/${N}${Path}`]: T;
    };
  const own = {
    ...each(
      '',
      (of) =>
        (ctx: Ctx, { query }: { query: ReportQuery & { limit: number; offset: number; listed?: 'true' | 'few' } }) =>
          readReport(ctx, of, query),
    ),
    ...each(
      '/export',
      (of) =>
        (ctx: HeavyCtx, { query: { format, ...query } }: { query: ReportQuery & { format: ReportFormat } }) =>
          reportFile(ctx, of, query, format, columnsFor(of.report, ctx.user.privileges)),
    ),
  } satisfies Omit<Verbs<typeof reportCalls>, 'GET /reports'>;
  const { verbs, schedules, jobs, ...itself } = automatic(sources);
  return area(table, {
    ...itself,
    jobs: [...jobs, reminderPost],
    schedules: [...schedules, alerting({ sources, targets }), keeping(sources)],
    verbs: {
      ...own,
      ...settingVerbs,
      ...reminderVerbs(sources.paymentFlowReport),
      ...verbs,
      'GET /reports': (ctx, { query }) =>
        readGlances(ctx, {
          names: names.filter((name) => holds(ctx, ...all[name].privileges)),
          sources,
          ...query,
        }),
    },
  });
}
