import { futureTableFields as fields } from '#domain/financials/tables/fields.ts';
import { recordCalls } from '#site/ui/list/record/calls.ts';
import { RecordList } from '#site/ui/list/RecordList.tsx';
import type { ListData } from '#site/ui/list/table/columns.ts';
import { futureTablesList } from './columns.ts';

const calls = recordCalls('future-tables');

interface Props {
  data: ListData;
  userId: number;
  mayManage: boolean;
  held: readonly number[];
}

/** The tables of future values; each has its own page. */
export const FutureTablesList = ({ data, ...given }: Props) => (
  <RecordList
    spec={futureTablesList(given)}
    data={data}
    fields={fields}
    calls={calls}
    record={null}
    mayManage={given.mayManage}
    held={given.held}
    nameOf={({ name }) => name}
    titleOf={({ name }) => name}
  />
);
