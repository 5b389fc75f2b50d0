import { lazy, useState } from 'react';
import { dayInRome } from '#domain/dates.ts';
import { isSeen } from '#domain/record/fields.ts';
import { actionsOf } from '#domain/record/machine.ts';
import { b2bCarFields } from '#domain/quotes/b2b/fields.ts';
import { b2bMachine } from '#domain/quotes/b2b/rules.ts';
import { b2bRowFields as fields } from '#domain/quotes/b2b/row.ts';
import type { B2bRow } from '#domain/quotes/b2b/schema.ts';
import { SOON_DAYS } from '#domain/quotes/limits.ts';
import type { Lost } from '#site/areas/quotes/builder/steps/Lose.tsx';
import { apiPath, call } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { t } from '#site/lib/intl.ts';
import { b2bList as own } from '#site/messages/it/b2b.ts';
import { quoteActions as say, quotesList as words } from '#site/messages/it/quotes-list.ts';
import { silentMark } from '#site/parts/customers/silent-mark.ts';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { choicesOf, idsOf, type Named } from '#site/ui/choices.ts';
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx';
import { attempt } from '#site/ui/attempt.ts';
import type { Action, Filter, ListData, ListSpec } from '#site/ui/list/table/columns.ts';
import { rowColumns, rowFilter } from '#site/ui/list/table/row-columns.ts';
import { DataList } from '#site/ui/list/DataList.tsx';
import type { QuoteListDialog } from '../list/row-actions.ts';

const Lose = lazy(() => import('#site/areas/quotes/builder/steps/Lose.tsx'));
const Remove = lazy(() => import('#site/areas/quotes/builder/steps/Remove.tsx'));

export interface B2bGiven {
  userId: number;
  mayCreate: boolean;
  privileges: readonly number[];
  sellers: Named;
}

/** The list of wholesale offers. */
export function b2bList({ userId, mayCreate, privileges, sellers }: B2bGiven): ListSpec {
  const filters: Filter[] = [
    rowFilter(fields, 'state'),
    {
      kind: 'choice',
      key: 'expiring',
      label: words.expiring,
      options: [SOON_DAYS, 7].map((n) => ({ value: String(n), label: t(words.within, { n }) })),
    },
    { kind: 'choice', key: 'regime', label: own.regime, options: choicesOf(b2bCarFields.regime.words) },
    rowFilter(fields, 'createdAt'),
    rowFilter(fields, 'total'),
  ];
  if (isSeen(fields.margin, privileges))
    filters.push({
      kind: 'choice',
      key: 'loss',
      label: fields.margin.label,
      options: [{ value: 'true', label: words.loss }],
    });
  filters.push({
    kind: 'choice',
    key: 'sellerId',
    label: fields.seller.label,
    options: idsOf(sellers),
    hidden: sellers.length < 2,
  });
  return {
    area: 'quotesB2b',
    title: own.title,
    noun: own.noun,
    call: 'GET /quotes/b2b',
    exportCall: 'GET /quotes/b2b/export',
    userId,
    href: '{href}',
    sort: { key: 'createdAt', dir: 'desc' },
    searchHint: own.search,
    empty: own.empty,
    totals: { by: 'state', columns: ['total', 'margin'] },
    ...(mayCreate ? { create: { label: own.create, href: '/quotation/b2b' } } : {}),
    columns: rowColumns(
      fields,
      [
        { key: 'number', width: 128 },
        { key: 'customer', width: 200, strong: true, empty: own.noTrader, ...silentMark },
        { key: 'carCount', width: 70 },
        { key: 'vehicle', width: 256 },
        {
          key: 'state',
          width: 130,
          due: { when: 'issued', field: 'expiresOn', days: SOON_DAYS, label: words.due },
        },
        { key: 'expiresOn', width: 102 },
        { key: 'total', width: 142 },
        { key: 'margin', width: 108, loss: true },
        { key: 'seller', width: 132 },
      ],
      privileges,
    ),
    filters,
    views: [
      { name: words.views.all, state: {} },
      { name: words.views.mine, state: { state: 'draft,issued', sellerId: String(userId) } },
      { name: words.views.expiring, state: { expiring: String(SOON_DAYS) } },
      { name: words.views.drafts, state: { state: 'draft' } },
    ],
  };
}

const { moves, acts } = b2bMachine;

/** What this person may do with an offer of the list; `ask` opens a dialog. */
function rowActions(
  row: B2bRow,
  who: { id: number; privileges: readonly number[] },
  again: () => void,
  ask: (asked: QuoteListDialog) => void,
): Action[] {
  const { id, version, href } = row;
  const params = { id };
  const seen = { params, version };
  // The list may stay open past midnight, so the day is read when a menu opens. Lists show the newest revisions only.
  const may = actionsOf(b2bMachine, { ...row, superseded: false }, { ...who, today: dayInRome(new Date()) });
  const move = (name: 'accept' | 'withdraw' | 'reopen') => ({
    label: moves[name].label,
    run: () => void attempt(() => call(`POST /quotes/b2b/:id/${name}`, seen), { done: moves[name].done, again }),
  });
  const derive = (name: 'revise' | 'duplicate') => ({
    label: acts[name].label,
    run: () =>
      void attempt(
        async () => location.assign((await call(`POST /quotes/b2b/:id/${name}`, { params, key: newKey() })).href),
        { again },
      ),
  });
  const lose = (why: Lost) =>
    attempt(() => call('POST /quotes/b2b/:id/close', { ...seen, body: why }), { done: moves.close.done, again });
  const remove = () => attempt(() => call('DELETE /quotes/b2b/:id', seen), { done: say.deleted, again });
  const actions: (Action | false)[] = [
    { label: say.open, href },
    { label: say.pdf, href: apiPath('GET /quotes/b2b/:id/document', { params }), newTab: true },
    may.includes('accept') && move('accept'),
    may.includes('withdraw') && move('withdraw'),
    may.includes('reopen') && move('reopen'),
    may.includes('revise') && derive('revise'),
    may.includes('duplicate') && derive('duplicate'),
    may.includes('close') && { label: moves.close.label, run: () => ask({ what: 'close', run: lose }) },
    may.includes('delete') && {
      label: acts.delete.label,
      danger: true,
      run: () => ask({ what: 'delete', run: remove }),
    },
  ];
  return actions.filter((action) => action !== false);
}

interface Props extends B2bGiven {
  data: ListData;
}

/** Wholesale offers with what may be done to each; the server has the last word. */
export function B2bList({ data, ...given }: Props) {
  const [refresh, setRefresh] = useState(0);
  const [asked, setAsked] = useState<QuoteListDialog | null>(null);
  const close = () => setAsked(null);
  const again = () => setRefresh((before) => before + 1);
  const who = { id: given.userId, privileges: given.privileges };
  return (
    <ErrorBoundary what={own.title}>
      <DataList<B2bRow>
        spec={b2bList(given)}
        data={data}
        refresh={refresh}
        rowActions={(row) => rowActions(row, who, again, setAsked)}
      />
      <OnDemand>
        {asked?.what === 'close' && <Lose onClose={close} onChosen={asked.run} />}
        {asked?.what === 'delete' && <Remove onClose={close} onConfirm={asked.run} />}
      </OnDemand>
    </ErrorBoundary>
  );
}
