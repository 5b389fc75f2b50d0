/** Columns, filters and form layout that all lists of priced records share. */
import { shortOf } from '#domain/record/fields.ts';
import { pricedFields } from '#domain/record/priced-fields.ts';
import { priced as words } from '#site/messages/it/lists.ts';
import { named, type Named } from '#site/ui/choices.ts';
import type { Column, Filter } from '../table/columns.ts';

const yes = { value: 'true', label: words.yes };

export const netColumn: Column = {
  key: 'net',
  label: words.net,
  kind: 'money',
  width: 110,
  net: { of: 'price', rate: 'taxRate' },
  hidden: true,
};

export const priceFilter: Filter = {
  kind: 'range',
  of: 'money',
  key: 'priceFrom',
  to: 'priceTo',
  label: pricedFields.price.label,
};
export const archivedFilter: Filter = {
  kind: 'choice',
  key: 'archived',
  label: words.archived,
  options: [yes],
  none: words.no,
};
const yesOrNo = [yes, { value: 'false', label: words.no }];
/** Filters by the validity dates of domain/record/offered.ts. */
export const validFilter: Filter = { kind: 'choice', key: 'valid', label: words.valid, options: yesOrNo };

export const pricedFilters: Filter[] = [
  priceFilter,
  { kind: 'choice', key: 'inStock', label: shortOf(pricedFields.inStock), options: yesOrNo },
  archivedFilter,
];

/** The places of the fields of domain/record/offered.ts in a form. */
export const offeredLayout = (makers: Named, locations: Named) => ({
  makerIds: { options: named(makers) },
  locationIds: { options: named(locations) },
  roles: { span: 6 as const },
});
