import { SOON_DAYS } from '#domain/quotes/limits.ts';
import { quoteKinds, quoteStates } from '#domain/quotes/terms.ts';
import { saleChannels } from '#domain/stock/terms.ts';
import { t } from '#site/lib/intl.ts';
import { quotesList as words } from '#site/messages/it/quotes-list.ts';
import { choices as none } from '#site/messages/it/stats.ts';
import { choicesOf, idsOf, idsOrNone, labelsOf, type Named } from '#site/ui/choices.ts';
import { CarPicture } from '#site/parts/vehicles/CarPicture.tsx';
import type { Column, Filter, ListSpec } from '#site/ui/list/table/columns.ts';

const { retail, business } = saleChannels;

export interface RetailGiven {
  userId: number;
  mayCreate: boolean;
  seesMargin: boolean;
  /** True when the person sees the quotes of others; the list then has a filter by seller. */
  seesAll: boolean;
  sellers: Named;
  makers: Named;
  locations: Named;
  /** The customer that the address filters by: one at most. The search of the shell links here. */
  customers: Named;
}

const figures: Column[] = [
  {
    key: 'discountPercent',
    label: words.discount,
    sumLabel: words.meanDiscount,
    kind: 'percent',
    width: 92,
    sortable: true,
  },
  { key: 'margin', label: words.margin, kind: 'money', width: 108, sortable: true, loss: true },
  { key: 'discount', label: words.discountAmount, kind: 'money', width: 124, hidden: true },
];
/** Query of the expiring quotes: by day, with the phone number to call. A seller works through it in the morning. */
export const expiring = (seesMargin: boolean) => ({
  expiring: String(SOON_DAYS),
  sort: 'expiresOn',
  dir: 'asc',
  columns: `customer,phone,vehicle,number,expiresOn,keysInHand,${seesMargin ? 'margin' : 'instalment'},seller`,
});

function filtersOf({ seesMargin, seesAll, sellers, makers, locations, customers }: RetailGiven): Filter[] {
  const filters: Filter[] = [
    { kind: 'many', key: 'state', label: words.state, options: labelsOf(quoteStates) },
    { kind: 'choice', key: 'kind', label: words.kind, options: choicesOf(quoteKinds) },
    { kind: 'choice', key: 'saleChannel', label: words.saleChannel, options: choicesOf({ retail, business }) },
    {
      kind: 'choice',
      key: 'expiring',
      label: words.expiring,
      options: [SOON_DAYS, 7].map((n) => ({ value: String(n), label: t(words.within, { n }) })),
    },
    { kind: 'choice', key: 'lost', label: words.vehicle, options: [{ value: 'true', label: words.lost }] },
    { kind: 'range', of: 'day', key: 'issuedFrom', to: 'issuedTo', label: words.issuedAt },
    { kind: 'range', of: 'day', key: 'from', to: 'to', label: words.createdAt },
    { kind: 'range', of: 'money', key: 'keysInHandFrom', to: 'keysInHandTo', label: words.keysInHand },
  ];
  if (seesMargin)
    filters.push(
      { kind: 'range', of: 'percent', key: 'discountFrom', to: 'discountTo', label: words.discount },
      { kind: 'choice', key: 'loss', label: words.margin, options: [{ value: 'true', label: words.loss }] },
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
  filters.push(among('makerId', words.maker, makers), among('locationId', words.location, locations, 2, none.nowhere));
  if (seesAll) filters.push(among('sellerId', words.seller, sellers));
  filters.push(among('customerId', words.customer, customers));
  return filters;
}

const columnsOf = ({ seesMargin }: RetailGiven): Column[] => [
  { key: 'paint', label: words.picture, kind: 'picture', picture: CarPicture, width: 70 },
  { key: 'number', label: words.number, kind: 'text', width: 128, sortable: true },
  {
    key: 'customer',
    label: words.customer,
    kind: 'text',
    width: 164,
    sortable: true,
    strong: true,
    empty: words.noCustomer,
  },
  { key: 'vehicle', label: words.vehicle, kind: 'text', width: 184, sortable: true, wrap: true },
  { key: 'kind', label: words.kind, kind: 'text', width: 80, hidden: true, words: quoteKinds },
  { key: 'saleChannel', label: words.saleChannel, kind: 'text', width: 110, hidden: true, words: saleChannels },
  {
    key: 'state',
    label: words.state,
    kind: 'badge',
    width: 114,
    sortable: true,
    badges: quoteStates,
    instead: { field: 'lost', label: words.lost, tone: 'bad' },
    due: { when: 'issued', field: 'expiresOn', days: SOON_DAYS, label: words.due },
  },
  { key: 'expiresOn', label: words.expiresOn, kind: 'day', width: 102, sortable: true, days: 'expiring' },
  { key: 'keysInHand', label: words.keysInHand, kind: 'money', width: 140, sortable: true },
  {
    key: 'instalment',
    label: words.instalment,
    kind: 'money',
    width: 100,
    sortable: true,
    hidden: seesMargin,
  },
  ...(seesMargin ? figures : []),
  { key: 'seller', label: words.seller, kind: 'text', width: 130, sortable: true },
  { key: 'location', label: words.location, kind: 'text', width: 140, sortable: true, hidden: true },
  { key: 'phone', label: words.phone, kind: 'phone', width: 124, hidden: true },
  { key: 'revision', label: words.revision, kind: 'number', width: 64, hidden: seesMargin },
  { key: 'issuedAt', label: words.issuedAt, kind: 'instant', width: 150, sortable: true, hidden: true },
  { key: 'createdAt', label: words.createdAt, kind: 'instant', width: 150, sortable: true, hidden: true },
  { key: 'updatedAt', label: words.updatedAt, kind: 'instant', width: 150, sortable: true, hidden: true },
];

/** The list of quotes for new cars to private persons and companies. */
export function retailList(given: RetailGiven): ListSpec {
  const { userId, mayCreate, seesMargin, seesAll } = given;
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
    columns: columnsOf(given),
    filters: filtersOf(given),
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
