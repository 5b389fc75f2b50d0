import { centerFields, locationFields } from '#domain/companies/place-fields.ts';
import type { CenterRecord, LocationRecord } from '#domain/companies/places.ts';
import { t } from '#site/lib/intl.ts';
import { places as words } from '#site/messages/it/companies.ts';
import { named, type Named } from '#site/ui/choices.ts';
import { recordCalls } from '#site/ui/list/record/calls.ts';
import type { ListData } from '#site/ui/list/table/columns.ts';
import { RecordList } from '#site/ui/list/RecordList.tsx';
import { centersList, locationsList } from './places.ts';

const locationCalls = recordCalls('locations');
const centerCalls = recordCalls('business-centers');
const third = { span: 2 } as const;

interface Props<R> {
  data: ListData;
  record: R | 'new' | null;
  userId: number;
}

/** The locations of the company with their opening hours; `days`: the holidays of the year, in words. */
export function LocationsList({
  data,
  record,
  userId,
  year,
  days,
}: Props<LocationRecord> & { year: number; days: string }) {
  return (
    <RecordList
      spec={locationsList(userId)}
      data={data}
      record={record}
      fields={locationFields}
      calls={locationCalls}
      mayManage
      held={[]}
      layout={{
        cap: third,
        city: third,
        province: third,
        hours: { look: 'table', layout: { day: third, from: third, to: third } },
        closures: { look: 'table', layout: { from: third, to: third, reason: third } },
        openOnHolidays: { span: 6, help: t(words.locations.holidays, { year, days }) },
      }}
      nameOf={({ name }) => name}
      titleOf={({ name }) => name}
    />
  );
}

/** The business centers that sales and margins are assigned to. */
export const CentersList = ({ data, record, userId, locations }: Props<CenterRecord> & { locations: Named }) => (
  <RecordList
    spec={centersList(userId)}
    data={data}
    record={record}
    fields={centerFields}
    calls={centerCalls}
    mayManage
    held={[]}
    layout={{ locationId: { options: named(locations) } }}
    nameOf={({ name }) => name}
    titleOf={({ name }) => name}
  />
);
