import { planFields as fields } from '#domain/financials/fields.ts';
import { planTypeWords } from '#domain/financials/terms.ts';
import { financials as words } from '#site/messages/it/financials.ts';
import { priced } from '#site/messages/it/lists.ts';
import { choicesOf, textsOf } from '#site/ui/choices.ts';
import { columnsOf, type ListSpec } from '#site/ui/list/table/columns.ts';
import { archivedFilter, validFilter } from '#site/ui/list/record/priced.ts';

interface FinancialsListOptions {
  lenders: readonly string[];
  userId: number;
  mayManage: boolean;
  /** Privileges of the person, which decide the visible fields. */
  held: readonly number[];
}

/** The list of financing plans. */
export const financialsList = ({ lenders, userId, mayManage, held }: FinancialsListOptions): ListSpec => ({
  area: 'financials',
  title: words.title,
  noun: words.noun,
  call: 'GET /financials',
  exportCall: 'GET /financials/export',
  userId,
  href: '/dealer/financials/{id}',
  sort: { key: 'name', dir: 'asc' },
  searchHint: words.search,
  empty: words.empty,
  ...(mayManage ? { create: { label: words.create, href: '/dealer/financials/new' } } : {}),
  columns: columnsOf(fields, held, [
    { key: 'code', width: 120 },
    { key: 'name', width: 190, strong: true },
    { key: 'lender', width: 176, wrap: true },
    { key: 'type', width: 170, wrap: true },
    { key: 'durations', label: words.durations, kind: 'text', width: 150, wrap: true },
    { key: 'maxAmount', width: 120 },
    { key: 'commissionPercent', width: 110 },
    { key: 'validTo', width: 110 },
    { key: 'futureValues', hidden: true, sortable: false },
    { key: 'futureTableIds', hidden: true, sortable: false },
  ]).filter(({ key }) => key !== 'terms'),
  filters: [
    { kind: 'choice', key: 'type', label: fields.type.label, options: choicesOf(planTypeWords) },
    {
      kind: 'choice',
      key: 'lender',
      label: fields.lender.label,
      options: textsOf(lenders),
    },
    ...[validFilter, archivedFilter],
  ],
  views: [
    { name: priced.views.all, state: {} },
    { name: priced.views.over, state: { valid: 'false' } },
    { name: priced.views.archived, state: { archived: 'true' } },
  ],
});
