import { MANUFACTURER, opens } from '#domain/endpoint.ts';
import { endpoints, type CallName } from '#domain/endpoints.ts';
import { holdsAny } from '#domain/privileges.ts';
import { shell } from '../messages/it/shell.ts';
import { routeOf } from '../routes.ts';
import type { IconName } from '../ui/icon.ts';

type Words = typeof shell.commands;

/** The actions of the palette: their words, the page, and the call whose privileges decide who sees them. */
const commands: readonly [words: keyof Words, href: string, icon: IconName, call: CallName][] = [
  ['customer', '/dealer/customers?new', 'contact', 'POST /customers'],
  ['access', '/dealer/accesses/list?new', 'door-open', 'POST /accesses'],
  ['lead', '/dealer/leads/list?new', 'magnet', 'POST /leads'],
  ['event', '/dealer/calendars?new', 'calendar-days', 'POST /calendars/events'],
  ['usedCar', '/dealer/stock/used?new', 'car', 'POST /stock/used'],
  ['valuation', '/dealer/usedEvaluation?new', 'scale', 'POST /valuations'],
  ['accessory', '/dealer/accessories?new', 'package', 'POST /accessories'],
  ['tyre', '/dealer/tyres?new', 'disc-3', 'POST /tyres'],
  ['service', '/dealer/services?new', 'wrench', 'POST /services'],
  ['user', '/dealer/users?new', 'users', 'POST /users'],
  ['location', '/dealer/preferences/locations?new', 'building-2', 'POST /locations'],
  ['policy', '/dealer/preferences#policy', 'shield', 'PUT /auth/policy'],
];
/** Actions on the settings page, for dealers and for the manufacturer. */
const own: readonly [words: keyof Words, section: string, icon: IconName, call: CallName][] = [
  ['password', 'password-form', 'key-round', 'PUT /users/me/password'],
  ['secondFactor', 'second-factor', 'shield', 'GET /auth/second-factor'],
  ['sessions', 'sessions', 'monitor', 'GET /users/me/sessions'],
  ['token', 'tokens', 'lock', 'POST /users/tokens'],
];

/** The palette's actions for a person with these privileges, as a dealer or (`fms`) as the manufacturer. */
export const commandsFor = (privileges: readonly number[], fms: boolean) =>
  [
    ...(fms ? [] : commands),
    ...own.map(([name, at, icon, call]) => [name, `${fms ? '/fms' : '/dealer'}/settings#${at}`, icon, call] as const),
  ]
    .filter(([, , , call]) =>
      opens(endpoints[call], { companyId: fms ? MANUFACTURER : 0, privileges, isService: false }),
    )
    .filter(([, href]) => holdsAny(privileges, routeOf(href.split(/[?#]/)[0]!)?.privileges))
    .map(([name, href, icon]) => ({ title: shell.commands[name], href, icon }));
