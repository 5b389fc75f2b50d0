import { fuels } from '#domain/catalog/terms.ts';
import { usedCarFields as fields } from '#domain/stock/fields.ts';
import { costSeenWith } from '#domain/stock/rights.ts';
import { usedListed } from '#domain/stock/setting-fields.ts';
import { usedStates } from '#domain/stock/terms.ts';
import { isSeen } from '#domain/record/fields.ts';
import { t } from '#site/lib/intl.ts';
import { usedList as words } from '#site/messages/it/used-cars.ts';
import { CarPicture } from '#site/parts/vehicles/CarPicture.tsx';
import { choicesOf, labelsOf, textsOf } from '#site/ui/choices.ts';
import { columnsOf, type Column, type ListSpec } from '#site/ui/list/table/columns.ts';
import { bandBadges, bandOptions } from '../bands.ts';
import { carFilters, carSpec, heldColumn, type CarListOptions } from './car-spec.ts';
import { withoutStates } from '../listed.ts';

export interface UsedListOptions extends CarListOptions {
  makers: readonly string[];
}

const reservations = {
  now: { label: words.heldNow, tone: 'warn' },
  lapsed: { label: words.heldLapsed, tone: 'bad' },
} as const;
const profit: Column = { key: 'profit', label: words.profit, kind: 'money', width: 100, loss: true };

export const usedList = (given: UsedListOptions): ListSpec => {
  const { held, makers, terms } = given;
  const seesCosts = isSeen({ seenWith: costSeenWith }, held);
  return {
    ...carSpec('used', words, given),
    sort: { key: 'acquiredOn', dir: 'asc' },
    without: withoutStates(usedStates, usedListed, terms.usedListed),
    columns: columnsOf(fields, held, [
      { key: 'code', width: 116, hidden: true },
      { key: 'coverId', label: words.photo, kind: 'picture', picture: CarPicture, width: 70 },
      { key: 'name', label: words.name, kind: 'text', width: 196, strong: true, sortable: true },
      { key: 'plate', width: 98 },
      { key: 'state', label: words.state, kind: 'badge', width: 130, badges: usedStates, sortable: true },
      heldColumn(words, reservations),
      { key: 'registeredOn', width: 98, label: words.registered },
      { key: 'km', width: 92 },
      { key: 'retailPrice', width: 100, empty: '—' },
      ...(seesCosts ? [profit] : []),
      { key: 'days', label: words.days, kind: 'number', width: 62 },
      { key: 'band', label: words.band, kind: 'badge', width: 104, badges: bandBadges(terms) },
      { key: 'locationId', width: 130, hidden: true },
      { key: 'acquiredOn', hidden: true },
      { key: 'rank', label: words.rank, kind: 'text', width: 84, hidden: true, sortable: true },
      { key: 'photos', label: words.photos, kind: 'number', width: 70, hidden: true },
      { key: 'holder', label: words.holder, kind: 'text', width: 140, hidden: true },
      { key: 'maker', hidden: true },
    ]).filter(({ key }) => key !== 'equipment' && key !== 'notes'),
    filters: [
      { kind: 'many', key: 'state', label: words.state, options: labelsOf(usedStates) },
      { kind: 'many', key: 'band', label: words.band, options: bandOptions(terms) },
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
      ...carFilters(words, given, reservations, [
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
      { name: t(words.views.aged, { n: terms.normalDays }), state: { band: 'slow,aged' } },
      { name: words.views.price, state: { lacks: 'price' } },
      { name: words.views.photos, state: { lacks: 'photos' } },
      { name: words.views.papers, state: { lacks: 'papers' } },
      { name: words.views.sold, state: { state: 'sold' } },
      { name: words.views.gone, state: { archived: 'true' } },
    ],
  };
};
