/** Days as people type them. */
import { isDay } from '#domain/dates.ts';

/** `2026-11-20` → `20/11/2026`; anything else as it is. */
export const formatDay = (day: string | null): string =>
  day ? day.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3/$2/$1') : '';

/**
 * `20/11/2026`, `20/11/26`, `20.11.26`, `20-11-2026`, `20112026`, `201126` → `2026-11-20`; null when it is no real day.
 * Two-digit years up to 20 years from `year` are of this century, the others of the last one.
 */
export function parseDay(text: string, year: number): string | null {
  const bare = text.trim();
  if (isDay(bare)) return bare;
  const parts =
    /^(\d{1,2})[/.\s-](\d{1,2})[/.\s-](\d{4}|\d{2})$/.exec(bare) ?? /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(bare);
  if (!parts) return null;
  const [, day, month, typed] = parts as unknown as [string, string, string, string];
  const short = Number(typed) + Math.floor(year / 100) * 100;
  const full = typed.length === 4 ? Number(typed) : short > year + 20 ? short - 100 : short;
  const iso = `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(iso) ? iso : null;
}
