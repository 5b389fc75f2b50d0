import type { Line } from './line.ts';

const MINUTE = 60_000;

const short = (minutes: number) =>
  minutes < 60 ? `${minutes}'` : minutes < 1440 ? `${Math.round(minutes / 60)}h` : `${Math.round(minutes / 1440)}g`;

/** What is left of the time for something that is due, or by how much it is late; times in milliseconds. */
export function ringUntil(due: number, whole: number, now: number, isSoon: boolean): NonNullable<Line['ring']> {
  const left = due - now;
  if (left <= 0) return { share: 1, text: `+${short(Math.ceil(-left / MINUTE))}`, tone: 'bad' };
  return {
    share: Math.min(1, left / Math.max(whole, MINUTE)),
    text: short(Math.ceil(left / MINUTE)),
    tone: isSoon ? 'warn' : 'ok',
  };
}
