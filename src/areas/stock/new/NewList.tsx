import { lazy, Suspense, useEffect, useState } from 'react';
import { newCarFields } from '#domain/stock/new/fields.ts';
import type { NewCarRow } from '#domain/stock/new/schema.ts';
import { comingStates } from '#domain/stock/new/terms.ts';
import { call } from '#site/lib/call.ts';
import { priced } from '#site/messages/it/priced.ts';
import { newList as words } from '#site/messages/it/new-list.ts';
import { toast } from '#site/ui/toast.ts';
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx';
import { pricedCalls } from '#site/ui/list/calls.ts';
import type { ListData } from '#site/ui/list/columns.ts';
import { DataList } from '#site/ui/list/DataList.tsx';
import { moveNew } from './calls.ts';
import type { Asked } from './row-actions.ts';
import { newList, type Given } from './new-list.ts';

const NewOrder = lazy(() => import('./NewOrder.tsx'));
const ImportDialog = lazy(() => import('#site/ui/import/ImportDialog.tsx'));
const RepriceDialog = lazy(() => import('#site/ui/list/RepriceDialog.tsx'));
const ReserveDialog = lazy(() => import('../ReserveDialog.tsx'));
const ReasonDialog = lazy(() => import('#site/ui/ReasonDialog.tsx'));

const { price, b2bPrice, minPrice } = newCarFields;
const calls = pricedCalls('stock/new');

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
  return (
    <ErrorBoundary what={words.title}>
      <DataList<NewCarRow>
        spec={newList(given)}
        {...{ data, refresh }}
        rowActions={async (row) => (await import('./row-actions.ts')).rowActions(row, who, may, attempt, setAsked)}
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
          bulk: (rows) => [
            { label: priced.reprice, run: () => setAsked({ what: 'reprice', ids: rows.map(({ id }) => id) }) },
            ...(coming(rows).length > 0
              ? [
                  {
                    label: words.arriveAll,
                    run: async () =>
                      (await import('../move-all.ts')).moveAll(coming(rows), (row) => moveNew('arrive', row), again),
                  },
                ]
              : []),
          ],
        })}
      >
        {mayManage && (
          <button type="button" className="btn" onClick={() => setAsked({ what: 'import' })}>
            {priced.import}
          </button>
        )}
      </DataList>
      <Suspense>
        {asked?.what === 'new' && <NewOrder {...{ locations, today }} onClose={close} />}
        {asked?.what === 'reserve' && (
          <ReserveDialog
            car={asked.car}
            terms={terms}
            findsCustomers={may.findCustomers}
            reserve={(body) => call('POST /stock/new/:id/reserve', { params: { id: asked.car.id }, body })}
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
        {asked?.what === 'import' && <ImportDialog kind="stock/new" calls={calls} onClose={close} onDone={again} />}
      </Suspense>
    </ErrorBoundary>
  );
}
