import { agencyFields, type AgencyInput } from '#domain/agencies/fields.ts';
import type { Agency } from '#domain/agencies/schema.ts';
import { recordCalls } from '#site/ui/list/record/calls.ts';
import type { ListData } from '#site/ui/list/table/columns.ts';
import { RecordList } from '#site/ui/list/RecordList.tsx';
import { restBelow } from '#site/ui/rest-below.tsx';
import { agenciesList } from './columns.ts';

const calls = recordCalls('agencies');
const rest = restBelow(agencyFields, 'notes');
const third = { span: 2 } as const;
/** A new row repeats the province and day of the last one, because operations are typed one after the other. */
const next = (rows: readonly AgencyInput['fees'][number][]) => {
  const last = rows.at(-1);
  return last ? { province: last.province, from: last.from } : {};
};

/** The registration agencies of the company with what they ask. */
export const AgenciesList = (props: { data: ListData; record: Agency | 'new' | null; userId: number }) => (
  <RecordList
    {...props}
    spec={agenciesList(props.userId)}
    fields={agencyFields}
    calls={calls}
    mayManage
    held={[]}
    layout={{
      contact: third,
      phone: { ...third, ...rest('phone') },
      email: { ...third, ...rest('email') },
      usual: { span: 6 },
      fees: { look: 'table', next, layout: { operation: third, province: third, from: third, cost: third } },
      notes: { span: 6 },
    }}
    nameOf={({ name }) => name}
    titleOf={({ name }) => name}
  />
);
