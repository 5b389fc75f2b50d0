/** The line of a contract's reason that a consent to the discount of its quote has written. Pure. */
const LINE = /^Sconto autorizzato(?: da [^:\n]+)?: .*$/m;

/** The consent in one line. `by`: who gave it, null where the name is not known. */
export const grantedLine = ({ by, reason }: { by: string | null; reason: string }): string =>
  `Sconto autorizzato${by ? ` da ${by}` : ''}: ${reason.replaceAll(/\s+/g, ' ')}`;

/** What a person has written as the reason: a consent answers for its own discount and for nothing else. */
export const ownReason = (text: string): string => text.replace(LINE, '').trim();
