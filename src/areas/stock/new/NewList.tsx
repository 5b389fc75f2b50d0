import { lazy } from 'react';
import { fuels } from '#domain/catalog/terms.ts';
import { isSeen } from '#domain/record/fields.ts';
import { newCarFields as fields } from '#domain/stock/new/fields.ts';
import type { NewCarRow } from '#domain/stock/new/schema.ts';
import { comingStates, newStates } from '#domain/stock/new-terms.ts';
import { newRowFields as beside } from '#domain/stock/new/row.ts';
import { newListed } from '#domain/stock/setting-fields.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { newList as words } from '#site/messages/it/new-cars.ts';
import { CarPicture } from '#site/parts/vehicles/CarPicture.tsx';
import { choicesOf, idsOf, type Named } from '#site/ui/choices.ts';
import { columnsOf, type ListSpec } from '#site/ui/list/table/columns.ts';
import { rowColumn, rowFilter } from '#site/ui/list/table/row-columns.ts';
import { bandBadges, bandOptions } from '../bands.ts';
import { withoutStates } from '../listed.ts';
import { moveNew } from '../calls.ts';
import { CarList, type CarListProps } from '../list/CarList.tsx';
import { carFilters, carSpec, heldColumn, type CarListOptions } from '../list/car-spec.ts';

const NewOrder = lazy(() => import('./NewOrder.tsx'));

export interface NewListOptions extends CarListOptions {
  makers: Named;
}

export const newList = ({ makers, ...given }: NewListOptions): ListSpec => ({
  ...carSpec('new', words, given),
  sort: { key: 'arrivedOn', dir: 'asc' },
  without: withoutStates(newStates, newListed, given.terms.newListed),
  columns: columnsOf(fields, given.held, [
    { key: 'code', width: 116, hidden: true },
    { key: 'paint', label: words.picture, kind: 'picture', picture: CarPicture, width: 70 },
    rowColumn(beside, 'name', { width: 184, strong: true }),
    { key: 'orderNumber', width: 82 },
    { key: 'vin', width: 150, hidden: true },
    rowColumn(beside, 'state', { width: 140 }),
    heldColumn(beside, words),
    { key: 'expectedOn', width: 100, label: words.arrival },
    rowColumn(beside, 'listPrice', { width: 100 }),
    { key: 'price', width: 100, empty: '—' },
    ...(isSeen(beside.profit, given.held) ? [rowColumn(beside, 'profit', { width: 100, loss: true })] : []),
    rowColumn(beside, 'days', { width: 62 }),
    rowColumn(beside, 'band', { kind: 'badge', width: 104, badges: bandBadges(given.terms) }),
    { key: 'locationId', width: 130, hidden: true },
    { key: 'arrivedOn', hidden: true },
    rowColumn(beside, 'holder', { hidden: true }),
  ]).filter(({ key }) => key !== 'versionName' && key !== 'notes'),
  filters: [
    rowFilter(beside, 'state'),
    { kind: 'many', key: 'band', label: beside.band.label, options: bandOptions(given.terms) },
    { kind: 'range', of: 'money', key: 'priceFrom', to: 'priceTo', label: words.price },
    { kind: 'range', of: 'day', key: 'expectedFrom', to: 'expectedTo', label: words.expected },
    { kind: 'many', key: 'fuel', label: words.fuel, options: choicesOf(fuels) },
    { kind: 'choice', key: 'makerId', label: beside.maker.head, options: idsOf(makers) },
    ...carFilters(beside, words, given, [
      { value: 'price', label: words.lacksPrice },
      { value: 'papers', label: words.lacksPapers },
      { value: 'expiring', label: words.lacksExpiring },
      { value: 'arrival', label: words.lacksArrival },
    ]),
  ],
  views: [
    { name: words.views.all, state: {} },
    { name: words.views.free, state: { free: 'true' } },
    { name: words.views.coming, state: { state: 'ordered,in_transit' } },
    { name: words.views.late, state: { lacks: 'arrival' } },
    { name: words.views.here, state: { state: 'in_stock' } },
    { name: words.views.assigned, state: { reserved: 'assigned' } },
    { name: t(words.views.aged, { n: given.terms.normalDays }), state: { band: 'slow,aged' } },
    { name: words.views.price, state: { lacks: 'price' } },
    { name: words.views.sold, state: { state: 'sold,registered' } },
    { name: words.views.gone, state: { archived: 'true' } },
  ],
});

const { price, b2bPrice, minPrice } = fields;

interface Props extends NewListOptions, CarListProps {
  /** Today in Rome. */
  today: string;
  may: { quote: boolean; findCustomers: boolean };
}

export function NewList({ data, isNew, may, today, ...given }: Props) {
  const { mayManage, held, userId, locations, terms } = given;
  const who = { id: userId, privileges: held };
  return (
    <CarList<NewCarRow>
      kind="new"
      spec={newList(given)}
      words={words}
      data={data}
      isNew={isNew}
      terms={terms}
      mayManage={mayManage}
      findsCustomers={may.findCustomers}
      isComing={({ state }) => (comingStates as readonly string[]).includes(state)}
      arrive={(row) => moveNew('arrive', row)}
      rowActions={async (row, list) => (await import('./row-actions.ts')).rowActions(row, who, may, list)}
      editing={{
        fields: { price, b2bPrice, minPrice },
        save: async (row) => {
          const body = { price: row.price, b2bPrice: row.b2bPrice ?? null, minPrice: row.minPrice };
          const { id, version } = row;
          const saved = await call('PUT /stock/new/:id/prices', { params: { id }, version, body });
          return { ...row, ...body, version: saved.version, profit: saved.margin?.net ?? null };
        },
      }}
    >
      {(close) => <NewOrder locations={locations} today={today} onClose={close} />}
    </CarList>
  );
}
