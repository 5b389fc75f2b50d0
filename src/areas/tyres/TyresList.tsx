import { tyreFields as fields } from '#domain/tyres/fields.ts';
import type { Tyre } from '#domain/tyres/schema.ts';
import { pricedCalls } from '#site/ui/list/record/calls.ts';
import type { ListData } from '#site/ui/list/table/columns.ts';
import { importing } from '#site/parts/imports/importing.tsx';
import { RecordList } from '#site/ui/list/RecordList.tsx';
import type { Layout } from '#site/ui/record/form/form-of.ts';
import { tyresList } from './columns.ts';

const calls = pricedCalls('tyres');
const Import = importing('tyres');

const third = { span: 2 } as const;
const layout: Layout<typeof fields> = {
  code: third,
  brand: third,
  model: third,
  width: third,
  ratio: third,
  rim: third,
  load: third,
  speed: third,
  build: third,
  season: third,
  fuelClass: third,
  wetClass: third,
  noiseDb: third,
  noiseClass: third,
  snow: third,
  cost: third,
  taxRate: { span: 1 },
  pfu: { span: 4 },
  inStock: third,
};

interface Props {
  data: ListData;
  brands: readonly string[];
  userId: number;
  mayManage: boolean;
  held: readonly number[];
  record: Tyre | 'new' | null;
}

/** The tyres that the dealer sells. */
export const TyresList = ({ data, record, ...given }: Props) => (
  <RecordList
    spec={tyresList(given)}
    data={data}
    record={record}
    fields={fields}
    calls={calls}
    importing={Import}
    layout={layout}
    mayManage={given.mayManage}
    held={given.held}
    nameOf={({ code }) => code}
    titleOf={({ brand, model, size }) => `${brand} ${model} ${size}`}
  />
);
