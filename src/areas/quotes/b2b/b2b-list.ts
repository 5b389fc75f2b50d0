import { b2bCarFields } from '#domain/quotes/b2b/fields.ts';
import { b2bStates } from '#domain/quotes/b2b/terms.ts';
import { t } from '#site/lib/intl.ts';
import { b2bList as own } from '#site/messages/it/b2b.ts';
import { quotesList as words } from '#site/messages/it/quotes-list.ts';
import { choicesOf, idsOf, labelsOf, type Named } from '#site/ui/choices.ts';
import type { Column, Filter, ListSpec } from '#site/ui/list/columns.ts';

export interface B2bGiven {
  userId: number;
  mayCreate: boolean;
  seesMargin: boolean;
  sellers: Named;
}

/** Days before the end from which an offer counts as expiring. */
const SOON = 2;
const margin: Column = { key: 'margin', label: own.margin, kind: 'money', width: 110, sortable: true };
const col = (key: string, label: string, kind: Column['kind'], width: number, more: Partial<Column> = {}): Column => ({
  key,
  label,
  kind,
  width,
  sortable: true,
  ...more,
});

/** The list of wholesale offers. */
export function b2bList({ userId, mayCreate, seesMargin, sellers }: B2bGiven): ListSpec {
  const filters: Filter[] = [
    { kind: 'many', key: 'state', label: words.state, options: labelsOf(b2bStates) },
    {
      kind: 'choice',
      key: 'expiring',
      label: words.expiring,
      options: [SOON, 7].map((n) => ({ value: String(n), label: t(words.within, { n }) })),
    },
    { kind: 'choice', key: 'regime', label: own.regime, options: choicesOf(b2bCarFields.regime.words) },
    { kind: 'range', of: 'day', key: 'from', to: 'to', label: words.createdAt },
    { kind: 'range', of: 'money', key: 'totalFrom', to: 'totalTo', label: own.total },
  ];
  if (seesMargin)
    filters.push({ kind: 'choice', key: 'loss', label: own.margin, options: [{ value: 'true', label: words.loss }] });
  filters.push({
    kind: 'choice',
    key: 'sellerId',
    label: words.seller,
    options: idsOf(sellers),
    hidden: sellers.length < 2,
  });
  return {
    area: 'quotesB2b',
    title: own.title,
    noun: own.noun,
    call: 'GET /quotes/b2b',
    exportCall: 'GET /quotes/b2b/export',
    userId,
    href: '{href}',
    sort: { key: 'createdAt', dir: 'desc' },
    searchHint: own.search,
    empty: own.empty,
    totals: { total: 'totalSum' },
    ...(mayCreate ? { create: { label: own.create, href: '/quotation/b2b' } } : {}),
    columns: [
      col('number', words.number, 'text', 128),
      col('customer', own.trader, 'text', 200, { strong: true, empty: own.noTrader }),
      col('carCount', own.carCount, 'number', 70),
      col('vehicle', own.vehicle, 'text', 260),
      col('state', words.state, 'badge', 130, {
        badges: b2bStates,
        due: { when: 'issued', field: 'expiresOn', days: SOON, label: words.due },
      }),
      col('expiresOn', words.expiresOn, 'day', 102),
      col('total', own.total, 'money', 142),
      ...(seesMargin ? [margin] : []),
      col('seller', words.seller, 'text', 132),
      col('phone', words.phone, 'text', 130, { hidden: true, sortable: false }),
      col('revision', words.revision, 'number', 64, { hidden: true, sortable: false }),
      col('createdAt', words.createdAt, 'instant', 150, { hidden: true }),
      col('updatedAt', words.updatedAt, 'instant', 150, { hidden: true }),
    ],
    filters,
    views: [
      { name: words.views.all, state: {} },
      { name: words.views.mine, state: { state: 'draft,issued', sellerId: String(userId) } },
      { name: words.views.expiring, state: { expiring: String(SOON) } },
      { name: words.views.drafts, state: { state: 'draft' } },
    ],
  };
}
