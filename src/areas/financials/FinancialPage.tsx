import type { TaxParams } from '#domain/financials/schema.ts';
import { planFields as fields } from '#domain/financials/fields.ts';
import type { PlanRecord } from '#domain/financials/plan-schema.ts';
import { financials as words } from '#site/messages/it/financials.ts';
import { pricedCalls } from '#site/ui/list/record/calls.ts';
import { ListedRecordPage } from '#site/ui/list/record/ListedRecordPage.tsx';
import { layoutOf, parts, type PlanChoices } from './form.ts';
import { Sample } from './Sample.tsx';

const calls = pricedCalls('financials');

interface Props {
  record: PlanRecord | null;
  taxes: TaxParams;
  choices: PlanChoices;
  mayManage: boolean;
  held: readonly number[];
}

/** The page of one financing plan, with what it costs for a car. */
export const FinancialPage = ({ record, taxes, choices, mayManage, held }: Props) => (
  <ListedRecordPage
    record={record}
    fields={fields}
    parts={parts}
    calls={calls}
    mayManage={mayManage}
    held={held}
    layout={layoutOf(choices, record)}
    list="/dealer/financials"
    title={words.create}
    nameOf={({ name }) => name}
  >
    {(values) => <Sample values={values} taxes={taxes} {...choices} />}
  </ListedRecordPage>
);
