/** Kept views of reports: the report that each is of, and its choices. */
import type { SavedView } from '#domain/users/schema.ts';
import { reports, type ReportName } from '#domain/reports/reports.ts';

/** The report of a kept view; null: there is none any more. */
export const reportOf = ({ state }: Pick<SavedView, 'state'>): ReportName | null =>
  state.report !== undefined && Object.hasOwn(reports, state.report) ? (state.report as ReportName) : null;

/** The address of a kept view. */
export function viewHref({ state: { report, ...asked } }: Pick<SavedView, 'state'>): string {
  return `/dealer/reports/${report}?${new URLSearchParams(asked)}`;
}
