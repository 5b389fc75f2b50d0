import { percent } from '#domain/italian.ts';

/** A part in percent of its whole, to one decimal place; null: of nothing. */
export const pointsOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 1000) / 10;

/** The same as text, `41,20 %`; a dash: of nothing. */
export function shareText(part: number, whole: number): string {
  const points = pointsOf(part, whole);
  return points === null ? '—' : percent(points);
}
