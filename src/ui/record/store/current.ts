import { CallError } from '#site/lib/call.ts';

/** The record in a refusal for staleness (412), as the page keeps it; undefined for any other failure. */
export function currentIn<Current>(error: unknown, read?: (sent: unknown) => Current): Current | undefined {
  if (!(error instanceof CallError) || error.status !== 412) return undefined;
  const { current } = error.body;
  return read && current !== undefined ? read(current) : (current as Current | undefined);
}
