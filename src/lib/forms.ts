import type { ErrorBody } from '#domain/errors.ts';

/** Splits a refusal into messages at the form's fields and a message for everything else, so that nothing is lost. */
export function refusalOf({ message, fields = {} }: Pick<ErrorBody, 'message' | 'fields'>, names: readonly string[]) {
  const all = Object.entries(fields);
  const atFields = Object.fromEntries(all.filter(([name]) => names.includes(name)));
  const others = all.flatMap(([name, text]) => (names.includes(name) ? [] : [text]));
  return { atFields, rest: all.length > 0 ? others.join(' ') : message };
}

/** An idempotency key, made when a form opens: pressing "Salva" again after a lost answer creates nothing twice. */
export function newKey(): string {
  // randomUUID exists only on https and localhost; a showroom PC may reach the server by its network address.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** True when a refused call has certainly created nothing. Without an answer, or while the call still runs (409), the key must be kept. */
export const madeNothing = (status: number): boolean => status < 500 && status !== 409;

/** Event sent to a dialog before the back button closes it; cancelling it keeps the dialog open. */
export const BACK = 'volante:back';

/** Event sent to a form beside a list before another record takes its place; cancelling it keeps the form, and `detail` goes on later. */
export const NEXT = 'volante:next';
