import { tenths } from '#domain/italian.ts';

export const signed = (text: string, isMore: boolean): string => `${isMore ? '+' : '−'}${text}`;

/** A difference as a share of what it is from, `+5,0 %`: `share` is a fraction. */
export function signedPercent(share: number): string {
  const points = Math.round(Math.abs(share) * 1000) / 10;
  return points === 0 ? '0 %' : signed(`${tenths(points)} %`, share > 0);
}
