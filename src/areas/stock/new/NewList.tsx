import { lazy, Suspense, useEffect, useState } from 'react';
import { fuels } from '#domain/catalog/terms.ts';
import { dayInRome } from '#domain/dates.ts';
import { isSeen } from '#domain/fields.ts';
import { actionsOf, movesOf } from '#domain/machine.ts';
import { newCarFields as fields } from '#domain/stock/new/fields.ts';
import { newCarMachine as machine } from '#domain/stock/new/rules.ts';
import type { NewCarRow } from '#domain/stock/new/schema.ts';
import { comingStates, newStates } from '#domain/stock/new/terms.ts';
import { costSeenWith } from '#domain/stock/rights.ts';
import type { StockTerms } from '#domain/stock/setting-endpoints.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { priced } from '#site/messages/it/lists.ts';
import { newList as words } from '#site/messages/it/new-cars.ts';
import { car } from '#site/messages/it/used-cars.ts';
import { choicesOf, idsOf, labelsOf, type Named } from '#site/ui/choices.ts';
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx';
import { attempt } from '#site/ui/list/attempt.ts';
import { columnsOf, type Action, type Column, type ListData, type ListSpec } from '#site/ui/list/columns.ts';
import { DataList } from '#site/ui/list/DataList.tsx';
import { bandBadges, bandOptions } from '../bands.ts';
import { moveNew, quoteOf } from '../calls.ts';
import { moveActions, moveAll, printChosen, type Around, type Asked } from '../list/rows.ts';

const NewOrder = lazy(() => import('./NewOrder.tsx'));
const CarDialogs = lazy(() => import('../list/CarDialogs.tsx'));

export interface Given {
  userId: number;
  mayManage: boolean;
  /** Privileges of the person, which decide the visible fields. */
  held: readonly number[];
  makers: Named;
  locations: Named;
  terms: StockTerms;
}

const reservations = {
  assigned: { label: words.heldAssigned, tone: 'info' },
  now: { label: words.heldNow, tone: 'warn' },
  lapsed: { label: words.heldLapsed, tone: 'bad' },
} as const;
const profit: Column = { key: 'profit', label: words.profit, kind: 'money', width: 112 };

/** The list of new cars. */
export const newList = ({ userId, mayManage, held, makers, locations, terms }: Given): ListSpec => ({
  area: 'newStocks',
  title: words.title,
  noun: words.noun,
  call: 'GET /stock/new',
  exportCall: 'GET /stock/new/export',
  document: { call: 'GET /stock/new/price-list', label: words.priceList },
  userId,
  href: '/dealer/stock/new/{id}',
  sort: { key: 'arrivedOn', dir: 'asc' },
  searchHint: words.search,
  empty: words.empty,
  ...(mayManage ? { create: { label: words.create, href: '?new' } } : {}),
  columns: columnsOf(fields, held, [
    { key: 'code', width: 116, hidden: true },
    { key: 'name', label: words.name, kind: 'text', width: 236, strong: true, sortable: true },
    { key: 'orderNumber', width: 104 },
    { key: 'vin', width: 150, hidden: true },
    { key: 'state', label: words.state, kind: 'badge', width: 140, badges: newStates, sortable: true },
    { key: 'held', label: words.held, kind: 'badge', width: 122, badges: reservations, empty: words.free },
    { key: 'expectedOn', width: 104, label: words.arrival },
    { key: 'listPrice', label: words.list, kind: 'money', width: 112 },
    { key: 'price', width: 112, empty: '—' },
    ...(isSeen({ seenWith: costSeenWith }, held) ? [profit] : []),
    { key: 'days', label: words.days, kind: 'number', width: 70 },
    { key: 'band', label: words.band, kind: 'badge', width: 112, badges: bandBadges(terms) },
    { key: 'locationId', width: 130, hidden: true },
    { key: 'arrivedOn', hidden: true },
    { key: 'holder', label: words.holder, kind: 'text', width: 140, hidden: true },
  ]).filter(({ key }) => key !== 'versionName' && key !== 'notes'),
  filters: [
    { kind: 'many', key: 'state', label: words.state, options: labelsOf(newStates) },
    { kind: 'many', key: 'band', label: words.band, options: bandOptions(terms) },
    { kind: 'range', of: 'money', key: 'priceFrom', to: 'priceTo', label: words.price },
    { kind: 'range', of: 'day', key: 'expectedFrom', to: 'expectedTo', label: words.expected },
    { kind: 'many', key: 'fuel', label: words.fuel, options: choicesOf(fuels) },
    { kind: 'choice', key: 'makerId', label: words.maker, options: idsOf(makers) },
    {
      kind: 'choice',
      key: 'locationId',
      label: fields.locationId.label,
      options: idsOf(locations),
      // A filter by location helps only from two locations on.
      hidden: locations.length < 2,
    },
    { kind: 'choice', key: 'reserved', label: words.held, options: labelsOf(reservations) },
    { kind: 'choice', key: 'free', label: words.views.free, options: [{ value: 'true', label: words.free }] },
    {
      kind: 'choice',
      key: 'lacks',
      label: words.lacks,
      options: [
        { value: 'price', label: words.lacksPrice },
        { value: 'papers', label: words.lacksPapers },
        { value: 'expiring', label: words.lacksExpiring },
        { value: 'arrival', label: words.lacksArrival },
      ],
    },
    { kind: 'choice', key: 'archived', label: words.gone, options: [{ value: 'true', label: 'Sì' }], none: 'No' },
  ],
  views: [
    { name: words.views.all, state: {} },
    { name: words.views.free, state: { free: 'true' } },
    { name: words.views.coming, state: { state: 'ordered,in_transit' } },
    { name: words.views.late, state: { lacks: 'arrival' } },
    { name: words.views.here, state: { state: 'in_stock' } },
    { name: words.views.assigned, state: { reserved: 'assigned' } },
    { name: t(words.views.aged, { n: terms.normalDays }), state: { band: 'slow,aged' } },
    { name: words.views.price, state: { lacks: 'price' } },
    { name: words.views.sold, state: { state: 'sold,registered' } },
    { name: words.views.gone, state: { archived: 'true' } },
  ],
});

/** The actions of this person on a car of the list. */
function rowActions(
  row: NewCarRow,
  who: { id: number; privileges: readonly number[] },
  { quote }: { quote: boolean },
  list: Around<NewCarRow>,
): Action[] {
  const { id } = row;
  const facts = { ...row, purchaseCost: row.purchaseCost ?? null, saleChannel: null };
  const may = actionsOf(machine, facts, { ...who, today: dayInRome(new Date()) });
  const moves = moveActions(
    machine.moves,
    movesOf(machine).filter((name) => may.includes(name)),
    (name, why) => moveNew(name, row, why),
    list,
  );
  const held = row.held === 'now' || row.held === 'assigned';
  const actions: (Action | false)[] = [
    { label: priced.open, href: `/dealer/stock/new/${id}` },
    quote && may.includes('quote') && { label: words.quote, href: quoteOf(row) },
    may.includes('reserve') &&
      (!held || row.reservedBy === who.id) && {
        label: held ? car.extend : car.reserve,
        run: () => list.ask({ what: 'reserve', car: row }),
      },
    row.held !== null &&
      may.includes('release') && {
        label: car.release,
        run: () =>
          void attempt(() => call('POST /stock/new/:id/release', { params: { id } }), list.again, car.released),
      },
    ...moves,
  ];
  return actions.filter((action) => action !== false);
}

const { price, b2bPrice, minPrice } = fields;

export interface Props extends Given {
  data: ListData;
  /** True when the address asks for a new car. */
  isNew: boolean;
  /** Today in Rome. */
  today: string;
  may: { quote: boolean; findCustomers: boolean };
}

const isComing = (state: NewCarRow['state']) => (comingStates as readonly string[]).includes(state);
const coming = (rows: readonly NewCarRow[]) => rows.filter(({ state }) => isComing(state));

/** The table of new cars with the actions of each row; the server checks every action again. */
export function NewList({ data, isNew, may, today, ...given }: Props) {
  const { mayManage, held, userId, locations, terms } = given;
  const [refresh, setRefresh] = useState(0);
  const again = () => setRefresh((before) => before + 1);
  const [asked, setAsked] = useState<Asked<NewCarRow> | null>(null);
  const close = () => setAsked(null);
  // Opens after hydration, because a dialog needs JavaScript.
  useEffect(() => {
    if (isNew) setAsked({ what: 'new' });
  }, [isNew]);
  const who = { id: userId, privileges: held };
  const bulk = (rows: readonly NewCarRow[]): Action[] => {
    const actions: (Action | false)[] = [
      mayManage && { label: priced.reprice, run: () => setAsked({ what: 'reprice', ids: rows.map(({ id }) => id) }) },
      mayManage &&
        coming(rows).length > 0 && {
          label: words.arriveAll,
          run: () => moveAll(coming(rows), (row) => moveNew('arrive', row), again),
        },
      {
        label: words.priceList,
        run: () => printChosen('GET /stock/new/price-list', rows),
      },
    ];
    return actions.filter((action) => action !== false);
  };
  return (
    <ErrorBoundary what={words.title}>
      <DataList<NewCarRow>
        spec={newList(given)}
        data={data}
        refresh={refresh}
        bulk={bulk}
        rowActions={(row) => rowActions(row, who, may, { ask: setAsked, again })}
        {...(mayManage && {
          onCreate: () => setAsked({ what: 'new' }),
          editing: {
            fields: { price, b2bPrice, minPrice },
            nameOf: ({ name }) => name,
            save: async (row) => {
              const body = { price: row.price, b2bPrice: row.b2bPrice ?? null, minPrice: row.minPrice };
              const { id, version } = row;
              const saved = await call('PUT /stock/new/:id/prices', { params: { id }, version, body });
              return { ...row, ...body, version: saved.version, profit: saved.margin?.net ?? null };
            },
          },
        })}
      >
        {mayManage && (
          <button type="button" className="btn" onClick={() => setAsked({ what: 'import' })}>
            {priced.import}
          </button>
        )}
      </DataList>
      <Suspense>
        {asked?.what === 'new' && <NewOrder locations={locations} today={today} onClose={close} />}
        {asked && asked.what !== 'new' && (
          <CarDialogs
            asked={asked}
            terms={terms}
            kind="stock/new"
            repriceHelp={words.repriceHelp}
            findsCustomers={may.findCustomers}
            onClose={close}
            onDone={again}
          />
        )}
      </Suspense>
    </ErrorBoundary>
  );
}
