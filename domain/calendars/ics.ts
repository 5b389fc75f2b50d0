/** Events as iCalendar (RFC 5545): instants in UTC, whole days as dates, each occurrence an event of its own. */
import { dayInRome, shownInRome } from '../dates.ts';

export interface IcsEvent {
  /** The same for the same event for ever. */
  uid: string;
  /** Rises with each change. */
  sequence: number;
  /** ISO instants. */
  startsAt: string;
  endsAt: string;
  changedAt: string;
  title: string;
  text: string;
  place: string;
  canceled: boolean;
}

const stamp = (iso: string) => `${new Date(iso).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
/** A whole day begins and ends at midnight in Rome: it has no hour, wherever it is read. */
const isMidnight = (iso: string) => new Date(shownInRome(Date.parse(iso))).toISOString().slice(11, 16) === '00:00';
function timesOf({ startsAt, endsAt }: IcsEvent): string[] {
  if (startsAt >= endsAt || !isMidnight(startsAt) || !isMidnight(endsAt))
    return [`DTSTART:${stamp(startsAt)}`, `DTEND:${stamp(endsAt)}`];
  const date = (iso: string) => dayInRome(new Date(iso)).replaceAll('-', '');
  return [`DTSTART;VALUE=DATE:${date(startsAt)}`, `DTEND;VALUE=DATE:${date(endsAt)}`];
}
const escaped = (text: string) => text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r\n?|\n/g, '\\n');

const octets = (text: string) => new TextEncoder().encode(text).length;

/** Lines have at most 75 octets; the rest follows on lines that begin with a space (§3.1). */
function folded(line: string): string {
  const lines: string[] = [];
  let part = '';
  for (const sign of line) {
    // A continued line has the space, too.
    if (octets(part) + octets(sign) > (lines.length === 0 ? 75 : 74)) {
      lines.push(part);
      part = '';
    }
    part += sign;
  }
  return [...lines, part].join('\r\n ');
}

/** The file of a calendar with this name. */
export function icsOf(name: string, events: readonly IcsEvent[]): string {
  const lines = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Volante Business//Calendari//IT', 'CALSCALE:GREGORIAN'],
    ...['METHOD:PUBLISH', `X-WR-CALNAME:${escaped(name)}`, 'X-WR-TIMEZONE:Europe/Rome'],
    ...events.flatMap((event) => [
      'BEGIN:VEVENT',
      `UID:${event.uid}`,
      `DTSTAMP:${stamp(event.changedAt)}`,
      `SEQUENCE:${event.sequence}`,
      ...timesOf(event),
      `SUMMARY:${escaped(event.title)}`,
      ...(event.text ? [`DESCRIPTION:${escaped(event.text)}`] : []),
      ...(event.place ? [`LOCATION:${escaped(event.place)}`] : []),
      `STATUS:${event.canceled ? 'CANCELLED' : 'CONFIRMED'}`,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}
