import type { ReceptionNow } from '#domain/accesses/schema.ts';

export type Waits = ReceptionNow['waits'];

export const minutesSince = (since: string, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - Date.parse(since)) / 60_000));

/** The colour of a wait by the company's or its network's targets. */
export const toneOf = (minutes: number, { slow, late }: Waits) =>
  minutes >= late ? 'bad' : minutes >= slow ? 'warn' : 'ok';
