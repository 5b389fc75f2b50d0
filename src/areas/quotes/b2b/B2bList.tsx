import { lazy, Suspense, useState } from 'react';
import type { B2bRow } from '#domain/quotes/b2b/schema.ts';
import { b2bList as words } from '#site/messages/it/b2b.ts';
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx';
import { DataList } from '#site/ui/list/DataList.tsx';
import type { ListData } from '#site/ui/list/columns.ts';
import { toast } from '#site/ui/toast.ts';
import type { Asked, Attempt } from '../list/row-actions.ts';
import { b2bList, type B2bGiven } from './b2b-list.ts';

const Lose = lazy(() => import('#site/areas/quotes/builder/Lose.tsx'));
const Remove = lazy(() => import('#site/areas/quotes/builder/Remove.tsx'));

interface Props extends B2bGiven {
  data: ListData;
  privileges: readonly number[];
}

/** Wholesale offers with what may be done to each; the server has the last word. */
export function B2bList({ data, privileges, ...given }: Props) {
  const [refresh, setRefresh] = useState(0);
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const attempt: Attempt = async (work, done) => {
    try {
      await work();
      if (done) void toast(done, { kind: 'ok' });
    } catch (error) {
      void toast((error as Error).message, { kind: 'bad' });
    }
    setRefresh((before) => before + 1);
  };
  const rowActions = async (row: B2bRow) => {
    const loaded = await import('./b2b-row-actions.ts');
    return loaded.b2bRowActions(row, { id: given.userId, privileges }, attempt, setAsked);
  };
  return (
    <ErrorBoundary what={words.title}>
      <DataList<B2bRow> spec={b2bList(given)} data={data} refresh={refresh} rowActions={rowActions} />
      <Suspense>
        {asked?.what === 'close' && <Lose onClose={close} onChosen={asked.run} />}
        {asked?.what === 'delete' && <Remove onClose={close} onConfirm={asked.run} />}
      </Suspense>
    </ErrorBoundary>
  );
}
