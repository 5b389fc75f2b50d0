/** What lists of records share that have a name, are archived and restored, and are changed over their list. */
import type { ListSpec } from '../table/columns.ts';
import { archivedFilter } from './priced.ts';

interface Words extends Pick<ListSpec, 'title' | 'noun' | 'empty'> {
  search: string;
  create: string;
}

type Shared = Pick<
  ListSpec,
  'title' | 'noun' | 'empty' | 'searchHint' | 'create' | 'href' | 'sort' | 'filters' | 'views'
>;

export const namedList = (words: Words, views: { open: string; archived: string }, mayManage = true): Shared => ({
  title: words.title,
  noun: words.noun,
  empty: words.empty,
  searchHint: words.search,
  ...(mayManage && { create: { label: words.create, href: '?new' } }),
  href: '?id={id}',
  sort: { key: 'name', dir: 'asc' },
  filters: [archivedFilter],
  views: [
    { name: views.open, state: {} },
    { name: views.archived, state: { archived: 'true' } },
  ],
});
