import { useState } from 'react';
import { networkBasketFields as fields } from '#domain/baskets/fields.ts';
import type { Basket, BasketChoices, BasketPage as Page } from '#domain/baskets/schema.ts';
import { call } from '#site/lib/call.ts';
import { baskets as words } from '#site/messages/it/baskets.ts';
import { named } from '#site/ui/choices.ts';
import { ListedRecordPage } from '#site/ui/list/record/ListedRecordPage.tsx';
import type { Layout } from '#site/ui/record/form/form-of.ts';
import { BasketCourse } from './BasketCourse.tsx';
import { basketCalls } from './calls.ts';
import { sides, type SideName } from './columns.ts';

const whole = { span: 6 } as const;

const layoutOf = ({ makers, models, companies }: BasketChoices, record: Basket | null): Layout<typeof fields> => ({
  name: whole,
  holds: { span: 6, look: 'switch' },
  makerIds: { span: 6, options: named(makers) },
  modelIds: { span: 6, options: named(models) },
  fuels: whole,
  versionIds: {
    span: 6,
    search: (q, signal) => call('GET /campaigns/cars', { query: { kind: 'version', q }, signal }),
    known: record ? record.versionIds.map((id, at) => ({ id, name: record.versions[at] ?? '' })) : [],
  },
  companyIds: { span: 6, options: named(companies) },
});

interface Props {
  side: SideName;
  record: Basket | null;
  page: Page | null;
  choices: BasketChoices;
  mayManage: boolean;
  held: readonly number[];
}

/** The page of one basket: its form, what a change touches, who uses it, and what it held before. */
export function BasketPage({ side, record, page, choices, mayManage, held }: Props) {
  const { list, hrefOf } = sides[side];
  const isNetwork = side === 'network';
  const [layout] = useState(() => layoutOf(choices, record));
  const calls = basketCalls[side];
  return (
    <ListedRecordPage
      record={record}
      fields={fields}
      parts={[
        { label: words.parts.general, names: isNetwork ? ['name', 'holds'] : ['name'] },
        {
          label: words.parts.content,
          names: ['makerIds', 'modelIds', 'fuels', 'versionIds', ...(isNetwork ? ['companyIds'] : [])],
        },
      ]}
      calls={calls}
      mayManage={mayManage && !record?.theirs}
      held={held}
      layout={layout}
      list={list}
      hrefOf={({ id }) => hrefOf(id)}
      title={words.create}
      nameOf={({ name }) => name}
    >
      {(values, now, take) => (
        <BasketCourse
          record={now}
          values={values}
          first={page}
          calls={calls}
          mayManage={mayManage && !now?.theirs}
          take={take}
        />
      )}
    </ListedRecordPage>
  );
}
