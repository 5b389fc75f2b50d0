import { lazy, useState } from 'react';
import { contractRowFields as fields, oldestFirst } from '#domain/contracts/row.ts';
import type { ContractRow } from '#domain/contracts/schema.ts';
import { signatureStates } from '#domain/contracts/signature-states.ts';
import { LONG_DAYS, shownStateOf, shownStates } from '#domain/contracts/terms.ts';
import { addDays, dayInRome } from '#domain/dates.ts';
import { isSeen } from '#domain/record/fields.ts';
import { apiPath } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { contractsList as words } from '#site/messages/it/contracts-list.ts';
import { shortStates } from '#site/messages/it/contracts-states.ts';
import { choices as figures } from '#site/messages/it/stats.ts';
import { assign as assignWords } from '#site/messages/it/lists.ts';
import { silentMark } from '#site/parts/customers/silent-mark.ts';
import { CarPicture } from '#site/parts/vehicles/CarPicture.tsx';
import { StateBadge } from '#site/ui/Bits.tsx';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { choicesOf, idsOf, idsOrNone, type Named } from '#site/ui/choices.ts';
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx';
import type { Filter, ListData, ListSpec, Row } from '#site/ui/list/table/columns.ts';
import { rowColumns, rowFilter } from '#site/ui/list/table/row-columns.ts';
import { DataList } from '#site/ui/list/DataList.tsx';
import { Handover, Registration } from './HandoverCells.tsx';
import { Age, Due, Promised, Sections } from './QueueCells.tsx';
import { validatingOf } from './validating.ts';
import './contracts.css';

const Assign = lazy(() => import('./Assign.tsx'));
const ContractsBoard = lazy(() => import('./ContractsBoard.tsx'));

export interface ContractsGiven {
  userId: number;
  /** Privileges of the person, which decide the visible fields. */
  privileges: readonly number[];
  /** By hand, without a quote. */
  mayMake: boolean;
  validates: { commercial: boolean; backOffice: boolean };
  sellers: Named;
  locations: Named;
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

/** The names of the states in the course, which are shorter. */
const short: Partial<Record<keyof typeof shownStates, string>> = shortStates;

/** Where the contract is in its course, or how it ended. */
function StateCell({ row }: { row: Row }) {
  const shown = shownStateOf(row as ContractRow);
  const { label, tone } = shownStates[shown];
  return <StateBadge tone={tone}>{short[shown] ?? label}</StateBadge>;
}

/** What is looked at where contracts wait: the state is the name of the view. */
const waiting = 'paint,customer,vehicle,number,since,lacking,promisedOn,total,received,due';
/** States in which a car waits to be handed over, and what is looked at then, day by day. */
const handedOver = 'approved,billed';
const delivering = 'paint,customer,vehicle,number,deliveryAt,handover,registration,due,deliveryOn';
/** A queue: who waits longest stands first. */
const queue = (state: string) => ({ state, ...oldestFirst, columns: waiting });

const long = t(words.long, { n: LONG_DAYS });
/** What one looks for in a queue, by one press. */
function shortcuts(): NonNullable<ListSpec['shortcuts']> {
  const today = dayInRome(new Date());
  return [
    { label: words.ready, filters: { lacking: 'false' } },
    { label: long, filters: { long: 'true' } },
    { label: words.soon, filters: { deliveryFrom: today, deliveryTo: addDays(today, 7) } },
    { label: words.late, filters: { late: 'true' } },
    { label: words.unsigned, filters: { signature: 'missing' } },
  ];
}

const views = ({ userId, validates }: ContractsGiven): NonNullable<ListSpec['views']> => [
  { name: words.views.all, state: {} },
  { name: words.views.mine, state: { sellerId: String(userId) } },
  { name: words.views.incomplete, state: { state: 'incomplete' } },
  ...(validates.commercial ? [{ name: words.views.commercial, state: queue('waiting_commercial_approvation') }] : []),
  ...(validates.backOffice ? [{ name: words.views.backOffice, state: queue('waiting_approvation') }] : []),
  { name: words.views.approved, state: { state: 'approved' } },
  { name: words.views.billed, state: { state: 'billed' } },
  { name: words.views.deliver, state: { state: handedOver, sort: 'deliveryOn', dir: 'asc', columns: delivering } },
  { name: words.views.completed, state: { state: 'completed' } },
  { name: words.views.canceled, state: { canceled: 'true' } },
];

/** The list of contracts by queue. */
export function contractsListOf(given: ContractsGiven): ListSpec {
  const { userId, privileges, mayMake, sellers, locations } = given;
  const filters: Filter[] = [
    rowFilter(fields, 'state'),
    rowFilter(fields, 'kind'),
    rowFilter(fields, 'channel'),
    { kind: 'choice', key: 'canceled', label: words.canceled, options: [{ value: 'true', label: words.canceled }] },
    {
      kind: 'choice',
      key: 'lacking',
      label: fields.lacking.label,
      options: [
        { value: 'true', label: fields.lacking.label },
        { value: 'false', label: words.ready },
      ],
    },
    { kind: 'choice', key: 'late', label: words.late, options: [{ value: 'true', label: words.late }] },
    { kind: 'choice', key: 'long', label: long, options: [{ value: 'true', label: long }] },
    { kind: 'choice', key: 'owing', label: fields.due.label, options: [{ value: 'true', label: fields.due.label }] },
    { kind: 'choice', key: 'financed', label: words.financed, options: [{ value: 'true', label: words.financed }] },
    { kind: 'choice', key: 'tradeIn', label: words.tradeIn, options: [{ value: 'true', label: words.tradeIn }] },
    { kind: 'choice', key: 'signature', label: words.signature, options: choicesOf(signatureStates) },
    { kind: 'choice', key: 'withdrawn', label: words.withdrawn, options: [{ value: 'true', label: words.withdrawn }] },
    { kind: 'choice', key: 'sentBack', label: words.sentBack, options: [{ value: 'true', label: words.sentBack }] },
    { kind: 'choice', key: 'raised', label: words.raised, options: [{ value: 'true', label: words.raised }] },
    rowFilter(fields, 'createdAt'),
    rowFilter(fields, 'signedOn'),
    rowFilter(fields, 'approvedOn'),
    rowFilter(fields, 'billedOn'),
    rowFilter(fields, 'registeredOn'),
    rowFilter(fields, 'deliveredOn'),
    rowFilter(fields, 'deliveryOn'),
    rowFilter(fields, 'total'),
    {
      kind: 'choice',
      key: 'sellerId',
      label: fields.seller.label,
      options: idsOf(sellers),
      hidden: sellers.length < 2,
    },
    {
      kind: 'choice',
      key: 'locationId',
      label: fields.location.label,
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
      columns: isSeen(fields.marginSecond, privileges)
        ? ['total', 'received', 'due', 'marginSecond']
        : ['total', 'received', 'due'],
      stateOf: (row) => shownStateOf(row as ContractRow),
    },
    columns: rowColumns(
      fields,
      [
        { key: 'paint', label: words.picture, kind: 'picture', width: 70, picture: CarPicture },
        { key: 'number', width: 122, picture: Numbered },
        { key: 'customer', width: 126, strong: true, ...silentMark },
        { key: 'vehicle', width: 138, wrap: true },
        { key: 'state', width: 150, badges: shownStates, picture: StateCell, wrap: true },
        { key: 'since', width: 116, picture: Age },
        { key: 'lacking', width: 156, picture: Sections },
        { key: 'promisedOn', width: 116, picture: Promised },
        { key: 'deliveryOn', width: 102, hidden: true, days: 'state', dayless: words.noDay },
        { key: 'deliveryAt', width: 64, hidden: true },
        { key: 'handover', width: 176, hidden: true, picture: Handover },
        { key: 'registration', width: 150, hidden: true, picture: Registration },
        { key: 'total', width: 114 },
        { key: 'received', width: 110, hidden: true },
        { key: 'due', width: 114, picture: Due },
        { key: 'marginSecond', loss: true, hidden: true },
      ],
      privileges,
    ),
    filters,
    views: views(given),
    shortcuts: shortcuts(),
    legend: { columns: ['lacking', 'handover'], dots: words.handover },
  };
}

interface Props extends ContractsGiven {
  data: ListData;
  mayAssign: boolean;
}

export function ContractsList({ data, mayAssign, ...given }: Props) {
  const [refresh, setRefresh] = useState(0);
  const [chosen, setChosen] = useState<ContractRow[] | null>(null);
  const { validates } = given;
  const again = () => setRefresh((n) => n + 1);
  return (
    <ErrorBoundary what={words.title}>
      <DataList<ContractRow>
        spec={contractsListOf(given)}
        data={data}
        board={ContractsBoard}
        refresh={refresh}
        {...((mayAssign || validates.commercial || validates.backOffice) && {
          bulk: (rows) => [
            ...validatingOf(rows, validates, again),
            ...(mayAssign ? [{ label: assignWords.action, run: () => setChosen(rows) }] : []),
          ],
        })}
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
      <OnDemand>{chosen && <Assign rows={chosen} onClose={() => setChosen(null)} onDone={again} />}</OnDemand>
    </ErrorBoundary>
  );
}
