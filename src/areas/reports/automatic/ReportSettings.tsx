import type { DatedAnswer } from '#domain/record/in-force.ts';
import type { Timeline as Events } from '#domain/record/timeline.ts';
import {
  reportParts,
  reportSettingFields as fields,
  type ReportSettings as Values,
} from '#domain/reports/setting-fields.ts';
import { call } from '#site/lib/call.ts';
import type { DatedCalls } from '#site/ui/dated/Dated.tsx';
import { DatedFields } from '#site/ui/dated/DatedFields.tsx';

type Answer = DatedAnswer<Values>;
const calls: DatedCalls<Values, Answer> = {
  save: (version, body) => call('PUT /reports/settings', { version, body }),
  unschedule: (version, from) => call('POST /reports/settings/unschedule', { version, body: { from } }),
  history: () => call('GET /reports/settings/timeline', {}),
};

/** Whereto reports may go outside the company, and what it is told of by itself. */
export const ReportSettings = (props: { data: Answer; events: Events; today: string }) => (
  <DatedFields<Values> {...props} fields={fields} calls={calls} parts={reportParts} />
);
