import { instantInRome, isDay } from '#domain/dates.ts';
import { dayIn, isAmbiguous } from '#domain/imports/days.ts';
import { parseTime } from '#domain/italian.ts';

/** No program writes an instant in more characters. */
const LONGEST = 80;

/** A zone behind a time, and what programs call those of Rome and Greenwich. */
const ZONE = /(?<=:\d\d(?:\.\d+)?|\d{6})\s*(?:(?:GMT|UTC)\s*)?(z|[+-]\d{1,2}(?::?\d\d)?)(?:\s*\(.*\))?$/i;
const NAMED: Readonly<Record<string, string>> = {
  utc: '+00:00',
  gmt: '+00:00',
  cet: '+01:00',
  cest: '+02:00',
  mez: '+01:00',
  mesz: '+02:00',
};
const NAME = /\s+(utc|gmt|cest|cet|mesz|mez|europe\/rome|\(?ora italiana\)?)$/i;
const COMPACT = /^(\d{4})(\d\d)(\d\d)[t\s](\d\d)(\d\d)(?:\d\d)?$/i;
/** A time behind its day. */
const TIME =
  /[t\s,]+(?:[–-]\s*|(?:alle|ore|at|um)\s+)*(\d{1,2}(?:[:.]\d\d){1,2}(?:[.,]\d+)?(?:\s*(?:[ap]\.?m\.?|uhr|h))?|(?<=(?:alle|ore)\s+)\d{1,2})$/i;

/** `z`, `+1`, `+0100` as `+01:00`. */
const offset = (zone: string): string => {
  const [, sign, hour = '', minute = '00'] = /^([+-])(\d{1,2}):?(\d\d)?$/.exec(zone) ?? [];
  return sign ? `${sign}${hour.padStart(2, '0')}:${minute}` : '+00:00';
};

/**
 * The instant that a program writes: ISO 8601, Italian, as mails do (RFC 5322), or seconds since 1970; without a zone it is
 * Rome's clock, without a clock the day begins. `now`: whose century years of two figures are of. Null: nobody can tell.
 */
export function instantIn(written: string, now: Date): Date | null {
  const text = written.trim();
  if (text.length > LONGEST) return null;
  // Seconds or milliseconds, of this century.
  if (/^[12]\d{9}(\d{3})?$/.test(text)) return new Date(Number(text.padEnd(13, '0')));
  const [named] = NAME.exec(text) ?? [];
  const spelled = text.replace(NAME, '').replace(COMPACT, '$1-$2-$3 $4:$5');
  const [, shift] = ZONE.exec(spelled) ?? [];
  const zone = shift === undefined ? NAMED[named?.trim().toLowerCase() ?? ''] : offset(shift);
  const bare = spelled.replace(ZONE, '').replace(COMPACT, '$1-$2-$3 $4:$5').trim();
  const [, clock] = TIME.exec(bare) ?? [];
  const time =
    clock === undefined
      ? '00:00'
      : parseTime(clock.replace(/(?<=[:.]\d\d)[.,]\d+|(?<=\d[:.]\d\d)[:.]\d\d(?:[.,]\d+)?/, ''));
  const said = bare.replace(TIME, '');
  // Half days are counted where months may stand first.
  if (/m\.?$/i.test(clock ?? '') && isAmbiguous(said)) return null;
  const { text: day } = dayIn(said, now.getUTCFullYear());
  if (!isDay(day) || time === null) return null;
  return zone === undefined ? instantInRome(day, time) : new Date(`${day}T${time}:00${zone}`);
}
