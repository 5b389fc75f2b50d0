import { lazy, useEffect, useState } from 'react';
import type { CallAnswer } from '#domain/endpoints.ts';
import { leadTypes } from '#domain/leads/lead-types.ts';
import { actionTypes, leadOutcomes, leadSources, leadStates, mailChecks, openStates } from '#domain/leads/terms.ts';
import { lateness } from '#domain/leads/deadlines.ts';
import type { LeadTerms } from '#domain/leads/setting-endpoints.ts';
import type { LeadRow } from '#domain/leads/schema.ts';
import { leadsList as words } from '#site/messages/it/leads.ts';
import { choices as figures } from '#site/messages/it/stats.ts';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { choicesOf, idsOrNone, labelsOf, type Named } from '#site/ui/choices.ts';
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx';
import type { Column, Filter, ListData, ListSpec } from '#site/ui/list/table/columns.ts';
import { DataList } from '#site/ui/list/DataList.tsx';
import type { Finds } from './form.ts';
import { Intakes } from './Intakes.tsx';

const NewLead = lazy(() => import('./NewLead.tsx'));
const LeadsBoard = lazy(() => import('./LeadsBoard.tsx'));

export interface LeadsGiven {
  userId: number;
  mayCreate: boolean;
  seesAll: boolean;
  assignees: Named;
  locations: Named;
  /** The reasons with which leads are closed, in the company's words. */
  reasons: readonly string[];
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
const open = openStates.join(',');

/** The list of leads, what is due first at the top. */
export function leadsListOf({ userId, mayCreate, seesAll, assignees, locations, reasons }: LeadsGiven): ListSpec {
  const filters: Filter[] = [
    { kind: 'many', key: 'state', label: words.state, options: labelsOf(leadStates) },
    { kind: 'choice', key: 'outcome', label: words.outcome, options: labelsOf(leadOutcomes) },
    { kind: 'choice', key: 'reason', label: words.reason, options: reasons.map((label) => ({ value: label, label })) },
    { kind: 'choice', key: 'source', label: words.source, options: choicesOf(leadSources) },
    { kind: 'choice', key: 'type', label: words.type, options: choicesOf(leadTypes) },
    { kind: 'choice', key: 'late', label: words.late, options: [{ value: 'true', label: words.late }] },
    { kind: 'choice', key: 'free', label: words.free, options: [{ value: 'true', label: words.free }] },
    ...(['answered', 'negotiated', 'untouched', 'unnamed', 'unreasoned'] as const).map((key): Filter => ({
      kind: 'choice',
      key,
      label: words[key],
      options: [{ value: 'true', label: words[key] }],
    })),
    {
      kind: 'choice',
      key: 'assigneeId',
      label: words.assignee,
      options: idsOrNone(assignees, figures.nobody),
      hidden: !seesAll,
    },
    {
      kind: 'choice',
      key: 'locationId',
      label: words.location,
      options: idsOrNone(locations, figures.nowhere),
      hidden: locations.length < 2,
    },
    { kind: 'choice', key: 'sourceName', label: words.sourceName, options: [], hidden: true },
    { kind: 'range', of: 'day', key: 'from', to: 'to', label: words.receivedAt },
  ];
  return {
    area: 'leads',
    title: words.title,
    noun: words.noun,
    call: 'GET /leads',
    exportCall: 'GET /leads/export',
    userId,
    href: '/dealer/leads/handle?lead={id}',
    sort: { key: 'nextAt', dir: 'asc' },
    searchHint: words.search,
    empty: words.empty,
    ...(mayCreate ? { create: { label: words.create, href: '?new' } } : {}),
    columns: [
      col('name', words.name, 'text', 180, {
        strong: true,
        empty: '—',
        mark: { field: 'mail', badges: mailChecks },
      }),
      col('vehicle', words.vehicle, 'text', 150, plain),
      col('state', words.state, 'badge', 130, { badges: leadStates }),
      col('lateness', words.lateness, 'badge', 120, { badges: lateness, ...plain }),
      col('nextAt', words.nextAt, 'instant', 145),
      col('nextType', words.nextType, 'text', 140, { words: actionTypes, ...plain }),
      col('assignee', words.assignee, 'text', 140, { empty: words.nobody }),
      col('source', words.source, 'text', 100, { words: leadSources, ...plain }),
      col('sourceName', words.sourceName, 'text', 130, { hidden: true, ...plain }),
      col('mail', words.mail, 'badge', 110, { badges: mailChecks, hidden: true, ...plain }),
      col('receivedAt', words.receivedAt, 'instant', 145),
      col('value', words.value, 'money', 120, { hidden: true }),
      col('number', words.number, 'text', 120, { hidden: true }),
      col('outcome', words.outcome, 'badge', 100, { badges: leadOutcomes, hidden: true, ...plain }),
      col('reason', words.reason, 'text', 140, { hidden: true, ...plain }),
      col('followUpOn', words.followUpOn, 'day', 120, { hidden: true }),
      col('phone', words.phone, 'phone', 130, { hidden: true, ...plain }),
      col('type', words.type, 'text', 140, { words: leadTypes, hidden: true, ...plain }),
      col('location', words.location, 'text', 120, { hidden: true }),
    ],
    filters,
    views: [
      { name: words.views.all, state: {} },
      { name: words.views.open, state: { state: open } },
      { name: words.views.mine, state: { state: open, assigneeId: String(userId) } },
      { name: words.views.late, state: { late: 'true' } },
      ...(seesAll ? [{ name: words.views.free, state: { free: 'true' } }] : []),
      { name: words.views.toHandle, state: { state: 'to_handle' } },
      { name: words.views.negotiation, state: { state: 'negotiation' } },
      { name: words.views.closed, state: { state: 'closed' } },
    ],
  };
}

interface Props extends LeadsGiven {
  data: ListData;
  isNew: boolean;
  intakes: CallAnswer<'GET /leads/inbound'>;
  finds: Finds;
  terms: LeadTerms;
}

export function LeadsList({ data, isNew, intakes, finds, terms, ...given }: Props) {
  const [creating, setCreating] = useState(false);
  // Opens after hydration, because a dialog needs JavaScript.
  useEffect(() => setCreating(isNew), [isNew]);
  return (
    <ErrorBoundary what={words.title}>
      <Intakes given={intakes} />
      <DataList<LeadRow>
        spec={leadsListOf(given)}
        data={data}
        board={LeadsBoard}
        rowActions={({ id }) => [{ label: words.handle, href: `/dealer/leads/handle?lead=${id}` }]}
        {...(given.mayCreate && { onCreate: () => setCreating(true) })}
      />
      <OnDemand>
        {creating && (
          <NewLead
            finds={finds}
            terms={terms}
            assignees={given.assignees}
            locations={given.locations}
            onClose={() => setCreating(false)}
          />
        )}
      </OnDemand>
    </ErrorBoundary>
  );
}
