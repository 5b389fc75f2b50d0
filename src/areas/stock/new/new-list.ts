import { fuels } from '#domain/catalog/terms.ts';
import { isSeen } from '#domain/fields.ts';
import { newCarFields as fields } from '#domain/stock/new/fields.ts';
import { newStates } from '#domain/stock/new/terms.ts';
import { costSeenWith } from '#domain/stock/rights.ts';
import type { StockTerms } from '#domain/stock/setting-endpoints.ts';
import { t } from '#site/lib/intl.ts';
import { newList as words } from '#site/messages/it/new-cars.ts';
import { choicesOf, idsOf, labelsOf, type Named } from '#site/ui/choices.ts';
import { columnsOf, type Column, type ListSpec } from '#site/ui/list/columns.ts';
import { bandBadges, bandOptions } from '../bands.ts';

export interface Given {
  userId: number;
  mayManage: boolean;
  /** Privileges of who looks: not everybody sees every field. */
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
  paper: { call: 'GET /stock/new/price-list', label: words.priceList },
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
      // With a single location there is nothing to filter.
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
