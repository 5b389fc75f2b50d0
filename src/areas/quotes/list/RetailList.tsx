import { lazy, useState } from 'react';
import type { QuoteRow } from '#domain/quotes/schema.ts';
import { quotesList as words, relist } from '#site/messages/it/quotes-list.ts';
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { attempt } from '#site/ui/attempt.ts';
import { DataList } from '#site/ui/list/DataList.tsx';
import type { ListData } from '#site/ui/list/table/columns.ts';
import { retailList, type RetailGiven } from './retail-list.ts';
import type { QuoteListDialog, Attempt } from './row-actions.ts';

const Lose = lazy(() => import('#site/areas/quotes/builder/steps/Lose.tsx'));
const Assign = lazy(() => import('./Assign.tsx'));
const Relist = lazy(() => import('./Relist.tsx'));
const Remove = lazy(() => import('#site/areas/quotes/builder/steps/Remove.tsx'));

interface Props extends RetailGiven {
  data: ListData;
  /** True when the person may give quotes to another seller. */
  mayAssign: boolean;
  /** True when the person writes quotes, and so gives them today's list. */
  mayRelist: boolean;
}

/** The table of quotes with the actions of each row; the server checks every action again. */
export function RetailList({ data, mayAssign, mayRelist, ...given }: Props) {
  const [refresh, setRefresh] = useState(0);
  const [asked, setAsked] = useState<QuoteListDialog | null>(null);

  const again = () => setRefresh((before) => before + 1);
  const run: Attempt = (work, done) => attempt(work, { done, again });
  const rowActions = async (row: QuoteRow) => {
    const loaded = await import('./row-actions.ts');
    return loaded.rowActions(row, { id: given.userId, privileges: given.privileges }, run, setAsked);
  };
  return (
    <ErrorBoundary what={words.title}>
      <DataList<QuoteRow>
        spec={retailList(given)}
        data={data}
        refresh={refresh}
        rowActions={rowActions}
        {...((mayAssign || mayRelist) && {
          bulk: (rows) => [
            ...(mayRelist ? [{ label: relist.action, run: () => setAsked({ what: 'relist', rows }) }] : []),
            ...(mayAssign ? [{ label: words.assign, run: () => setAsked({ what: 'assign', rows }) }] : []),
          ],
        })}
      />
      <OnDemand>
        {asked?.what === 'close' && <Lose onClose={() => setAsked(null)} onChosen={asked.run} />}
        {asked?.what === 'assign' && <Assign rows={asked.rows} onClose={() => setAsked(null)} onDone={again} />}
        {asked?.what === 'relist' && <Relist rows={asked.rows} onClose={() => setAsked(null)} onDone={again} />}
        {asked?.what === 'delete' && <Remove onClose={() => setAsked(null)} onConfirm={asked.run} />}
      </OnDemand>
    </ErrorBoundary>
  );
}
