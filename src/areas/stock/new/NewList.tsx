import { lazy, Suspense, useEffect, useState } from 'react';
import { newCarFields } from '#domain/stock/new/fields.ts';
import type { NewCarRow } from '#domain/stock/new/schema.ts';
import { comingStates } from '#domain/stock/new/terms.ts';
import { call } from '#site/lib/call.ts';
import { priced } from '#site/messages/it/lists.ts';
import { newList as words } from '#site/messages/it/new-cars.ts';
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx';
import type { Action, ListData } from '#site/ui/list/columns.ts';
import { DataList } from '#site/ui/list/DataList.tsx';
import { moveNew } from './calls.ts';
import type { Asked } from '../list/rows.ts';
import { newList, type Given } from './new-list.ts';

const NewOrder = lazy(() => import('./NewOrder.tsx'));
const CarDialogs = lazy(() => import('../list/CarDialogs.tsx'));

const { price, b2bPrice, minPrice } = newCarFields;

export interface Props extends Given {
  data: ListData;
  /** Does the address ask for a new car? */
  isNew: boolean;
  /** The day in Rome. */
  today: string;
  may: { quote: boolean; findCustomers: boolean };
}

const isComing = (state: NewCarRow['state']) => (comingStates as readonly string[]).includes(state);
const coming = (rows: readonly NewCarRow[]) => rows.filter(({ state }) => isComing(state));

/** New cars with what may be done to each; the server has the last word. */
export function NewList({ data, isNew, may, today, ...given }: Props) {
  const { mayManage, held, userId, locations, terms } = given;
  const [refresh, setRefresh] = useState(0);
  const again = () => setRefresh((before) => before + 1);
  const [asked, setAsked] = useState<Asked<NewCarRow> | null>(null);
  const close = () => setAsked(null);
  // A dialog opens by script.
  useEffect(() => {
    if (isNew) setAsked({ what: 'new' });
  }, [isNew]);
  const who = { id: userId, privileges: held };
  const bulk = (rows: readonly NewCarRow[]): Action[] => {
    const actions: (Action | false)[] = [
      mayManage && { label: priced.reprice, run: () => setAsked({ what: 'reprice', ids: rows.map(({ id }) => id) }) },
      mayManage &&
        coming(rows).length > 0 && {
          label: words.arriveAll,
          run: async () =>
            (await import('../list/rows.ts')).moveAll(coming(rows), (row) => moveNew('arrive', row), again),
        },
      {
        label: words.priceList,
        run: async () => (await import('../list/rows.ts')).printChosen('GET /stock/new/price-list', rows),
      },
    ];
    return actions.filter((action) => action !== false);
  };
  return (
    <ErrorBoundary what={words.title}>
      <DataList<NewCarRow>
        spec={newList(given)}
        data={data}
        refresh={refresh}
        bulk={bulk}
        rowActions={async (row) =>
          (await import('./row-actions.ts')).rowActions(row, who, may, { ask: setAsked, again })
        }
        {...(mayManage && {
          onCreate: () => setAsked({ what: 'new' }),
          editing: {
            fields: { price, b2bPrice, minPrice },
            nameOf: ({ name }) => name,
            save: async (row) => {
              const body = { price: row.price, b2bPrice: row.b2bPrice ?? null, minPrice: row.minPrice };
              const { id, version } = row;
              const saved = await call('PUT /stock/new/:id/prices', { params: { id }, version, body });
              return { ...row, ...body, version: saved.version, profit: saved.margin?.net ?? null };
            },
          },
        })}
      >
        {mayManage && (
          <button type="button" className="btn" onClick={() => setAsked({ what: 'import' })}>
            {priced.import}
          </button>
        )}
      </DataList>
      <Suspense>
        {asked?.what === 'new' && <NewOrder locations={locations} today={today} onClose={close} />}
        {asked && asked.what !== 'new' && (
          <CarDialogs
            asked={asked}
            terms={terms}
            kind="stock/new"
            repriceHelp={words.repriceHelp}
            findsCustomers={may.findCustomers}
            onClose={close}
            onDone={again}
          />
        )}
      </Suspense>
    </ErrorBoundary>
  );
}
