import { calendarFields } from '#domain/calendars/fields.ts';
import type { CalendarRecord } from '#domain/calendars/schema.ts';
import { named, type Named } from '#site/ui/choices.ts';
import { recordCalls } from '#site/ui/list/record/calls.ts';
import type { ListData } from '#site/ui/list/table/columns.ts';
import { RecordList } from '#site/ui/list/RecordList.tsx';
import { calendarsListOf } from './manage.ts';

const calls = recordCalls('calendars');
const third = { span: 2 } as const;

interface Props {
  data: ListData;
  record: CalendarRecord | 'new' | null;
  userId: number;
  people: Named;
  locations: Named;
}

/** The calendars of the company, for who manages them. */
export const CalendarsList = ({ data, record, userId, people, locations }: Props) => (
  <RecordList
    spec={calendarsListOf(userId)}
    data={data}
    record={record}
    fields={calendarFields}
    calls={calls}
    mayManage
    held={[]}
    layout={{
      userId: { options: named(people) },
      locationId: { options: named(locations) },
      hours: { look: 'table', layout: { day: third, from: third, to: third } },
      closures: { look: 'table', layout: { from: third, to: third, reason: third } },
    }}
    nameOf={({ name }) => name}
    titleOf={({ name }) => name}
  />
);
