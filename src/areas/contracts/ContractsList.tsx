import { lazy, useState } from 'react';
import type { ContractRow } from '#domain/contracts/schema.ts';
import { signatureStates } from '#domain/contracts/signature-states.ts';
import { contractKinds, contractSections, contractStates, shownStateOf, shownStates } from '#domain/contracts/terms.ts';
import { saleChannels } from '#domain/stock/terms.ts';
import { apiPath } from '#site/lib/call.ts';
import { moment } from '#site/lib/intl.ts';
import { contractsList as words } from '#site/messages/it/contracts.ts';
import { choices as figures } from '#site/messages/it/stats.ts';
import { assign as assignWords } from '#site/messages/it/lists.ts';
import { CarPicture } from '#site/parts/vehicles/CarPicture.tsx';
import { StateBadge } from '#site/ui/Bits.tsx';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { choicesOf, idsOf, idsOrNone, labelsOf, type Named } from '#site/ui/choices.ts';
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx';
import type { Column, Filter, ListData, ListSpec, Row } from '#site/ui/list/table/columns.ts';
import { DataList } from '#site/ui/list/DataList.tsx';
import { daysIn } from './days.ts';
import './contracts.css';

const Assign = lazy(() => import('./Assign.tsx'));
const ContractsBoard = lazy(() => import('./ContractsBoard.tsx'));

export interface ContractsGiven {
  userId: number;
  seesMargin: boolean;
  /** By hand, without a quote. */
  mayMake: boolean;
  validates: { commercial: boolean; backOffice: boolean };
  sellers: Named;
  locations: Named;
}

/** One dot for each section in which the next step lacks something, and their names as far as there is room. */
export function Lacking({ row }: { row: Row }) {
  const names = (row.lacking as ContractRow['lacking']).map((section) => contractSections[section]);
  if (names.length === 0) return '—';
  const text = names.join(', ');
  return (
    <span className="lacking" title={`${words.lacking}: ${text}`}>
      <b aria-hidden="true">{'●'.repeat(Math.min(5, names.length))}</b> {text}
    </span>
  );
}

/** The number, and who sells. */
function Numbered({ row }: { row: Row }) {
  const { number, seller } = row as ContractRow;
  return (
    <>
      {number}
      <small className="by">{seller}</small>
    </>
  );
}

/** Where the contract is in its course, or how it ended. */
function StateCell({ row }: { row: Row }) {
  const { label, tone } = shownStates[shownStateOf(row as ContractRow)];
  return <StateBadge tone={tone}>{label}</StateBadge>;
}

/** How long the contract has waited in its state; the moment is the title. */
function Days({ row }: { row: Row }) {
  const { since } = row as ContractRow;
  return <span title={moment(since)}>{daysIn(since)}</span>;
}

const col = (key: string, label: string, kind: Column['kind'], width: number, more: Partial<Column> = {}): Column => ({
  key,
  label,
  kind,
  width,
  sortable: true,
  ...more,
});

const views = ({ userId, validates }: ContractsGiven): NonNullable<ListSpec['views']> => [
  { name: words.views.all, state: {} },
  { name: words.views.mine, state: { sellerId: String(userId) } },
  { name: words.views.incomplete, state: { state: 'incomplete' } },
  ...(validates.commercial
    ? [{ name: words.views.commercial, state: { state: 'waiting_commercial_approvation' } }]
    : []),
  ...(validates.backOffice ? [{ name: words.views.backOffice, state: { state: 'waiting_approvation' } }] : []),
  { name: words.views.approved, state: { state: 'approved' } },
  { name: words.views.billed, state: { state: 'billed' } },
  { name: words.views.completed, state: { state: 'completed' } },
  { name: words.views.canceled, state: { canceled: 'true' } },
];

/** The list of contracts by queue. */
export function contractsListOf(given: ContractsGiven): ListSpec {
  const { userId, seesMargin, mayMake, sellers, locations } = given;
  const filters: Filter[] = [
    { kind: 'many', key: 'state', label: words.state, options: labelsOf(contractStates) },
    { kind: 'choice', key: 'kind', label: words.kind, options: choicesOf(contractKinds) },
    { kind: 'choice', key: 'channel', label: words.channel, options: choicesOf(saleChannels) },
    { kind: 'choice', key: 'canceled', label: words.canceled, options: [{ value: 'true', label: words.canceled }] },
    { kind: 'choice', key: 'lacking', label: words.lacking, options: [{ value: 'true', label: words.lacking }] },
    { kind: 'choice', key: 'owing', label: words.due, options: [{ value: 'true', label: words.due }] },
    { kind: 'choice', key: 'financed', label: words.financed, options: [{ value: 'true', label: words.financed }] },
    { kind: 'choice', key: 'tradeIn', label: words.tradeIn, options: [{ value: 'true', label: words.tradeIn }] },
    { kind: 'choice', key: 'signature', label: words.signature, options: choicesOf(signatureStates) },
    { kind: 'choice', key: 'withdrawn', label: words.withdrawn, options: [{ value: 'true', label: words.withdrawn }] },
    { kind: 'choice', key: 'raised', label: words.raised, options: [{ value: 'true', label: words.raised }] },
    { kind: 'range', of: 'day', key: 'from', to: 'to', label: words.createdAt },
    { kind: 'range', of: 'day', key: 'signedFrom', to: 'signedTo', label: words.signedOn },
    ...(['approved', 'billed', 'registered', 'delivered'] as const).map((basis): Filter => ({
      kind: 'range',
      of: 'day',
      key: `${basis}From`,
      to: `${basis}To`,
      label: words.bases[basis],
    })),
    { kind: 'range', of: 'day', key: 'deliveryFrom', to: 'deliveryTo', label: words.deliveryOn },
    { kind: 'range', of: 'money', key: 'totalFrom', to: 'totalTo', label: words.total },
    { kind: 'choice', key: 'sellerId', label: words.seller, options: idsOf(sellers), hidden: sellers.length < 2 },
    {
      kind: 'choice',
      key: 'locationId',
      label: words.location,
      options: idsOrNone(locations, figures.nowhere),
      hidden: locations.length < 2,
    },
  ];
  return {
    area: 'contracts',
    title: words.title,
    noun: words.noun,
    call: 'GET /contracts',
    exportCall: 'GET /contracts/export',
    userId,
    href: '/dealer/contracts/{id}',
    sort: { key: 'createdAt', dir: 'desc' },
    searchHint: words.search,
    empty: words.empty,
    ...(mayMake && { create: { label: words.make, href: '/dealer/contracts/new' } }),
    totals: {
      by: 'state',
      columns: seesMargin ? ['total', 'due', 'marginSecond'] : ['total', 'due'],
      stateOf: (row) => shownStateOf(row as ContractRow),
    },
    columns: [
      col('paint', words.picture, 'picture', 70, { picture: CarPicture, sortable: false }),
      col('number', words.number, 'text', 122, { picture: Numbered }),
      col('customer', words.customer, 'text', 126, { strong: true }),
      col('vehicle', words.vehicle, 'text', 138, { wrap: true }),
      col('state', words.state, 'badge', 214, { badges: shownStates, picture: StateCell, wrap: true }),
      col('since', words.since, 'instant', 114, { picture: Days }),
      col('lacking', words.lacking, 'text', 120, { picture: Lacking, words: contractSections, sortable: false }),
      col('promisedOn', words.promisedOn, 'day', 102),
      col('total', words.total, 'money', 114),
      col('due', words.due, 'money', 114, { sortable: false }),
      col('received', words.received, 'money', 114, { hidden: true }),
      ...(seesMargin ? [col('marginSecond', words.margin, 'money', 120, { loss: true, hidden: true })] : []),
      col('seller', words.seller, 'text', 114, { hidden: true }),
      col('deliveryOn', words.deliveryOn, 'day', 102, { hidden: true }),
      col('channel', words.channel, 'text', 110, { hidden: true, sortable: false, words: saleChannels }),
      col('location', words.location, 'text', 120, { hidden: true }),
      col('signedOn', words.signedOn, 'day', 102, { hidden: true }),
      col('deliveredOn', words.deliveredOn, 'day', 102, { hidden: true }),
      col('phone', words.phone, 'phone', 130, { hidden: true, sortable: false }),
      col('createdAt', words.createdAt, 'instant', 150, { hidden: true }),
    ],
    filters,
    views: views(given),
  };
}

interface Props extends ContractsGiven {
  data: ListData;
  mayAssign: boolean;
}

export function ContractsList({ data, mayAssign, ...given }: Props) {
  const [refresh, setRefresh] = useState(0);
  const [chosen, setChosen] = useState<ContractRow[] | null>(null);
  return (
    <ErrorBoundary what={words.title}>
      <DataList<ContractRow>
        spec={contractsListOf(given)}
        data={data}
        board={ContractsBoard}
        refresh={refresh}
        {...(mayAssign && { bulk: (rows) => [{ label: assignWords.action, run: () => setChosen(rows) }] })}
        rowActions={({ id }) => [
          { label: words.open, href: `/dealer/contracts/${id}` },
          { label: words.pdf, href: apiPath('GET /contracts/:id/document', { params: { id } }), newTab: true },
        ]}
      >
        {given.validates.backOffice && (
          <a className="btn" href="/dealer/contracts/cash">
            {words.cash}
          </a>
        )}
      </DataList>
      <OnDemand>
        {chosen && <Assign rows={chosen} onClose={() => setChosen(null)} onDone={() => setRefresh((n) => n + 1)} />}
      </OnDemand>
    </ErrorBoundary>
  );
}
