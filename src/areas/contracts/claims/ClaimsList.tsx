import { lazy, useEffect, useState } from 'react';
import { claimRowFields as fields } from '#domain/contracts/claims/row.ts';
import type { ClaimRow } from '#domain/contracts/claims/schema.ts';
import { claimsList as words } from '#site/messages/it/claims.ts';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx';
import type { ListData, ListSpec } from '#site/ui/list/table/columns.ts';
import { rowColumns, rowFilter } from '#site/ui/list/table/row-columns.ts';
import { DataList } from '#site/ui/list/DataList.tsx';

const NewClaim = lazy(() => import('./NewClaim.tsx'));

/** The list of claims: what is to be asked for, what ends first at the top. */
export const claimsListOf = (userId: number): ListSpec => ({
  area: 'claims',
  title: words.title,
  noun: words.noun,
  call: 'GET /claims',
  exportCall: 'GET /claims/export',
  userId,
  href: '/dealer/claims/{id}',
  sort: { key: 'dueBy', dir: 'asc' },
  searchHint: words.search,
  empty: words.empty,
  create: { label: words.create, href: '?new' },
  totals: { by: 'state', columns: ['amount', 'creditedAmount', 'owed'] },
  columns: rowColumns(fields, [
    { key: 'number', width: 128, strong: true },
    { key: 'name', width: 172, wrap: true },
    { key: 'payer', width: 100 },
    { key: 'state', width: 130 },
    { key: 'dueBy', width: 104 },
    { key: 'claimedOn', width: 104 },
    { key: 'amount', width: 124 },
    { key: 'creditedAmount', width: 110 },
    { key: 'owed', width: 116 },
    { key: 'creditNote', width: 134 },
    { key: 'campaign', width: 150, wrap: true, hidden: true },
    { key: 'vehicle', hidden: true },
    { key: 'bookingNumber', hidden: true },
  ]),
  filters: [
    rowFilter(fields, 'state'),
    rowFilter(fields, 'payer'),
    rowFilter(fields, 'kind'),
    rowFilter(fields, 'dueBy'),
  ],
  views: [
    { name: words.views.due, state: { state: 'due' } },
    { name: words.views.maker, state: { state: 'due', payer: 'maker' } },
    { name: words.views.claimed, state: { state: 'claimed' } },
    { name: words.views.refused, state: { state: 'refused' } },
    { name: words.views.owedBack, state: { state: 'owed_back' } },
    { name: words.views.credited, state: { state: 'credited' } },
    { name: words.views.all, state: {} },
  ],
});

interface Props {
  userId: number;
  data: ListData;
  isNew: boolean;
  /** The contract of a new one, by its number. */
  number: string;
}

export function ClaimsList({ userId, data, isNew, number }: Props) {
  const [creating, setCreating] = useState(false);
  const [refresh, setRefresh] = useState(0);
  // Opens after hydration, because a dialog needs JavaScript.
  useEffect(() => setCreating(isNew), [isNew]);
  const again = () => setRefresh((n) => n + 1);
  return (
    <ErrorBoundary what={words.title}>
      <DataList<ClaimRow>
        spec={claimsListOf(userId)}
        data={data}
        refresh={refresh}
        rowActions={({ id }) => [{ label: words.open, href: `/dealer/claims/${id}` }]}
        bulk={(rows) => [
          { label: words.claim, run: async () => (await import('./claim-rows.ts')).claimRows(rows, again) },
        ]}
        onCreate={() => setCreating(true)}
      />
      <OnDemand>{creating && <NewClaim number={number} onClose={() => setCreating(false)} />}</OnDemand>
    </ErrorBoundary>
  );
}
