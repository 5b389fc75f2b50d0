import { lazy, useEffect, useState } from 'react';
import type { AccessRow } from '#domain/accesses/schema.ts';
import { accessOutcomes, accessStates, accessSubjects, openStates } from '#domain/accesses/terms.ts';
import { accessesList as words } from '#site/messages/it/accesses.ts';
import { choices as figures } from '#site/messages/it/stats.ts';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { choicesOf, idsOf, idsOrNone, labelsOf, type Named } from '#site/ui/choices.ts';
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx';
import type { Column, ListData, ListSpec } from '#site/ui/list/table/columns.ts';
import { DataList } from '#site/ui/list/DataList.tsx';

const NewAccess = lazy(() => import('./NewAccess.tsx'));

export interface AccessesGiven {
  userId: number;
  mayCreate: boolean;
  sellers: Named;
  locations: Named;
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

/** The list of visits, the latest first. */
export const accessesListOf = ({ userId, mayCreate, sellers, locations }: AccessesGiven): ListSpec => ({
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
  columns: [
    col('day', words.day, 'day', 100),
    col('ticket', words.ticket, 'number', 80),
    col('name', words.name, 'text', 180, { strong: true, empty: '—' }),
    col('customer', words.customer, 'text', 160, { empty: '—', ...plain }),
    col('subject', words.subject, 'text', 90, { words: accessSubjects, ...plain }),
    col('wish', words.wish, 'text', 160, plain),
    col('state', words.state, 'badge', 190, { badges: accessStates }),
    col('seller', words.seller, 'text', 140, { empty: words.nobody }),
    col('arrivedAt', words.arrivedAt, 'instant', 145),
    col('outcome', words.outcome, 'text', 130, { words: accessOutcomes, ...plain }),
    col('nextStep', words.nextStep, 'text', 160, { hidden: true, ...plain }),
    col('people', words.people, 'number', 80, { hidden: true, ...plain }),
    col('location', words.location, 'text', 130, { hidden: true }),
    col('expectedAt', words.expectedAt, 'instant', 145, { hidden: true }),
    col('handledAt', words.handledAt, 'instant', 145, { hidden: true }),
  ],
  filters: [
    { kind: 'many', key: 'state', label: words.state, options: labelsOf(accessStates) },
    { kind: 'choice', key: 'subject', label: words.subject, options: choicesOf(accessSubjects) },
    { kind: 'choice', key: 'outcome', label: words.outcome, options: choicesOf(accessOutcomes) },
    { kind: 'choice', key: 'open', label: words.open, options: [{ value: 'true', label: words.open }] },
    { kind: 'choice', key: 'arrived', label: figures.arrived, options: [{ value: 'true', label: figures.arrived }] },
    { kind: 'choice', key: 'sellerId', label: words.seller, options: idsOrNone(sellers, figures.nobody) },
    { kind: 'choice', key: 'locationId', label: words.location, options: idsOf(locations) },
    { kind: 'range', of: 'day', key: 'from', to: 'to', label: words.day },
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
  makers: Named;
  finds: boolean;
  isNew: boolean;
}

export function AccessesList({ data, makers, finds, isNew, ...given }: Props) {
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
          <NewAccess makers={makers} finds={finds} locations={given.locations} onClose={() => setCreating(false)} />
        )}
      </OnDemand>
    </ErrorBoundary>
  );
}
