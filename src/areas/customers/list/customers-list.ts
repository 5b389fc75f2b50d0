import { customerFields as fields } from '#domain/customers/fields.ts';
import { customerTypeWords } from '#domain/customers/terms.ts';
import { customersList as words } from '#site/messages/it/customers.ts';
import { silentMark } from '#site/parts/customers/silent-mark.ts';
import { choicesOf, idsOf, type Named } from '#site/ui/choices.ts';
import { columnsOf, type ListSpec } from '#site/ui/list/table/columns.ts';
import { archivedFilter } from '#site/ui/list/record/priced.ts';

export interface CustomersListOptions {
  userId: number;
  held: readonly number[];
  mayCreate: boolean;
  followers: Named;
  provinces: readonly { code: string; name: string }[];
}

/** Fields that lists leave out for lack of room. */
const within: readonly string[] = ['documents', 'cars', 'notes', 'iban'];

export const customersList = ({ userId, held, mayCreate, followers, provinces }: CustomersListOptions): ListSpec => ({
  area: 'customers',
  title: words.title,
  noun: words.noun,
  call: 'GET /customers',
  exportCall: 'GET /customers/export',
  userId,
  href: '/dealer/customers/{id}',
  sort: { key: 'updatedAt', dir: 'desc' },
  searchHint: words.search,
  empty: words.empty,
  ...(mayCreate ? { create: { label: words.create, href: '?new' } } : {}),
  columns: columnsOf(fields, held, [
    { key: 'name', label: words.name, kind: 'text', width: 210, strong: true, sortable: true, ...silentMark },
    { key: 'type', width: 136 },
    { key: 'phone', kind: 'phone', width: 130 },
    { key: 'email', width: 210 },
    { key: 'city', width: 118 },
    { key: 'province', label: words.province, width: 96 },
    { key: 'country', width: 120, hidden: true },
    { key: 'taxCode', width: 160, hidden: true },
    { key: 'vatNumber', width: 116, hidden: true },
    { key: 'sellerId', width: 140, empty: words.nobody, sortable: true },
    { key: 'updatedAt', label: words.updated, kind: 'instant', width: 150, sortable: true },
    { key: 'createdAt', label: words.created, kind: 'instant', width: 150, sortable: true, hidden: true },
    { key: 'inspectionUntil', label: words.inspection, kind: 'day', width: 110, sortable: true, hidden: true },
    { key: 'documentUntil', label: words.document, kind: 'day', width: 120, sortable: true, hidden: true },
    { key: 'phone2', kind: 'phone', hidden: true },
  ]).filter(({ key }) => !within.includes(key)),
  filters: [
    { kind: 'many', key: 'type', label: fields.type.short, options: choicesOf(customerTypeWords) },
    {
      kind: 'choice',
      key: 'sellerId',
      label: words.seller,
      options: [{ value: '0', label: words.nobody }, ...idsOf(followers)],
    },
    {
      kind: 'choice',
      key: 'province',
      label: words.province,
      options: provinces.map(({ code, name }) => ({ value: code, label: name })),
    },
    {
      kind: 'choice',
      key: 'due',
      label: words.due,
      options: [
        { value: 'inspection', label: words.dueInspection },
        { value: 'document', label: words.dueDocument },
      ],
    },
    {
      kind: 'choice',
      key: 'lacks',
      label: words.lacks,
      options: [
        { value: 'contact', label: words.lacksContact },
        { value: 'taxCode', label: words.lacksTaxCode },
      ],
    },
    { kind: 'range', of: 'day', key: 'createdFrom', to: 'createdTo', label: words.entered },
    { ...archivedFilter, label: words.archived },
  ],
  views: [
    { name: words.views.all, state: {} },
    { name: words.views.mine, state: { sellerId: String(userId) } },
    { name: words.views.companies, state: { type: 'vat,fleet' } },
    { name: words.views.contact, state: { lacks: 'contact' } },
    {
      name: words.views.inspection,
      state: {
        due: 'inspection',
        sort: 'inspectionUntil',
        dir: 'asc',
        columns: 'name,phone,inspectionUntil,city,seller',
      },
    },
    {
      name: words.views.documents,
      state: { due: 'document', sort: 'documentUntil', dir: 'asc', columns: 'name,phone,documentUntil,city,seller' },
    },
    { name: words.views.archived, state: { archived: 'true' } },
  ],
});
