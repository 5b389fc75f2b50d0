import { SOON_DAYS } from '#domain/quotes/limits.ts';
import { quoteRowFields as fields } from '#domain/quotes/row.ts';
import { isSeen } from '#domain/record/fields.ts';
import { saleChannels } from '#domain/stock/terms.ts';
import { t } from '#site/lib/intl.ts';
import { quotesList as words } from '#site/messages/it/quotes-list.ts';
import { stage } from '#site/messages/it/stage.ts';
import { choices as none } from '#site/messages/it/stats.ts';
import { choicesOf, idsOf, idsOrNone, type Named } from '#site/ui/choices.ts';
import { silentMark } from '#site/parts/customers/silent-mark.ts';
import { CarPicture } from '#site/parts/vehicles/CarPicture.tsx';
import type { Column, Filter, ListSpec } from '#site/ui/list/table/columns.ts';
import { rowColumns, rowFilter } from '#site/ui/list/table/row-columns.ts';

const { retail, business } = saleChannels;

export interface RetailGiven {
  userId: number;
  mayCreate: boolean;
  /** Privileges of the person, which decide the visible fields. */
  privileges: readonly number[];
  /** True when the person sees the quotes of others; the list then has a filter by seller. */
  seesAll: boolean;
  sellers: Named;
  makers: Named;
  locations: Named;
  /** The stages of negotiations, in the manufacturer's words. */
  stages: Named;
  /** The customer that the address filters by: one at most. The search of the shell links here. */
  customers: Named;
}

/** Query of the expiring quotes: by day, with the phone number to call. A seller works through it in the morning. */
export const expiring = (seesMargin: boolean) => ({
  expiring: String(SOON_DAYS),
  sort: 'expiresOn',
  dir: 'asc',
  columns: `customer,phone,vehicle,number,expiresOn,keysInHand,${seesMargin ? 'margin' : 'instalment'},seller`,
});

function filtersOf(
  { seesAll, sellers, makers, locations, stages, customers }: RetailGiven,
  seesMargin: boolean,
): Filter[] {
  const filters: Filter[] = [
    rowFilter(fields, 'state'),
    rowFilter(fields, 'kind'),
    { kind: 'choice', key: 'saleChannel', label: fields.saleChannel.label, options: choicesOf({ retail, business }) },
    {
      kind: 'choice',
      key: 'expiring',
      label: words.expiring,
      options: [SOON_DAYS, 7].map((n) => ({ value: String(n), label: t(words.within, { n }) })),
    },
    { kind: 'choice', key: 'lost', label: fields.vehicle.label, options: [{ value: 'true', label: words.lost }] },
    { kind: 'choice', key: 'relisted', label: words.list, options: [{ value: 'true', label: words.relisted }] },
    rowFilter(fields, 'issuedAt'),
    rowFilter(fields, 'createdAt'),
    rowFilter(fields, 'keysInHand'),
  ];
  if (seesMargin)
    filters.push(
      { kind: 'range', of: 'percent', key: 'discountFrom', to: 'discountTo', label: fields.discountPercent.label },
      { kind: 'choice', key: 'loss', label: fields.margin.label, options: [{ value: 'true', label: words.loss }] },
      { kind: 'choice', key: 'ownGiven', label: words.deciders, options: [{ value: 'true', label: words.ownGiven }] },
    );
  const among = (key: string, label: string, all: Named, least = 1, empty?: string): Filter => ({
    kind: 'choice',
    key,
    label,
    options: empty === undefined ? idsOf(all) : idsOrNone(all, empty),
    hidden: all.length < least,
  });
  // A filter by location helps only from two locations on.
  filters.push(
    among('stageId', fields.stage.label, stages, 1, stage.without),
    among('makerId', words.maker, makers),
    among('locationId', fields.location.label, locations, 2, none.nowhere),
  );
  if (seesAll) filters.push(among('sellerId', fields.seller.label, sellers));
  filters.push(among('customerId', fields.customer.label, customers));
  return filters;
}

const columnsOf = (privileges: readonly number[], seesMargin: boolean): Column[] =>
  rowColumns(
    fields,
    [
      { key: 'paint', label: words.picture, kind: 'picture', picture: CarPicture, width: 70 },
      { key: 'number', width: 128 },
      { key: 'customer', width: 164, strong: true, empty: words.noCustomer, ...silentMark },
      {
        key: 'vehicle',
        width: 184,
        wrap: true,
        mark: { field: 'relisted', badges: { true: { label: words.relisted, tone: 'warn' } } },
      },
      {
        key: 'state',
        width: 114,
        instead: { field: 'lost', label: words.lost, tone: 'bad' },
        due: { when: 'issued', field: 'expiresOn', days: SOON_DAYS, label: words.due },
      },
      { key: 'stage', width: 120, hidden: true },
      { key: 'expiresOn', width: 102, days: 'expiring' },
      { key: 'keysInHand', width: 140 },
      { key: 'instalment', width: 100, hidden: seesMargin },
      { key: 'discountPercent', width: 92, sumLabel: words.meanDiscount },
      { key: 'margin', width: 108, loss: true },
      { key: 'seller', width: 130 },
      { key: 'revision', width: 64, hidden: seesMargin },
    ],
    privileges,
  );

/** The list of quotes for new cars to private persons and companies. */
export function retailList(given: RetailGiven): ListSpec {
  const { userId, mayCreate, privileges, seesAll } = given;
  const seesMargin = isSeen(fields.margin, privileges);
  return {
    area: 'quotes',
    title: words.title,
    noun: words.noun,
    call: 'GET /quotes',
    exportCall: 'GET /quotes/export',
    userId,
    href: '{href}',
    sort: { key: 'createdAt', dir: 'desc' },
    searchHint: words.search,
    empty: words.empty,
    totals: { by: 'state', columns: ['keysInHand', 'discountPercent', 'margin'] },
    ...(mayCreate ? { create: { label: words.create, href: '/quotation/new' } } : {}),
    columns: columnsOf(privileges, seesMargin),
    filters: filtersOf(given, seesMargin),
    views: [
      { name: words.views.all, state: {} },
      {
        name: words.views.mine,
        state: { state: 'draft,issued', ...(seesAll && { sellerId: String(userId) }) },
      },
      { name: words.views.expiring, state: expiring(seesMargin) },
      { name: words.views.drafts, state: { state: 'draft' } },
    ],
  };
}
