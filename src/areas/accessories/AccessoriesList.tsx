import type { Accessory, AccessoryInput } from '#domain/accessories/schema.ts';
import { DEFAULT_TAX_RATE } from '#domain/money.ts';
import { call } from '#site/lib/call.ts';
import { money, percent } from '#site/lib/intl.ts';
import { accessories as words } from '#site/messages/it/accessories.ts';
import { reference } from '#site/messages/it/reference.ts';
import type { FormField } from '#site/ui/FormFields.tsx';
import { ReferenceList } from '#site/ui/list/ReferenceList.tsx';
import type { ListData } from '#site/ui/list/columns.ts';
import { accessoriesList } from './columns.ts';

type Named = readonly { id: number; name: string }[];
const choices = (list: Named) => list.map(({ id, name }) => ({ value: id, label: name }));
const amount = (value: unknown) => money(value as number);

const blank: AccessoryInput = {
  code: '',
  description: '',
  makerId: null,
  modelId: null,
  price: 0,
  cost: 0,
  taxRate: DEFAULT_TAX_RATE,
  fittingMinutes: 0,
  inStock: false,
  activeFrom: null,
  activeTo: null,
};

/** The record's form. Models follow the maker. */
const fields = (makers: Named): FormField<AccessoryInput>[] => [
  { name: 'code', label: reference.code, kind: 'text', required: true, maxLength: 30, span: 2 },
  { name: 'description', label: words.description, kind: 'text', required: true, maxLength: 200, span: 4 },
  {
    name: 'makerId',
    label: words.maker,
    kind: 'choice',
    options: choices(makers),
    empty: words.allMakers,
    also: () => ({ modelId: null }),
  },
  {
    name: 'modelId',
    label: words.model,
    kind: 'choice',
    empty: words.allModels,
    from: {
      field: 'makerId',
      load: async (id) =>
        id ? choices((await call('GET /catalog/makers/:id', { params: { id: id as number } })).models) : [],
    },
  },
  { name: 'price', label: reference.price, kind: 'taxable', rate: 'taxRate', min: 0, span: 3, show: amount },
  { name: 'cost', label: reference.cost, kind: 'money', min: 0, span: 3, help: reference.costHelp, show: amount },
  {
    name: 'taxRate',
    label: reference.taxRate,
    kind: 'choice',
    options: [22, 10, 5, 4, 0].map((rate) => ({ value: rate, label: percent(rate) })),
    span: 3,
  },
  { name: 'fittingMinutes', label: words.fitting, kind: 'number', suffix: 'min', min: 0, max: 10_000, span: 3 },
  { name: 'activeFrom', label: words.activeFrom, kind: 'day', span: 3 },
  { name: 'activeTo', label: words.activeTo, kind: 'day', span: 3 },
  { name: 'inStock', label: reference.inStockLabel, kind: 'check', span: 6 },
];

interface Props {
  data: ListData;
  makers: Named;
  userId: number;
  mayManage: boolean;
  record: Accessory | 'new' | null;
}

/** What the dealer sells and fits. */
export const AccessoriesList = ({ data, record, ...given }: Props) => (
  <ReferenceList<Accessory, AccessoryInput>
    spec={accessoriesList(given)}
    {...{ data, record, blank }}
    mayManage={given.mayManage}
    fields={fields(given.makers)}
    titleOf={({ description }) => description}
  />
);
