import { networkBasketFields, type NetworkBasketValues } from '#domain/baskets/fields.ts';
import { baskets as words } from '#site/messages/it/baskets.ts';
import { RecordList } from '#site/ui/list/RecordList.tsx';
import type { ListData } from '#site/ui/list/table/columns.ts';
import { basketCalls } from './calls.ts';
import { basketsList, type SideName } from './columns.ts';

interface Props {
  side: SideName;
  data: ListData;
  userId: number;
  mayManage: boolean;
  held: readonly number[];
}

/** The baskets; each has its own page. */
export const BasketsList = ({ data, ...given }: Props) => (
  <RecordList
    spec={basketsList(given)}
    data={data}
    fields={networkBasketFields}
    calls={basketCalls[given.side]}
    record={null}
    mayManage={given.mayManage}
    held={given.held}
    nameOf={({ name }: { name: string }) => name}
    titleOf={({ name }: NetworkBasketValues) => name}
    about={(row) => (row?.theirs ? { note: words.theirsNote, readOnly: true } : null)}
  />
);
