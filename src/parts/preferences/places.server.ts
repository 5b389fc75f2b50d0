import { typed } from '#domain/record/fields.ts';
import { MANUFACTURER, opens } from '#domain/endpoint.ts';
import { endpoints, type CallName } from '#domain/endpoints.ts';
import { preferences, settingPlaces as words } from '#site/messages/it/preferences.ts';
import type { IconName } from '#site/ui/icon.ts';
import { hrefOf, pages } from './pages.server.ts';

/** Where something is set: its name, the page it stands on, and the words that a search finds it by. */
export interface Place {
  title: string;
  where: string;
  href: string;
  icon: IconName;
  words: string;
}

/** A card of the preferences or, for a list, the page itself; the labels of its fields are its words. */
export const preferencePlaces: readonly Place[] = pages.flatMap(({ name, icon, fields, parts, words: more = '' }) => {
  const [title, text] = preferences.pages[name];
  const labels = (keys: readonly string[]) =>
    typed(fields).flatMap(([key, { label }]) => (keys.includes(key) ? [label] : []));
  const page = { title, where: preferences.title, href: hrefOf(name), icon };
  return [
    { ...page, words: [text, more, ...(parts.length > 0 ? [] : labels(Object.keys(fields)))].join(' ') },
    ...parts.map((part) => ({
      title: part.title,
      where: title,
      href: `${hrefOf(name)}#${part.id}`,
      icon,
      words: [part.help, ...labels(part.keys)].join(' '),
    })),
  ];
});

type Other = keyof typeof words;
/** Beyond the pages of the preferences: the address, and the call whose privileges decide who finds it. */
const others: readonly [name: Other, href: string, icon: IconName, call: CallName][] = [
  ['policy', '/dealer/preferences#policy', 'shield', 'PUT /auth/policy'],
  ['unused', '/dealer/preferences#unused', 'folder', 'GET /uploads/unused/people'],
  ['users', '/dealer/users', 'users', 'GET /users'],
  ['password', '/dealer/settings#password-form', 'key-round', 'PUT /users/me/password'],
  ['secondFactor', '/dealer/settings#second-factor', 'shield', 'GET /auth/second-factor'],
  ['sessions', '/dealer/settings#sessions', 'monitor', 'GET /users/me/sessions'],
  ['profile', '/dealer/settings#profile', 'contact', 'PUT /users/me'],
  ['picture', '/dealer/settings#picture', 'contact', 'PUT /users/me/picture'],
  ['appearance', '/dealer/settings#appearance', 'sliders-horizontal', 'PUT /users/me'],
  ['notifications', '/dealer/settings#notifications', 'bell', 'GET /notifications/settings'],
  ['tokens', '/dealer/settings#tokens', 'lock', 'POST /users/tokens'],
];

const allows = (privileges: readonly number[], fms: boolean) => (call: CallName) =>
  opens(endpoints[call], { companyId: fms ? MANUFACTURER : 0, privileges, isService: false });

/** May a person with these privileges set what stands in the preferences? */
export const setsPreferences = (privileges: readonly number[], fms: boolean): boolean =>
  !fms && allows(privileges, fms)('GET /quotes/settings');

/** What a person with these privileges may set beyond the preferences, and where, as a dealer or (`fms`) as the manufacturer. */
export function otherPlaces(privileges: readonly number[], fms: boolean): Place[] {
  const mayCall = allows(privileges, fms);
  return others
    .filter(([, href, , call]) => mayCall(call) && (!fms || href.includes('/settings')))
    .map(([name, href, icon]) => {
      const [title, where, text] = words[name];
      return { title, where, href: fms ? href.replace('/dealer', '/fms') : href, icon, words: text };
    });
}
