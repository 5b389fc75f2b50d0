import { instantInRome, isDay } from '#domain/dates.ts';

const ZONE = /\s*(z|[+-]\d\d(?::?\d\d)?)$/i;
const ISO = /^(\d{4})-?(\d\d)-?(\d\d)(?:[t\s,]+(\d\d):?(\d\d)(?::?\d\d(?:[.,]\d+)?)?)?$/i;
const ITALIAN = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?:[\s,]+(?:(?:alle|ore)\s+)*(\d{1,2})[:.](\d\d)(?:[:.]\d\d)?)?$/i;

/** No program writes an instant in more characters. */
const LONGEST = 80;

const two = (digits: string) => digits.padStart(2, '0');

/**
 * The instant that a program writes: ISO 8601, Italian, or as mails do (RFC 5322); without a zone it is Rome's clock, without a
 * clock the day begins. Null: nobody can tell.
 */
export function instantIn(written: string): Date | null {
  const text = written.trim();
  if (text.length > LONGEST) return null;
  const [, zone] = ZONE.exec(text) ?? [];
  const bare = zone && /[t:]/i.test(text) ? text.replace(ZONE, '') : text;
  const [, ...iso] = ISO.exec(bare) ?? [];
  const [, ...own] = ITALIAN.exec(bare) ?? [];
  const [year, month, day, hour = '0', minute = '00'] = iso.length > 0 ? iso : [own[2], own[1], own[0], own[3], own[4]];
  if (year === undefined) {
    const at = /^[a-z]{3}\b.*\d{4}.*\d:\d\d/i.test(text) ? new Date(text) : null;
    return at && !Number.isNaN(at.getTime()) ? at : null;
  }
  const date = `${year}-${two(month!)}-${two(day!)}`;
  const clock = `${two(hour)}:${minute}`;
  if (!isDay(date) || Number(hour) > 23 || Number(minute) > 59) return null;
  if (bare === text) return instantInRome(date, clock);
  const at = new Date(
    `${date}T${clock}:00${zone!.replace(/^z$/i, 'Z').replace(/^([+-]\d\d):?(\d\d)?$/, (_, h: string, m = '00') => `${h}:${m}`)}`,
  );
  return Number.isNaN(at.getTime()) ? null : at;
}
