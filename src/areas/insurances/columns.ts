import { insuranceFields as fields } from '#domain/insurances/fields.ts';
import { insuranceTypes } from '#domain/insurances/terms.ts';
import { insurances as words } from '#site/messages/it/insurances.ts';
import { priced } from '#site/messages/it/lists.ts';
import { choicesOf, textsOf } from '#site/ui/choices.ts';
import { columnsOf, type ListSpec } from '#site/ui/list/table/columns.ts';
import { archivedFilter, validFilter } from '#site/ui/list/record/priced.ts';

interface InsurancesListOptions {
  insurers: readonly string[];
  userId: number;
  mayManage: boolean;
  /** Privileges of the person, which decide the visible fields. */
  held: readonly number[];
}

export const insurancesList = ({ insurers, userId, mayManage, held }: InsurancesListOptions): ListSpec => ({
  area: 'insurances',
  title: words.title,
  noun: words.noun,
  call: 'GET /insurances',
  exportCall: 'GET /insurances/export',
  userId,
  href: '/dealer/insurances/{id}',
  sort: { key: 'name', dir: 'asc' },
  searchHint: words.search,
  empty: words.empty,
  ...(mayManage ? { create: { label: words.create, href: '/dealer/insurances/new' } } : {}),
  columns: columnsOf(fields, held, [
    { key: 'code', width: 136 },
    { key: 'name', width: 216, strong: true },
    { key: 'insurer', width: 176, wrap: true },
    { key: 'type', width: 176, wrap: true },
    { key: 'guarantees', label: words.guarantees, kind: 'text', width: 236, wrap: true },
    { key: 'commissionPercent', width: 110 },
    { key: 'validTo', width: 110 },
    ...(['zones', 'powers'] as const).map((key) => ({ key, hidden: true, sortable: false })),
  ]).filter(({ key }) => key !== 'covers'),
  filters: [
    { kind: 'choice', key: 'type', label: fields.type.label, options: choicesOf(insuranceTypes) },
    {
      kind: 'choice',
      key: 'insurer',
      label: fields.insurer.label,
      options: textsOf(insurers),
    },
    ...[validFilter, archivedFilter],
  ],
  views: [
    { name: priced.views.all, state: {} },
    ...Object.entries(insuranceTypes).map(([type, name]) => ({ name, state: { type } })),
    { name: priced.views.over, state: { valid: 'false' } },
    { name: priced.views.archived, state: { archived: 'true' } },
  ],
});
