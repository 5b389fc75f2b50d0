import { lazy, useEffect, useState } from 'react';
import { accessRowFields as fields } from '#domain/accesses/row.ts';
import type { AccessRow } from '#domain/accesses/schema.ts';
import { openStates } from '#domain/accesses/terms.ts';
import { accessesList as words } from '#site/messages/it/accesses.ts';
import { choices as figures } from '#site/messages/it/stats.ts';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { idsOf, idsOrNone, type Named } from '#site/ui/choices.ts';
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx';
import type { ListData, ListSpec } from '#site/ui/list/table/columns.ts';
import { rowColumns, rowFilter } from '#site/ui/list/table/row-columns.ts';
import { DataList } from '#site/ui/list/DataList.tsx';

const NewAccess = lazy(() => import('./NewAccess.tsx'));

export interface AccessesGiven {
  userId: number;
  mayCreate: boolean;
  sellers: Named;
  /** All places of the company, closed ones, too. */
  places: Named;
  reasons: readonly { code: string; label: string }[];
}

/** The list of visits, the latest first. */
export const accessesListOf = ({ userId, mayCreate, sellers, places, reasons }: AccessesGiven): ListSpec => ({
  area: 'accesses',
  title: words.title,
  noun: words.noun,
  call: 'GET /accesses',
  exportCall: 'GET /accesses/export',
  userId,
  href: '/dealer/accesses/handling?access={id}',
  sort: { key: 'day', dir: 'desc' },
  searchHint: words.search,
  empty: words.empty,
  ...(mayCreate ? { create: { label: words.create, href: '?new' } } : {}),
  columns: rowColumns(fields, [
    { key: 'day', width: 100 },
    { key: 'ticket', width: 80 },
    { key: 'name', width: 180, strong: true, empty: '—' },
    { key: 'customer', width: 160, empty: '—' },
    { key: 'subject', width: 90 },
    { key: 'wish', width: 160 },
    { key: 'state', width: 190 },
    { key: 'seller', empty: words.nobody },
    { key: 'arrivedAt' },
    { key: 'outcome', width: 130 },
  ]),
  filters: [
    rowFilter(fields, 'state'),
    rowFilter(fields, 'subject'),
    {
      kind: 'choice',
      key: 'reason',
      label: fields.reason.label,
      options: [
        ...reasons.map(({ code, label }) => ({ value: code, label })),
        { value: 'none', label: words.noReason },
      ],
    },
    rowFilter(fields, 'outcome'),
    { kind: 'choice', key: 'open', label: words.open, options: [{ value: 'true', label: words.open }] },
    { kind: 'choice', key: 'arrived', label: figures.arrived, options: [{ value: 'true', label: figures.arrived }] },
    { kind: 'choice', key: 'sellerId', label: fields.seller.label, options: idsOrNone(sellers, figures.nobody) },
    { kind: 'choice', key: 'locationId', label: fields.location.label, options: idsOf(places) },
    rowFilter(fields, 'day'),
  ],
  views: [
    { name: words.views.all, state: {} },
    { name: words.views.open, state: { open: 'true' } },
    { name: words.views.mine, state: { state: openStates.join(','), sellerId: String(userId) } },
    { name: words.views.handled, state: { state: 'seller_handled,desk_handled' } },
  ],
});

interface Props extends AccessesGiven {
  data: ListData;
  /** Where a visitor can be received. */
  locations: Named;
  makers: Named;
  finds: boolean;
  isNew: boolean;
}

export function AccessesList({ data, locations, makers, finds, isNew, ...given }: Props) {
  const [creating, setCreating] = useState(false);
  // Opens after hydration, because a dialog needs JavaScript.
  useEffect(() => setCreating(isNew), [isNew]);
  return (
    <ErrorBoundary what={words.title}>
      <DataList<AccessRow>
        spec={accessesListOf(given)}
        data={data}
        {...(given.mayCreate && { onCreate: () => setCreating(true) })}
      />
      <OnDemand>
        {creating && (
          <NewAccess makers={makers} finds={finds} locations={locations} onClose={() => setCreating(false)} />
        )}
      </OnDemand>
    </ErrorBoundary>
  );
}
