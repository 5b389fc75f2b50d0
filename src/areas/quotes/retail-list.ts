import { quoteStates } from '#domain/quotes/terms.ts';
import { t } from '#site/lib/intl.ts';
import { quotesList as words } from '#site/messages/it/quotes-list.ts';
import { builder } from '#site/messages/it/quotes.ts';
import type { Filter, ListSpec } from '#site/ui/list/columns.ts';

interface Named {
  id: number;
  name: string;
}

export interface RetailGiven {
  userId: number;
  mayCreate: boolean;
  /** For who sees other people's quotes; empty: no filter. */
  sellers: readonly Named[];
  makers: readonly Named[];
  /** Whose quotes the address asks for, as the search of the shell does. */
  customer?: Named | null;
}

/** Days before the end from which a quote counts as expiring, as on the dashboard. */
const SOON = 2;
const tones = {
  draft: 'mute',
  issued: 'info',
  accepted: 'ok',
  converted: 'ok',
  expired: 'bad',
  closed: 'mute',
} as const;
const choices = (list: readonly Named[]) => list.map(({ id, name }) => ({ value: String(id), label: name }));
const states = quoteStates.map((state) => ({ value: state, label: builder.states[state] }));
const badges = Object.fromEntries(
  quoteStates.map((state) => [state, { label: builder.states[state], tone: tones[state] }]),
);

/** The list of quotes for new cars to private persons and companies. */
export function retailList({ userId, mayCreate, sellers, makers, customer }: RetailGiven): ListSpec {
  const filters: Filter[] = [
    { kind: 'many', key: 'state', label: words.state, options: states },
    {
      kind: 'choice',
      key: 'expiring',
      label: words.expiring,
      options: [SOON, 7].map((n) => ({ value: String(n), label: t(words.within, { n }) })),
    },
    { kind: 'range', key: 'from', to: 'to', label: words.createdAt },
  ];
  if (makers.length) filters.push({ kind: 'choice', key: 'makerId', label: words.maker, options: choices(makers) });
  if (sellers.length) filters.push({ kind: 'choice', key: 'sellerId', label: words.seller, options: choices(sellers) });
  if (customer)
    filters.push({ kind: 'choice', key: 'customerId', label: words.customer, options: choices([customer]) });
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
    totals: { keysInHand: 'keysInHandTotal' },
    ...(mayCreate ? { create: { label: words.create, href: '/quotation/new' } } : {}),
    columns: [
      { key: 'number', label: words.number, kind: 'text', width: 128, sortable: true },
      {
        key: 'customer',
        label: words.customer,
        kind: 'text',
        width: 200,
        sortable: true,
        strong: true,
        empty: words.noCustomer,
      },
      { key: 'vehicle', label: words.vehicle, kind: 'text', width: 250, sortable: true },
      {
        key: 'state',
        label: words.state,
        kind: 'badge',
        width: 130,
        sortable: true,
        badges,
        due: { when: 'issued', field: 'expiresOn', days: SOON, label: words.due },
      },
      { key: 'expiresOn', label: words.expiresOn, kind: 'day', width: 102, sortable: true },
      { key: 'keysInHand', label: words.keysInHand, kind: 'money', width: 142, sortable: true },
      { key: 'instalment', label: words.instalment, kind: 'money', width: 100, sortable: true },
      { key: 'seller', label: words.seller, kind: 'text', width: 132, sortable: true },
      { key: 'revision', label: words.revision, kind: 'number', width: 64 },
      { key: 'createdAt', label: words.createdAt, kind: 'instant', width: 150, sortable: true, hidden: true },
      { key: 'updatedAt', label: words.updatedAt, kind: 'instant', width: 150, sortable: true, hidden: true },
    ],
    filters,
    views: [
      { name: words.views.all, state: {} },
      {
        name: words.views.mine,
        state: { state: 'draft,issued', ...(sellers.length ? { sellerId: String(userId) } : {}) },
      },
      { name: words.views.expiring, state: { expiring: String(SOON) } },
      { name: words.views.drafts, state: { state: 'draft' } },
    ],
  };
}
