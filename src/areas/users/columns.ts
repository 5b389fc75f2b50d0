import { userFields as fields } from '#domain/users/fields.ts';
import { userStates } from '#domain/users/terms.ts';
import { users as words } from '#site/messages/it/users.ts';
import { choicesOf, idsOf, labelsOf, textsOf, type Named } from '#site/ui/choices.ts';
import { columnsOf, type ListSpec } from '#site/ui/list/table/columns.ts';

interface UsersListOptions {
  userId: number;
  mayManage: boolean;
  locations: Named;
  roles: readonly string[];
}

export const usersList = ({ userId, mayManage, locations, roles }: UsersListOptions): ListSpec => ({
  area: 'users',
  title: words.title,
  noun: words.noun,
  call: 'GET /users',
  exportCall: 'GET /users/export',
  userId,
  href: '?id={id}',
  sort: { key: 'name', dir: 'asc' },
  searchHint: words.search,
  empty: words.empty,
  ...(mayManage ? { create: { label: words.create, href: '?new' } } : {}),
  columns: columnsOf(
    fields,
    [],
    [
      { key: 'name', width: 184, strong: true },
      { key: 'state', label: words.state, kind: 'badge', width: 118, badges: userStates },
      { key: 'roleName', width: 166 },
      { key: 'email', width: 192 },
      { key: 'phone', kind: 'phone', width: 125 },
      { key: 'locationIds', width: 150 },
      { key: 'secondFactor', label: words.secondFactor, kind: 'badge', width: 136, badges: words.factor },
      { key: 'lastLoginAt', label: words.lastLogin, kind: 'instant', width: 130, empty: words.never, sortable: true },
    ],
  ),
  filters: [
    {
      kind: 'choice',
      key: 'state',
      label: words.state,
      options: labelsOf(userStates),
    },
    {
      kind: 'choice',
      key: 'role',
      label: fields.roleName.label,
      options: textsOf(roles),
    },
    {
      kind: 'choice',
      key: 'locationId',
      label: fields.locationIds.label,
      options: idsOf(locations),
    },
    {
      kind: 'choice',
      key: 'privilege',
      label: fields.privileges.label,
      options: choicesOf(fields.privileges.words),
    },
  ],
  views: [
    { name: words.views.active, state: {} },
    { name: words.views.uninvited, state: { state: 'uninvited' } },
    { name: words.views.invited, state: { state: 'invited' } },
    { name: words.views.blocked, state: { state: 'blocked' } },
  ],
});
