import { privileges, SEND_LEADS } from '../privileges.ts';

/**
 * What somebody holds after their role changed `from` these privileges `to` those: what the role gains and loses; their
 * own differences stay.
 */
export const changedBy = (held: readonly number[], from: readonly number[], to: readonly number[]): number[] =>
  [...new Set([...held.filter((number) => !lacking(to, from).includes(number)), ...lacking(from, to)])].toSorted(
    (a, b) => a - b,
  );

interface Holder {
  id: number;
  privileges: readonly number[];
}

/** The wanted privileges that a person does not hold. */
export const lacking = (held: readonly number[], wanted: readonly number[]): number[] =>
  wanted.filter((number) => !held.includes(number));

/**
 * Why somebody may not change another user; null if allowed. A user with more privileges may not be changed by one with
 * fewer, who could take over the account by a new address and password.
 */
export const changeIssue = (by: Holder, user: Holder): string | null =>
  by.id !== user.id && lacking(by.privileges, user.privileges).length > 0
    ? 'Ha privilegi che non hai: lo può modificare solo chi li ha tutti.'
    : null;

/**
 * Why `by` may not grant these privileges, in Italian; null if allowed. Nobody grants privileges that they lack
 *, and managers of users cannot remove that privilege from themselves, so that no company is left
 * without one.
 */
export function grantIssue(by: Holder, user: Holder, wanted: readonly number[]): string | null {
  const added = lacking(user.privileges, wanted);
  if (lacking(by.privileges, added).length > 0) return 'Non si possono dare privilegi che non si hanno';
  if (by.id === user.id && !wanted.includes(privileges.manageUsers))
    return 'Non si può togliere a sé stessi la gestione degli utenti';
  return null;
}

/** What only people do: managing users, and deciding about what others ask. */
const ofPeople: readonly number[] = [privileges.manageUsers, privileges.approveContracts];
/** What only tokens hold, with the privilege that their maker needs for it. */
const ofTokens: Readonly<Record<number, number>> = { [SEND_LEADS]: privileges.manageAllLeads };
export const tokenScopes: readonly number[] = [
  ...Object.values(privileges).filter((number) => !ofPeople.includes(number)),
  SEND_LEADS,
];

/** The current privileges of a token: its scopes, as far as its maker holds today what they need. */
export const tokenRights = (scopes: readonly number[], held: readonly number[]): number[] =>
  scopes.filter((number) => held.includes(ofTokens[number] ?? number) && tokenScopes.includes(number));

/**
 * What a token keeps when somebody with the privileges `held` takes it over: the scopes that are in effect today and
 * that this person holds. `idle`: its scopes that its maker lacks. `lost`: what the person lacks.
 */
export function takingOver(
  { privileges: scopes, idle }: { privileges: readonly number[]; idle: readonly number[] },
  held: readonly number[],
): { kept: number[]; lost: number[] } {
  const effective = lacking(idle, scopes);
  const kept = tokenRights(effective, held);
  return { kept, lost: lacking(kept, effective) };
}
