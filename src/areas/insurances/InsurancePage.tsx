import { insuranceFields as fields } from '#domain/insurances/fields.ts';
import type { Insurance } from '#domain/insurances/schema.ts';
import { insurances as words } from '#site/messages/it/insurances.ts';
import type { Named } from '#site/ui/choices.ts';
import { pricedCalls } from '#site/ui/list/record/calls.ts';
import { ListedRecordPage } from '#site/ui/list/record/ListedRecordPage.tsx';
import { layoutOf, parts } from './form.ts';
import { Sample } from './Sample.tsx';

const calls = pricedCalls('insurances');

interface Props {
  record: Insurance | null;
  makers: Named;
  locations: Named;
  mayManage: boolean;
  held: readonly number[];
}

/** The page of one insurance product: its tariff, and the resulting premium for a car. */
export const InsurancePage = ({ record, makers, locations, mayManage, held }: Props) => (
  <ListedRecordPage
    record={record}
    fields={fields}
    parts={parts}
    calls={calls}
    mayManage={mayManage}
    held={held}
    layout={layoutOf(makers, locations)}
    list="/dealer/insurances"
    title={words.create}
    nameOf={({ name }) => name}
  >
    {(values) => <Sample tariff={values} />}
  </ListedRecordPage>
);
