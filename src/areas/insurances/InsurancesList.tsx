import { insuranceFields as fields } from '#domain/insurances/fields.ts';
import { pricedCalls } from '#site/ui/list/record/calls.ts';
import type { ListData } from '#site/ui/list/table/columns.ts';
import { importing } from '#site/parts/imports/importing.tsx';
import { RecordList } from '#site/ui/list/RecordList.tsx';
import { insurancesList } from './columns.ts';

const calls = pricedCalls('insurances');
const Import = importing('insurances');

interface Props {
  data: ListData;
  insurers: readonly string[];
  userId: number;
  mayManage: boolean;
  held: readonly number[];
}

/** The insurance products of the dealer; each has its own page. */
export const InsurancesList = ({ data, ...given }: Props) => (
  <RecordList
    spec={insurancesList(given)}
    data={data}
    fields={fields}
    calls={calls}
    importing={Import}
    record={null}
    mayManage={given.mayManage}
    held={given.held}
    nameOf={({ code }) => code}
    titleOf={({ name }) => name}
  />
);
