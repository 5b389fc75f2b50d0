import { lazy, Suspense, useEffect, useState } from 'react';
import { usedCarFields } from '#domain/stock/fields.ts';
import type { UsedCarRow } from '#domain/stock/schema.ts';
import { call } from '#site/lib/call.ts';
import { priced } from '#site/messages/it/priced.ts';
import { usedList as words } from '#site/messages/it/used-list.ts';
import { toast } from '#site/ui/toast.ts';
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx';
import { pricedCalls } from '#site/ui/list/calls.ts';
import type { Action, ListData } from '#site/ui/list/columns.ts';
import { DataList } from '#site/ui/list/DataList.tsx';
import { move } from '../calls.ts';
import type { Asked } from './row-actions.ts';
import { usedList, type Given } from './used-list.ts';

const NewCar = lazy(() => import('./NewCar.tsx'));
const ImportDialog = lazy(() => import('#site/ui/import/ImportDialog.tsx'));
const RepriceDialog = lazy(() => import('#site/ui/list/RepriceDialog.tsx'));
const ReserveDialog = lazy(() => import('../ReserveDialog.tsx'));
const ReasonDialog = lazy(() => import('#site/ui/ReasonDialog.tsx'));

const { retailPrice, b2bPrice, minPrice } = usedCarFields;
const calls = pricedCalls('stock/used');

export interface Props extends Given {
  data: ListData;
  /** Does the address ask for a new car? */
  isNew: boolean;
  may: { quote: boolean; b2b: boolean; findCustomers: boolean };
}

const coming = (rows: readonly UsedCarRow[]) => rows.filter(({ state }) => state === 'scheduled');

/** Used cars with what may be done to each; the server has the last word. */
export function UsedList({ data, isNew, may, ...given }: Props) {
  const { mayManage, held, userId, locations, terms } = given;
  const [refresh, setRefresh] = useState(0);
  const again = () => setRefresh((before) => before + 1);
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  // A dialog opens by script.
  useEffect(() => {
    if (isNew) setAsked({ what: 'new' });
  }, [isNew]);
  const attempt = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work();
      void toast(done, { kind: 'ok' });
    } catch (error) {
      void toast((error as Error).message, { kind: 'bad' });
    }
    again();
  };
  const who = { id: userId, privileges: held };
  const bulk = (rows: readonly UsedCarRow[]): Action[] => {
    const actions: (Action | false)[] = [
      may.b2b && { label: words.offer, run: async () => (await import('./row-actions.ts')).offerB2b(rows) },
      mayManage && { label: priced.reprice, run: () => setAsked({ what: 'reprice', ids: rows.map(({ id }) => id) }) },
      mayManage &&
        coming(rows).length > 0 && {
          label: words.arriveAll,
          run: async () => (await import('../move-all.ts')).moveAll(coming(rows), (row) => move('arrive', row), again),
        },
    ];
    return actions.filter((action) => action !== false);
  };
  return (
    <ErrorBoundary what={words.title}>
      <DataList<UsedCarRow>
        spec={usedList(given)}
        {...{ data, refresh }}
        rowActions={async (row) => (await import('./row-actions.ts')).rowActions(row, who, may, attempt, setAsked)}
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
        {...((mayManage || may.b2b) && { bulk })}
      >
        {mayManage && (
          <button type="button" className="btn" onClick={() => setAsked({ what: 'import' })}>
            {priced.import}
          </button>
        )}
      </DataList>
      <Suspense>
        {asked?.what === 'new' && <NewCar locations={locations} onClose={close} />}
        {asked?.what === 'reserve' && (
          <ReserveDialog
            car={asked.car}
            terms={terms}
            findsCustomers={may.findCustomers}
            reserve={(body) => call('POST /stock/used/:id/reserve', { params: { id: asked.car.id }, body })}
            onClose={close}
            onDone={again}
          />
        )}
        {asked?.what === 'why' && <ReasonDialog {...asked} onClose={close} onChosen={asked.run} />}
        {asked?.what === 'reprice' && (
          <RepriceDialog
            count={asked.ids.length}
            help={words.repriceHelp}
            send={(percent, key) => calls.reprice!({ ids: [...asked.ids], percent }, key)}
            tell={(percent) => calls.reprice!({ ids: [...asked.ids], percent, dryRun: true })}
            onClose={close}
            onDone={async (done) => {
              close();
              again();
              (await import('#site/ui/list/undo.ts')).sayRepriced(done, calls, again);
            }}
          />
        )}
        {asked?.what === 'import' && <ImportDialog kind="stock/used" calls={calls} onClose={close} onDone={again} />}
      </Suspense>
    </ErrorBoundary>
  );
}
