import { lazy, useEffect, useState } from 'react';
import { contactChecks, mailChecks, openStates } from '#domain/leads/terms.ts';
import { leadRowFields as fields } from '#domain/leads/row.ts';
import type { LeadTerms } from '#domain/leads/setting-endpoints.ts';
import type { LeadRow, WaitingIntake } from '#domain/leads/schema.ts';
import { leadsBulk as bulkWords, leadsList as words } from '#site/messages/it/leads.ts';
import { stage } from '#site/messages/it/stage.ts';
import { choices as figures } from '#site/messages/it/stats.ts';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { idsOrNone, textsOf, type Named } from '#site/ui/choices.ts';
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx';
import type { Filter, ListData, ListSpec } from '#site/ui/list/table/columns.ts';
import { rowColumns, rowFilter } from '#site/ui/list/table/row-columns.ts';
import { DataList } from '#site/ui/list/DataList.tsx';
import type { CallAnswer } from '#site/lib/call.ts';
import type { BulkStep } from './Bulk.tsx';
import type { Finds } from './form.ts';
import { Intakes } from './Intakes.tsx';

const NewLead = lazy(() => import('./NewLead.tsx'));
const Bulk = lazy(() => import('./Bulk.tsx'));
const LeadsBoard = lazy(() => import('./LeadsBoard.tsx'));

export interface LeadsGiven {
  userId: number;
  mayCreate: boolean;
  mayAssign: boolean;
  mayWork: boolean;
  seesAll: boolean;
  assignees: Named;
  /** All places of the company, closed ones, too. */
  places: Named;
  /** The reasons with which leads are closed, in the company's words. */
  reasons: readonly string[];
  /** The stages of negotiations, in the manufacturer's words. */
  stages: Named;
}

const open = openStates.join(',');

/** The list of leads, what is due first at the top. */
export function leadsListOf({ userId, mayCreate, seesAll, assignees, places, reasons, stages }: LeadsGiven): ListSpec {
  const filters: Filter[] = [
    rowFilter(fields, 'state'),
    rowFilter(fields, 'outcome'),
    {
      kind: 'choice',
      key: 'stageId',
      label: fields.stage.label,
      options: idsOrNone(stages, stage.without),
      hidden: stages.length === 0,
    },
    { kind: 'choice', key: 'reason', label: fields.reason.label, options: textsOf(reasons) },
    rowFilter(fields, 'source'),
    rowFilter(fields, 'type'),
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
      label: fields.assignee.label,
      options: idsOrNone(assignees, figures.nobody),
      hidden: !seesAll,
    },
    {
      kind: 'choice',
      key: 'locationId',
      label: fields.location.label,
      options: idsOrNone(places, figures.nowhere),
      hidden: places.length < 2,
    },
    { kind: 'choice', key: 'sourceName', label: fields.sourceName.label, options: [], hidden: true },
    rowFilter(fields, 'receivedAt'),
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
    columns: rowColumns(fields, [
      { key: 'name', width: 160, strong: true, empty: '—', mark: { field: 'silent', badges: contactChecks } },
      { key: 'vehicle', width: 150 },
      { key: 'state', width: 136 },
      { key: 'stage', width: 130, hidden: true },
      { key: 'lateness', width: 108 },
      { key: 'nextAt' },
      { key: 'nextType', width: 126 },
      { key: 'assignee', width: 124, empty: words.nobody },
      { key: 'source', width: 100, mark: { field: 'mail', badges: mailChecks } },
      { key: 'receivedAt' },
    ]),
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
  intakes: readonly WaitingIntake[];
  mayAdmit: boolean;
  /** The company's reasons for closing leads, each with its move. */
  closing: CallAnswer<'GET /leads/reasons'>;
  finds: Finds;
  terms: LeadTerms;
  /** Where a new lead can belong. */
  locations: Named;
}

export function LeadsList({ data, isNew, intakes, mayAdmit, closing, finds, terms, locations, ...given }: Props) {
  const [refresh, setRefresh] = useState(0);
  const [bulk, setBulk] = useState<{ step: BulkStep; rows: readonly LeadRow[] } | null>(null);
  const [creating, setCreating] = useState<boolean | WaitingIntake>(false);
  // Opens after hydration, because a dialog needs JavaScript.
  useEffect(() => setCreating(isNew), [isNew]);
  return (
    <ErrorBoundary what={words.title}>
      <Intakes given={intakes} onCreate={given.mayCreate ? setCreating : undefined} mayAdmit={mayAdmit} />
      <DataList<LeadRow>
        spec={leadsListOf(given)}
        data={data}
        board={LeadsBoard}
        refresh={refresh}
        {...((given.mayAssign || given.mayWork) && {
          bulk: (rows) => [
            ...(given.mayAssign ? [{ label: bulkWords.assign, run: () => setBulk({ step: 'assign', rows }) }] : []),
            ...(given.mayWork
              ? [
                  { label: bulkWords.letter, run: () => setBulk({ step: 'message', rows }) },
                  { label: bulkWords.parkOpen, run: () => setBulk({ step: 'park', rows }) },
                  { label: bulkWords.closeOpen, run: () => setBulk({ step: 'close', rows }) },
                ]
              : []),
          ],
        })}
        rowActions={({ id }) => [{ label: words.handle, href: `/dealer/leads/handle?lead=${id}` }]}
        {...(given.mayCreate && { onCreate: () => setCreating(true) })}
      />
      <OnDemand>
        {bulk && (
          <Bulk
            {...bulk}
            reasons={closing}
            templates={terms.templates}
            onClose={() => setBulk(null)}
            onDone={() => setRefresh((n) => n + 1)}
          />
        )}
        {creating && (
          <NewLead
            finds={finds}
            terms={terms}
            assignees={given.assignees}
            locations={locations}
            of={creating === true ? undefined : creating}
            onClose={() => setCreating(false)}
          />
        )}
      </OnDemand>
    </ErrorBoundary>
  );
}
