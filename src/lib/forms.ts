import type { ErrorBody } from '#domain/errors.ts';

/** A refusal by the form's fields, and what it says of none of them: that must not go unsaid. */
export function refusalOf({ message, fields = {} }: Pick<ErrorBody, 'message' | 'fields'>, names: readonly string[]) {
  const all = Object.entries(fields);
  const atFields = Object.fromEntries(all.filter(([name]) => names.includes(name)));
  const others = all.flatMap(([name, text]) => (names.includes(name) ? [] : [text]));
  return { atFields, rest: all.length > 0 ? others.join(' ') : message };
}

/** An idempotency key: minted when a form opens, so that pressing "Salva" again after a lost answer creates nothing twice. */
export function newKey(): string {
  // randomUUID exists only on https and localhost; a showroom PC may reach the server by its address on the network.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Has a refused call surely made nothing? Not without an answer, nor while it still runs (409): the key must stay. */
export const madeNothing = (status: number): boolean => status < 500 && status !== 409;

/** Who closes a dialog because the browser went back asks with this event first: cancelled, the dialog stays. */
export const BACK = 'volante:back';
