import { lazy, Suspense, useEffect, useState } from 'react';
import { usedCarFields } from '#domain/stock/fields.ts';
import type { UsedCarRow } from '#domain/stock/schema.ts';
import { call } from '#site/lib/call.ts';
import { priced } from '#site/messages/it/lists.ts';
import { usedList as words } from '#site/messages/it/used-cars.ts';
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx';
import type { Action, ListData } from '#site/ui/list/columns.ts';
import { DataList } from '#site/ui/list/DataList.tsx';
import { move } from '../calls.ts';
import type { Asked } from './rows.ts';
import { usedList, type Given } from './used-list.ts';

const NewCar = lazy(() => import('./NewCar.tsx'));
const CarDialogs = lazy(() => import('./CarDialogs.tsx'));

const { retailPrice, b2bPrice, minPrice } = usedCarFields;

export interface Props extends Given {
  data: ListData;
  /** True when the address asks for a new car. */
  isNew: boolean;
  may: { quote: boolean; b2b: boolean; findCustomers: boolean };
}

const coming = (rows: readonly UsedCarRow[]) => rows.filter(({ state }) => state === 'scheduled');

/** The table of used cars with the actions of each row; the server checks every action again. */
export function UsedList({ data, isNew, may, ...given }: Props) {
  const { mayManage, held, userId, locations, terms } = given;
  const [refresh, setRefresh] = useState(0);
  const again = () => setRefresh((before) => before + 1);
  const [asked, setAsked] = useState<Asked<UsedCarRow> | null>(null);
  const close = () => setAsked(null);
  // Opens after hydration, because a dialog needs JavaScript.
  useEffect(() => {
    if (isNew) setAsked({ what: 'new' });
  }, [isNew]);
  const who = { id: userId, privileges: held };
  const bulk = (rows: readonly UsedCarRow[]): Action[] => {
    const actions: (Action | false)[] = [
      may.b2b && { label: words.offer, run: async () => (await import('./row-actions.ts')).offerB2b(rows) },
      mayManage && { label: priced.reprice, run: () => setAsked({ what: 'reprice', ids: rows.map(({ id }) => id) }) },
      mayManage &&
        coming(rows).length > 0 && {
          label: words.arriveAll,
          run: async () => (await import('./rows.ts')).moveAll(coming(rows), (row) => move('arrive', row), again),
        },
      {
        label: words.priceList,
        run: async () => (await import('./rows.ts')).printChosen('GET /stock/used/price-list', rows),
      },
    ];
    return actions.filter((action) => action !== false);
  };
  return (
    <ErrorBoundary what={words.title}>
      <DataList<UsedCarRow>
        spec={usedList(given)}
        data={data}
        refresh={refresh}
        bulk={bulk}
        rowActions={async (row) =>
          (await import('./row-actions.ts')).rowActions(row, who, may, { ask: setAsked, again })
        }
        {...(mayManage && {
          onCreate: () => setAsked({ what: 'new' }),
          editing: {
            fields: { retailPrice, b2bPrice, minPrice },
            nameOf: ({ name }) => name,
            save: async (row) => {
              const body = { retailPrice: row.retailPrice, b2bPrice: row.b2bPrice ?? null, minPrice: row.minPrice };
              const { id, version } = row;
              const saved = await call('PUT /stock/used/:id/prices', { params: { id }, version, body });
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
        {asked?.what === 'new' && <NewCar locations={locations} onClose={close} />}
        {asked && asked.what !== 'new' && (
          <CarDialogs
            asked={asked}
            terms={terms}
            kind="stock/used"
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
