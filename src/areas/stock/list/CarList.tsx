import { lazy, useEffect, useState, type ComponentProps, type ReactNode } from 'react';
import { priced } from '#site/messages/it/lists.ts';
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import type { Action, Editing, ListData, ListSpec, Row } from '#site/ui/list/table/columns.ts';
import { DataList } from '#site/ui/list/DataList.tsx';

import type CarDialogsOf from './CarDialogs.tsx';
import type { Around, CarListDialog } from './rows.ts';

const CarDialogs = lazy(() => import('./CarDialogs.tsx'));

type Dialogs = ComponentProps<typeof CarDialogsOf>;
type CarRow = Row & Extract<Dialogs['asked'], { what: 'reserve' }>['car'] & { code: string };

/** What the island of a list of cars receives from its page. */
export interface CarListProps {
  data: ListData;
  /** True when the address asks for a new car. */
  isNew: boolean;
}

/** What each kind of car says about its list. */
interface Props<R extends CarRow> extends CarListProps {
  kind: 'new' | 'used';
  spec: ListSpec;
  words: Record<'arriveAll' | 'priceList' | 'repriceHelp', string>;
  terms: Dialogs['terms'];
  mayManage: boolean;
  findsCustomers: boolean;
  /** Actions on the chosen cars that only this kind has. */
  more?: (rows: readonly R[]) => Action[];
  /** Is the car on its way here? */
  isComing: (row: R) => boolean;
  arrive: (row: R) => Promise<unknown>;
  rowActions: (row: R, list: Around<R>) => Action[] | Promise<Action[]>;
  editing: Pick<Editing<R>, 'fields' | 'save'>;
  /** The dialog that lowers the price of a car, where this kind has one. */
  renderMarkdown?: (row: R, onClose: () => void, onDone: () => void) => ReactNode;
  /** The dialog for a new car. */
  children: (close: () => void) => ReactNode;
}

/** A table of cars with the actions of each row; the server checks every action again. */
export function CarList<R extends CarRow>({
  kind,
  spec,
  words,
  data,
  isNew,
  terms,
  mayManage,
  findsCustomers,
  more,
  isComing,
  arrive,
  rowActions,
  editing,
  renderMarkdown,
  children,
}: Props<R>) {
  const [refresh, setRefresh] = useState(0);
  const again = () => setRefresh((before) => before + 1);
  const [asked, setAsked] = useState<CarListDialog<R> | null>(null);
  const close = () => setAsked(null);
  // Opens after hydration, because a dialog needs JavaScript.
  useEffect(() => {
    if (isNew) setAsked({ what: 'new' });
  }, [isNew]);
  const bulk = (rows: readonly R[]): Action[] => {
    const coming = rows.filter(isComing);
    const actions: (Action | false)[] = [
      ...(more?.(rows) ?? []),
      mayManage && { label: priced.reprice, run: () => setAsked({ what: 'reprice', ids: rows.map(({ id }) => id) }) },
      mayManage &&
        coming.length > 0 && {
          label: words.arriveAll,
          run: async () => (await import('./rows.ts')).moveAll(coming, arrive, again),
        },
      {
        label: words.priceList,
        run: async () => (await import('./rows.ts')).printChosen(`GET /stock/${kind}/price-list`, rows),
      },
    ];
    return actions.filter((action) => action !== false);
  };
  return (
    <ErrorBoundary what={spec.title}>
      <DataList<R>
        spec={spec}
        data={data}
        refresh={refresh}
        bulk={bulk}
        rowActions={(row) => rowActions(row, { ask: setAsked, again })}
        {...(mayManage && {
          onCreate: () => setAsked({ what: 'new' }),
          editing: { ...editing, nameOf: ({ name }: R) => name },
        })}
      >
        {mayManage && (
          <button type="button" className="btn" onClick={() => setAsked({ what: 'import' })}>
            {priced.import}
          </button>
        )}
      </DataList>
      <OnDemand>
        {asked?.what === 'new' && children(close)}
        {asked?.what === 'markdown' && renderMarkdown?.(asked.car, close, again)}
        {asked && asked.what !== 'new' && asked.what !== 'markdown' && (
          <CarDialogs
            asked={asked}
            terms={terms}
            kind={`stock/${kind}`}
            repriceHelp={words.repriceHelp}
            findsCustomers={findsCustomers}
            onClose={close}
            onDone={again}
          />
        )}
      </OnDemand>
    </ErrorBoundary>
  );
}
