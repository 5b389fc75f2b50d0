import { useMemo, useState } from 'react';
import { futureTableFields as fields } from '#domain/financials/tables/fields.ts';
import type { FutureTable, FutureTableChoices, FutureTablePage as Page } from '#domain/financials/tables/schema.ts';
import { tablesPath } from '#domain/financials/tables/terms.ts';
import { call } from '#site/lib/call.ts';
import { futureTables as words } from '#site/messages/it/future-tables.ts';
import { named } from '#site/ui/choices.ts';
import { recordCalls } from '#site/ui/list/record/calls.ts';
import { ListedRecordPage } from '#site/ui/list/record/ListedRecordPage.tsx';
import type { Layout } from '#site/ui/record/form/form-of.ts';
import { Compared } from './compared.ts';
import { TableCourse } from './TableCourse.tsx';
import { Trial } from './Trial.tsx';
import { ValuesGrid } from './ValuesGrid.tsx';

const calls = recordCalls('future-tables');
const third = { span: 2 } as const;

const layoutOf = ({ baskets, companies }: FutureTableChoices): Layout<typeof fields> => ({
  name: third,
  lender: third,
  basis: third,
  basketId: { span: 2, options: named(baskets) },
  validFrom: third,
  validTo: third,
  betweenMonths: { span: 6 },
  audience: { span: 6, look: 'switch' },
  companyIds: { span: 6, options: named(companies) },
  cells: { control: ValuesGrid },
});

const parts = [
  {
    label: words.parts.general,
    names: ['name', 'lender', 'basis', 'basketId', 'validFrom', 'validTo', 'betweenMonths', 'audience', 'companyIds'],
  },
  { label: words.parts.values, names: ['cells'] },
];

interface Props {
  record: FutureTable | null;
  page: Page | null;
  choices: FutureTableChoices;
  mayManage: boolean;
  held: readonly number[];
}

/** The page of one edition of a table: its form with the grid, its state, and a value tried by the rule of quotes. */
export function FutureTablePage({ choices, mayManage, held, ...first }: Props) {
  const layout = useMemo(() => layoutOf(choices), [choices]);
  const [{ record, page }, setShown] = useState(first);
  /** Shows the record as a move left it, with the editions beside it. */
  const take = async (moved: FutureTable) =>
    setShown({ record: moved, page: await call('GET /future-tables/:id/page', { params: { id: moved.id } }) });
  return (
    <Compared value={page?.before ?? null}>
      <ListedRecordPage
        key={record?.version ?? 0}
        record={record}
        fields={fields}
        parts={parts}
        calls={calls}
        mayManage={mayManage && (record?.draft ?? true)}
        held={held}
        layout={layout}
        list={tablesPath}
        title={words.create}
        nameOf={({ name }) => name}
      >
        {(values, now) => (
          <>
            <Trial values={values} />
            {now && page && <TableCourse record={now} values={values} page={page} mayManage={mayManage} take={take} />}
          </>
        )}
      </ListedRecordPage>
    </Compared>
  );
}
