import { accessoryFields as fields } from '#domain/accessories/fields.ts';
import type { Accessory } from '#domain/accessories/schema.ts';
import { call } from '#site/lib/call.ts';
import { named, type Named } from '#site/ui/choices.ts';
import { pricedCalls } from '#site/ui/list/record/calls.ts';
import type { ListData } from '#site/ui/list/table/columns.ts';
import { importing } from '#site/parts/imports/importing.tsx';
import { RecordList } from '#site/ui/list/RecordList.tsx';
import type { Layout } from '#site/ui/record/form/form-of.ts';
import { accessoriesList } from './columns.ts';

const calls = pricedCalls('accessories');
const Import = importing('accessories');

/** The form; the models depend on the chosen maker. */
const layout = (makers: Named): Layout<typeof fields> => ({
  code: { span: 2 },
  description: { span: 4 },
  makerId: { options: named(makers), also: () => ({ modelId: null }) },
  modelId: {
    from: {
      field: 'makerId',
      load: async (id) =>
        id ? named((await call('GET /catalog/makers/:id', { params: { id: id as number } })).models) : [],
    },
  },
  inStock: { span: 6 },
});

interface Props {
  data: ListData;
  makers: Named;
  userId: number;
  mayManage: boolean;
  held: readonly number[];
  record: Accessory | 'new' | null;
}

/** The accessories that the dealer sells and fits. */
export const AccessoriesList = ({ data, record, ...given }: Props) => (
  <RecordList
    spec={accessoriesList(given)}
    data={data}
    record={record}
    fields={fields}
    calls={calls}
    importing={Import}
    mayManage={given.mayManage}
    held={given.held}
    layout={layout(given.makers)}
    nameOf={({ code }) => code}
    titleOf={({ description }) => description}
  />
);
