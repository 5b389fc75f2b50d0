import { lazy, useEffect, useState } from 'react';
import type { ValuationRow } from '#domain/valuations/schema.ts';
import { valuationStates } from '#domain/valuations/terms.ts';
import { valuationsList as words } from '#site/messages/it/used-evaluation.ts';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { idsOf, labelsOf, type Named } from '#site/ui/choices.ts';
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx';
import type { Column, ListData, ListSpec } from '#site/ui/list/table/columns.ts';
import { DataList } from '#site/ui/list/DataList.tsx';
import type { NewValuationProps } from './NewValuation.tsx';

const NewValuation = lazy(() => import('./NewValuation.tsx'));

export interface ValuationsGiven {
  userId: number;
  seesAll: boolean;
  locations: Named;
  specialists: Named;
}

const col = (key: string, label: string, kind: Column['kind'], width: number, more: Partial<Column> = {}): Column => ({
  key,
  label,
  kind,
  width,
  sortable: true,
  ...more,
});
const plain = { sortable: false } as const;

/** The list of valuations, the newest first. */
export const valuationsListOf = ({ userId, seesAll, locations, specialists }: ValuationsGiven): ListSpec => ({
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
  columns: [
    col('model', words.car, 'text', 110, { strong: true, ...plain }),
    col('maker', 'Marca', 'text', 105),
    col('plate', words.plate, 'text', 100, plain),
    col('state', words.state, 'badge', 165, { badges: valuationStates }),
    col('late', words.late, 'badge', 115, { badges: words.lateBadges, ...plain }),
    col('offer', words.offer, 'money', 110),
    col('offerUntil', words.offerUntil, 'day', 110),
    col('km', words.km, 'number', 90, plain),
    col('registeredOn', words.registeredOn, 'day', 110, plain),
    col('madeBy', words.madeBy, 'text', 120),
    col('createdAt', words.createdAt, 'instant', 145),
    col('soldFor', words.soldFor, 'money', 110, plain),
    col('realised', words.realised, 'money', 120, plain),
    col('answerBy', words.answerBy, 'instant', 145, { hidden: true }),
    col('versionName', words.version, 'text', 160, { hidden: true, ...plain }),
    col('customer', words.customer, 'text', 150, { hidden: true, ...plain }),
    col('specialist', words.specialist, 'text', 130, { hidden: true, ...plain }),
    col('location', words.location, 'text', 120, { hidden: true }),
    col('number', words.number, 'text', 120, { hidden: true }),
  ],
  filters: [
    { kind: 'many', key: 'state', label: words.state, options: labelsOf(valuationStates) },
    { kind: 'choice', key: 'late', label: words.late, options: [{ value: 'true', label: words.views.late }] },
    { kind: 'choice', key: 'specialistId', label: words.specialist, options: idsOf(specialists), hidden: !seesAll },
    { kind: 'choice', key: 'locationId', label: words.location, options: idsOf(locations), hidden: !seesAll },
    {
      kind: 'choice',
      key: 'madeBy',
      label: words.madeBy,
      options: [{ value: String(userId), label: words.views.mine }],
    },
    { kind: 'range', of: 'day', key: 'from', to: 'to', label: words.createdAt },
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

interface Props extends ValuationsGiven, Pick<NewValuationProps, 'counters' | 'findsCustomers'> {
  data: ListData;
  isNew: boolean;
  /** What is known of the car of a new one. */
  known: NewValuationProps['known'];
}

export function ValuationsList({ data, isNew, known, counters, findsCustomers, ...given }: Props) {
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
            locations={given.locations}
            onClose={() => setCreating(false)}
          />
        )}
      </OnDemand>
    </ErrorBoundary>
  );
}
