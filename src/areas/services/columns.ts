import { serviceFields as fields } from '#domain/services/fields.ts';
import { serviceKinds, serviceProviders, serviceUsages } from '#domain/services/terms.ts';
import { services as words } from '#site/messages/it/services.ts';
import { priced } from '#site/messages/it/lists.ts';
import { choicesOf } from '#site/ui/choices.ts';
import { columnsOf, type ListSpec } from '#site/ui/list/table/columns.ts';
import { archivedFilter, netColumn, priceFilter, validFilter } from '#site/ui/list/record/priced.ts';

interface ServicesListOptions {
  userId: number;
  mayManage: boolean;
  /** Privileges of the person, which decide the visible fields. */
  held: readonly number[];
}

export const servicesList = ({ userId, mayManage, held }: ServicesListOptions): ListSpec => ({
  area: 'services',
  title: words.title,
  noun: words.noun,
  call: 'GET /services',
  exportCall: 'GET /services/export',
  userId,
  href: '?id={id}',
  sort: { key: 'code', dir: 'asc' },
  searchHint: words.search,
  empty: words.empty,
  ...(mayManage ? { create: { label: words.create, href: '?new' } } : {}),
  columns: columnsOf(fields, held, [
    { key: 'code', width: 110 },
    { key: 'description', width: 320, strong: true },
    { key: 'kind', width: 190 },
    { key: 'provider', width: 130 },
    { key: 'exclusiveGroup', width: 170, hidden: true },
    { key: 'price', width: 110 },
    { key: 'tariff', label: words.tariff, kind: 'text', width: 120 },
    netColumn,
    { key: 'cost', width: 110 },
    { key: 'months', width: 90 },
    { key: 'validTo', width: 110 },
  ]),
  filters: [
    { kind: 'choice', key: 'kind', label: fields.kind.label, options: choicesOf(serviceKinds) },
    { kind: 'choice', key: 'provider', label: fields.provider.label, options: choicesOf(serviceProviders) },
    { kind: 'choice', key: 'usage', label: words.usage, options: choicesOf(serviceUsages) },
    ...[validFilter, priceFilter, archivedFilter],
  ],
  views: [
    { name: priced.views.all, state: {} },
    { name: words.views.dealer, state: { provider: 'dealer' } },
    { name: words.views.maker, state: { provider: 'maker' } },
    { name: priced.views.over, state: { valid: 'false' } },
    { name: priced.views.archived, state: { archived: 'true' } },
  ],
});
