import { lazy, useEffect, useState } from 'react';
import { valuationRowFields as fields } from '#domain/valuations/row.ts';
import type { ValuationRow } from '#domain/valuations/schema.ts';
import { valuationsList as words } from '#site/messages/it/used-evaluation.ts';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { idsOf, type Named } from '#site/ui/choices.ts';
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx';
import type { ListData, ListSpec } from '#site/ui/list/table/columns.ts';
import { rowColumns, rowFilter } from '#site/ui/list/table/row-columns.ts';
import { DataList } from '#site/ui/list/DataList.tsx';
import type { NewValuationProps } from './NewValuation.tsx';

const NewValuation = lazy(() => import('./NewValuation.tsx'));

export interface ValuationsGiven {
  userId: number;
  seesAll: boolean;
  /** All places of the company, closed ones, too. */
  places: Named;
  specialists: Named;
}

/** The list of valuations, the newest first. */
export const valuationsListOf = ({ userId, seesAll, places, specialists }: ValuationsGiven): ListSpec => ({
  area: 'valuations',
  title: words.title,
  noun: words.noun,
  call: 'GET /valuations',
  exportCall: 'GET /valuations/export',
  userId,
  href: '/dealer/usedEvaluation/{id}',
  sort: { key: 'createdAt', dir: 'desc' },
  searchHint: words.search,
  empty: words.empty,
  create: { label: words.create, href: '?new' },
  columns: rowColumns(fields, [
    { key: 'model', label: words.car, width: 110, strong: true },
    { key: 'maker', width: 105 },
    { key: 'plate', width: 100 },
    { key: 'state', width: 165 },
    { key: 'late', width: 115 },
    { key: 'offer' },
    { key: 'offerUntil', width: 110 },
    { key: 'km', width: 90 },
    { key: 'registeredOn', width: 110 },
    { key: 'madeBy', width: 120 },
    { key: 'createdAt' },
    { key: 'soldFor' },
    { key: 'realised', width: 120 },
  ]),
  filters: [
    rowFilter(fields, 'state'),
    { kind: 'choice', key: 'late', label: fields.late.label, options: [{ value: 'true', label: words.views.late }] },
    {
      kind: 'choice',
      key: 'specialistId',
      label: fields.specialist.label,
      options: idsOf(specialists),
      hidden: !seesAll,
    },
    { kind: 'choice', key: 'locationId', label: fields.location.label, options: idsOf(places), hidden: !seesAll },
    {
      kind: 'choice',
      key: 'madeBy',
      label: fields.madeBy.label,
      options: [{ value: String(userId), label: words.views.mine }],
    },
    rowFilter(fields, 'createdAt'),
  ],
  views: [
    { name: words.views.all, state: {} },
    { name: words.views.requested, state: { state: 'requested' } },
    { name: words.views.late, state: { late: 'true' } },
    { name: words.views.open, state: { state: 'open' } },
    { name: words.views.offered, state: { state: 'offered' } },
    { name: words.views.expired, state: { state: 'expired' } },
    { name: words.views.taken, state: { state: 'taken' } },
    ...(seesAll ? [{ name: words.views.mine, state: { madeBy: String(userId) } }] : []),
  ],
});

interface Props extends ValuationsGiven, Pick<NewValuationProps, 'counters' | 'findsCustomers' | 'locations'> {
  data: ListData;
  isNew: boolean;
  /** What is known of the car of a new one. */
  known: NewValuationProps['known'];
}

export function ValuationsList({ data, isNew, known, counters, findsCustomers, locations, ...given }: Props) {
  const [creating, setCreating] = useState(false);
  // Opens after hydration, because a dialog needs JavaScript.
  useEffect(() => setCreating(isNew), [isNew]);
  return (
    <ErrorBoundary what={words.title}>
      <DataList<ValuationRow>
        spec={valuationsListOf(given)}
        data={data}
        rowActions={({ id }) => [{ label: words.open, href: `/dealer/usedEvaluation/${id}` }]}
        onCreate={() => setCreating(true)}
      />
      <OnDemand>
        {creating && (
          <NewValuation
            counters={counters}
            known={known}
            findsCustomers={findsCustomers}
            locations={locations}
            onClose={() => setCreating(false)}
          />
        )}
      </OnDemand>
    </ErrorBoundary>
  );
}
