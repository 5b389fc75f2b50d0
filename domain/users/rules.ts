import { privileges } from '../privileges.ts';

/** A phone as typed (digits with an optional country code) in E.164: without a code it is Italian (domain.md §2.11). */
export const e164 = (phone: string): string =>
  phone.startsWith('+') ? phone : phone.startsWith('00') ? `+${phone.slice(2)}` : `+39${phone}`;

interface Holder {
  id: number;
  privileges: readonly number[];
}

/** The privileges among these that somebody does not hold. */
export const lacking = (held: readonly number[], wanted: readonly number[]): number[] =>
  wanted.filter((number) => !held.includes(number));

/**
 * Why somebody may not change another user, or null: who holds more is changed by nobody who holds less, or a new address and a
 * new password would give it away.
 */
export const changeIssue = (by: Holder, user: Holder): string | null =>
  by.id !== user.id && lacking(by.privileges, user.privileges).length > 0
    ? 'Ha privilegi che non hai: lo può modificare solo chi li ha tutti.'
    : null;

/**
 * What is wrong with the privileges that `by` wants to give, or null. Nobody grants what they lack (specification screens §3),
 * and who manages the users goes on doing so: no company is left without.
 */
export function grantIssue(by: Holder, user: Holder, wanted: readonly number[]): string | null {
  const added = lacking(user.privileges, wanted);
  if (lacking(by.privileges, added).length > 0) return 'Non si possono dare privilegi che non si hanno';
  if (by.id === user.id && !wanted.includes(privileges.manageUsers))
    return 'Non si può togliere a sé stessi la gestione degli utenti';
  return null;
}

/** What a token may be given: users are managed by people alone, so that number opens nothing to it. */
export const tokenScopes: readonly number[] = Object.values(privileges).filter(
  (number) => number !== privileges.manageUsers,
);

/** What a token may do now: its scopes, as far as who answers for it holds them today. */
export const tokenRights = (scopes: readonly number[], held: readonly number[]): number[] =>
  scopes.filter((number) => held.includes(number) && tokenScopes.includes(number));
