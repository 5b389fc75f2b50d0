import { calendarParts, calendarSettingFields as fields } from '#domain/calendars/setting-fields.ts';
import type { CalendarSettings as Values } from '#domain/calendars/setting-fields.ts';
import type { DatedAnswer } from '#domain/record/in-force.ts';
import type { Timeline as Events } from '#domain/record/timeline.ts';
import { call } from '#site/lib/call.ts';
import type { DatedCalls } from '#site/ui/dated/Dated.tsx';
import { DatedFields } from '#site/ui/dated/DatedFields.tsx';

type Answer = DatedAnswer<Values>;
const calls: DatedCalls<Values, Answer> = {
  save: (version, body) => call('PUT /calendars/settings', { version, body }),
  unschedule: (version, from) => call('POST /calendars/settings/unschedule', { version, body: { from } }),
  history: () => call('GET /calendars/settings/timeline', {}),
};

/** What the company sets for its appointments. */
export const CalendarSettings = (props: { data: Answer; events: Events; today: string }) => (
  <DatedFields<Values> {...props} fields={fields} calls={calls} parts={calendarParts} />
);
