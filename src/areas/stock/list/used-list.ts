import { fuels } from '#domain/catalog/terms.ts';
import { usedCarFields as fields } from '#domain/stock/fields.ts';
import { usedRowFields as beside } from '#domain/stock/row.ts';
import { usedListed } from '#domain/stock/setting-fields.ts';
import { usedStates } from '#domain/stock/terms.ts';
import { isSeen } from '#domain/record/fields.ts';
import { t } from '#site/lib/intl.ts';
import { usedList as words } from '#site/messages/it/used-list.ts';
import { CarPicture } from '#site/parts/vehicles/CarPicture.tsx';
import { choicesOf, textsOf } from '#site/ui/choices.ts';
import { columnsOf, type ListSpec } from '#site/ui/list/table/columns.ts';
import { rowColumn, rowFilter } from '#site/ui/list/table/row-columns.ts';
import { bandBadges, bandOptions } from '../bands.ts';
import { carFilters, carSpec, heldColumn, type CarListOptions } from './car-spec.ts';
import { withoutStates } from '../listed.ts';

export interface UsedListOptions extends CarListOptions {
  makers: readonly string[];
}

export const usedList = (given: UsedListOptions): ListSpec => {
  const { held, makers, terms } = given;
  const seesCosts = isSeen(beside.profit, held);
  return {
    ...carSpec('used', words, given),
    sort: { key: 'acquiredOn', dir: 'asc' },
    without: withoutStates(usedStates, usedListed, terms.usedListed),
    columns: columnsOf(fields, held, [
      { key: 'code', width: 116, hidden: true },
      { key: 'coverId', label: words.photo, kind: 'picture', picture: CarPicture, width: 70 },
      rowColumn(beside, 'name', { width: 180, strong: true }),
      { key: 'plate', width: 98 },
      rowColumn(beside, 'state', { width: 130 }),
      { ...heldColumn(beside, words), width: 150 },
      { key: 'registeredOn', width: 98, label: words.registered },
      { key: 'km', width: 92 },
      { key: 'retailPrice', width: 100, empty: '—' },
      ...(seesCosts ? [rowColumn(beside, 'profit', { width: 100, loss: true })] : []),
      ...(seesCosts ? [rowColumn(beside, 'toMarket', { width: 84, empty: '—' })] : []),
      rowColumn(beside, 'days', { width: 62 }),
      rowColumn(beside, 'band', { kind: 'badge', width: 104, hidden: true, badges: bandBadges(terms) }),
      { key: 'locationId', width: 130, hidden: true },
      { key: 'acquiredOn', hidden: true },
      rowColumn(beside, 'rank', { width: 84, hidden: true }),
      rowColumn(beside, 'photos', { width: 70, hidden: true }),
      rowColumn(beside, 'holder', { hidden: true }),
      { key: 'maker', hidden: true },
    ]).filter(({ key }) => key !== 'equipment' && key !== 'notes'),
    filters: [
      rowFilter(beside, 'state'),
      { kind: 'many', key: 'band', label: beside.band.label, options: bandOptions(terms) },
      { kind: 'range', of: 'money', key: 'priceFrom', to: 'priceTo', label: words.price },
      { kind: 'range', of: 'day', key: 'acquiredFrom', to: 'acquiredTo', label: fields.acquiredOn.label },
      { kind: 'range', of: 'day', key: 'soldFrom', to: 'soldTo', label: words.soldOn },
      { kind: 'range', of: 'number', key: 'kmFrom', to: 'kmTo', label: fields.km.label, unit: 'km' },
      { kind: 'many', key: 'fuel', label: fields.fuel.label, options: choicesOf(fuels) },
      {
        kind: 'choice',
        key: 'maker',
        label: fields.maker.label,
        options: textsOf(makers),
      },
      { kind: 'choice', key: 'regime', label: fields.regime.label, options: choicesOf(fields.regime.words) },
      ...carFilters(beside, words, given, [
        { value: 'price', label: words.lacksPrice },
        { value: 'photos', label: words.lacksPhotos },
        { value: 'papers', label: words.lacksPapers },
        { value: 'expiring', label: words.lacksExpiring },
        ...(seesCosts ? [{ value: 'margin', label: words.lacksMargin }] : []),
      ]),
    ],
    views: [
      { name: words.views.all, state: {} },
      { name: words.views.free, state: { free: 'true' } },
      { name: words.views.scheduled, state: { state: 'scheduled' } },
      { name: words.views.restoring, state: { state: 'restoring' } },
      { name: words.views.reserved, state: { reserved: 'now' } },
      { name: t(words.views.aged, { n: terms.normalDays }), state: { band: 'slow,aged', sort: 'days', dir: 'desc' } },
      ...(seesCosts ? [{ name: words.views.losing, state: { lacks: 'margin', sort: 'profit', dir: 'asc' } }] : []),
      { name: words.views.price, state: { lacks: 'price' } },
      { name: words.views.photos, state: { lacks: 'photos' } },
      { name: words.views.papers, state: { lacks: 'papers' } },
      { name: words.views.sold, state: { state: 'sold' } },
      { name: words.views.gone, state: { archived: 'true' } },
    ],
  };
};
