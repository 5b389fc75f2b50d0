/** Enclosures whose day is over, and for which newer ones of their kind stand. */
import type { ContractFacts } from './facts.ts';
import type { DocumentType } from './terms.ts';

type Enclosed = Pick<
  ContractFacts,
  'attachments' | 'agreedTradeIns' | 'customerType' | 'cobuyerId' | 'guarantorId' | 'representativeId'
>;

/** Whether an enclosure is over on a day (Rome). */
export const isOver = ({ expiresOn }: { expiresOn: string | null }, today: string): boolean =>
  expiresOn !== null && expiresOn < today;

/** Papers that say who somebody is: no car has one. */
const OF_PEOPLE: readonly DocumentType[] = [
  'identity_card',
  'driving_licence',
  'passport',
  'health_card',
  'residence_permit',
  'income',
];

/**
 * The places of enclosures that are over and replaced: of their kind one with the same note holds, or as many hold as there are
 * people, or of other papers than theirs cars taken in, each of which may have one. Nothing says whose an enclosure is but its note.
 */
export function replacedAt(facts: Enclosed, today: string): ReadonlySet<number> {
  const { attachments, agreedTradeIns, customerType, cobuyerId, guarantorId, representativeId } = facts;
  const others = [cobuyerId, guarantorId, representativeId].filter((id) => id !== null).length;
  // For a company its representative has papers.
  const people = customerType === 'fleet' ? others : 1 + others;
  const ownersOf = (type: DocumentType) => Math.max(1, people, OF_PEOPLE.includes(type) ? 0 : agreedTradeIns.length);
  const noteOf = ({ note }: { note: string }) => note.trim().toLowerCase();
  const places = attachments.flatMap((one, at) => {
    if (!isOver(one, today)) return [];
    const valid = attachments.filter((other) => other.type === one.type && !isOver(other, today));
    const own = noteOf(one) !== '' && valid.some((other) => noteOf(other) === noteOf(one));
    return own || valid.length >= ownersOf(one.type) ? [at] : [];
  });
  return new Set(places);
}
