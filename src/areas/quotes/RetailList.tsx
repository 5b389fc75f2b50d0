import { lazy, Suspense, useState } from 'react';
import { dayInRome } from '#domain/dates.ts';
import { quoteActions } from '#domain/quotes/rules.ts';
import type { Quote, QuoteRow } from '#domain/quotes/schema.ts';
import { apiPath, call } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { quotesList as words } from '#site/messages/it/quotes-list.ts';
import { builder } from '#site/messages/it/quotes.ts';
import { toast } from '#site/shell/toast.ts';
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx';
import { DataList } from '#site/ui/list/DataList.tsx';
import type { ListData } from '#site/ui/list/columns.ts';
import type { Action } from '#site/ui/list/RowMenu.tsx';
import { hrefOf } from './href.ts';
import { retailList, type RetailGiven } from './retail-list.ts';

const Lose = lazy(() => import('./Lose.tsx'));
const Remove = lazy(() => import('./Remove.tsx'));

interface Props extends RetailGiven {
  data: ListData;
  privileges: readonly number[];
}

/** Quotes with what may be done to each; the server has the last word. */
export function RetailList({ data, privileges, ...given }: Props) {
  const [refresh, setRefresh] = useState(0);
  const [asked, setAsked] = useState<{ what: 'close' | 'delete'; id: number } | null>(null);

  const attempt = async (work: () => Promise<unknown>, done?: string) => {
    try {
      await work();
      if (done) void toast(done, { kind: 'ok' });
    } catch (error) {
      void toast((error as Error).message, { kind: 'bad' });
    }
    setRefresh((before) => before + 1);
  };
  /** Rows carry no version: what is changed is the quote as it stands now. */
  const current = async (id: number) => ({
    params: { id },
    version: (await call('GET /quotes/:id', { params: { id } })).version,
  });
  const derive = (name: 'POST /quotes/:id/revise' | 'POST /quotes/:id/duplicate', id: number) =>
    attempt(async () => location.assign(hrefOf((await call(name, { params: { id }, key: newKey() })) as Quote)));

  const rowActions = (row: QuoteRow): Action[] => {
    const { id, href, state, expiresOn } = row;
    const facts = { state, expiresOn, superseded: false };
    const may = quoteActions(facts, privileges, row.sellerId === given.userId, dayInRome(new Date()));
    const actions: (Action | false)[] = [
      { label: words.open, href },
      { label: builder.pdf, href: apiPath('GET /quotes/:id/document', { params: { id } }), newTab: true },
      may.includes('revise') && { label: builder.revise, run: () => void derive('POST /quotes/:id/revise', id) },
      may.includes('duplicate') && {
        label: builder.duplicate,
        run: () => void derive('POST /quotes/:id/duplicate', id),
      },
      may.includes('close') && { label: builder.lose, run: () => setAsked({ what: 'close', id }) },
      may.includes('delete') && { label: builder.remove, danger: true, run: () => setAsked({ what: 'delete', id }) },
    ];
    return actions.filter((action) => action !== false);
  };
  return (
    <ErrorBoundary what={words.title}>
      <DataList<QuoteRow> spec={retailList(given)} {...{ data, refresh, rowActions }} />
      <Suspense>
        {asked?.what === 'close' && (
          <Lose
            onClose={() => setAsked(null)}
            onChosen={(reason) =>
              attempt(
                async () => call('POST /quotes/:id/close', { ...(await current(asked.id)), body: { reason } }),
                words.lost,
              )
            }
          />
        )}
        {asked?.what === 'delete' && (
          <Remove
            onClose={() => setAsked(null)}
            onConfirm={() => attempt(async () => call('DELETE /quotes/:id', await current(asked.id)), words.deleted)}
          />
        )}
      </Suspense>
    </ErrorBoundary>
  );
}
