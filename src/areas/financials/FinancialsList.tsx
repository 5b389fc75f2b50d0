import { planFields as fields } from '#domain/financials/fields.ts';
import { financials as words } from '#site/messages/it/financials.ts';
import { pricedCalls } from '#site/ui/list/record/calls.ts';
import type { ListData } from '#site/ui/list/table/columns.ts';
import { importing } from '#site/parts/imports/importing.tsx';
import { RecordList } from '#site/ui/list/RecordList.tsx';
import { financialsList } from './columns.ts';

const calls = pricedCalls('financials');
const Import = importing('financials');

interface Props {
  data: ListData;
  lenders: readonly string[];
  userId: number;
  mayManage: boolean;
  held: readonly number[];
}

/** The financing plans of the dealer; each has its own page. */
export const FinancialsList = ({ data, ...given }: Props) => (
  <RecordList
    spec={financialsList(given)}
    data={data}
    fields={fields}
    calls={calls}
    importing={Import}
    repriceHelp={words.repriceHelp}
    record={null}
    mayManage={given.mayManage}
    held={given.held}
    nameOf={({ code }) => code}
    titleOf={({ name }) => name}
  />
);
