import { lazy } from 'react';
import type { Values } from '#domain/record/fields.ts';
import { serviceFields as fields } from '#domain/services/fields.ts';
import type { Service } from '#domain/services/schema.ts';
import type { Named } from '#site/ui/choices.ts';
import { pricedCalls } from '#site/ui/list/record/calls.ts';
import type { ListData } from '#site/ui/list/table/columns.ts';
import { offeredLayout } from '#site/ui/list/record/priced.ts';
import { importing } from '#site/parts/imports/importing.tsx';
import { RecordList } from '#site/ui/list/RecordList.tsx';
import type { Layout } from '#site/ui/record/form/form-of.ts';
import { servicesList } from './columns.ts';

const Sample = lazy(() => import('./Sample.tsx'));

const calls = pricedCalls('services');
const Import = importing('services');

const third = { span: 2 } as const;
const layout = (makers: Named, locations: Named): Layout<typeof fields> => ({
  code: third,
  description: { span: 4 },
  kind: third,
  provider: third,
  months: third,
  usages: { span: 6 },
  exclusiveGroup: { span: 6 },
  price: third,
  cost: third,
  taxRate: third,
  taxNature: { span: 6 },
  bands: { look: 'table' },
  bandsOnly: third,
  defaultOn: third,
  printed: third,
  ...offeredLayout(makers, locations),
});

const sample = (values: Values<typeof fields>) => values.bands.length > 0 && <Sample tariff={values} />;

interface Props {
  data: ListData;
  makers: Named;
  locations: Named;
  userId: number;
  mayManage: boolean;
  held: readonly number[];
  record: Service | 'new' | null;
}

/** The services that the dealer sells with a car. */
export const ServicesList = ({ data, record, makers, locations, ...given }: Props) => (
  <RecordList
    spec={servicesList(given)}
    data={data}
    record={record}
    fields={fields}
    calls={calls}
    importing={Import}
    mayManage={given.mayManage}
    held={given.held}
    layout={layout(makers, locations)}
    nameOf={({ code }) => code}
    titleOf={({ description }) => description}
    below={sample}
  />
);
