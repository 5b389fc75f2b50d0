/** Leads on the dashboard: each with what is left of its time. */
import type { LeadRow } from '#domain/leads/schema.ts';
import { openStates, leadSources } from '#domain/leads/terms.ts';
import type { CallAnswer } from '#site/lib/call.ts';
import { moment } from '#site/lib/intl.ts';
import { desk } from '#site/messages/it/desk.ts';
import type { Line } from '#site/parts/desk/line.ts';

const words = desk.leads;
/** Rows of the card. */
export const MOST_LEADS = 9;
export const openLeads = openStates.join(',');
export const queueHref = '/dealer/leads/handle';

/** The part of its time after which a lead is warned of (domain.md §4.3): what is left when the warning comes. */
const WARNED = 0.3;
const MINUTE = 60_000;

const short = (minutes: number) =>
  minutes < 60 ? `${minutes}'` : minutes < 1440 ? `${Math.round(minutes / 60)}h` : `${Math.round(minutes / 1440)}g`;

function ringOf({ nextAt, warnAt, lateness }: LeadRow, now: number): NonNullable<Line['ring']> {
  if (nextAt === null) return { share: 0, text: '—', tone: 'mute' };
  const due = Date.parse(nextAt);
  const left = due - now;
  if (left <= 0) return { share: 1, text: `+${short(Math.ceil(-left / MINUTE))}`, tone: 'bad' };
  const whole = warnAt === null ? left : (due - Date.parse(warnAt)) / WARNED;
  return {
    share: Math.min(1, left / Math.max(whole, MINUTE)),
    text: short(Math.ceil(left / MINUTE)),
    tone: lateness === 'soon' ? 'warn' : 'ok',
  };
}

/** The rows of the card; `all`: other people's, too, whose names are said. */
export const leadLines = ({ rows }: CallAnswer<'GET /leads'>, now: Date, all: boolean): Line[] =>
  rows.map((row) => ({
    href: `${queueHref}?lead=${row.id}`,
    title: row.name || row.phone || words.anonymous,
    note: [row.vehicle, row.sourceName || leadSources[row.source], all && (row.assignee ?? words.nobody)]
      .filter(Boolean)
      .join(' · '),
    ring: ringOf(row, now.getTime()),
    end: row.nextAt === null ? words.unplanned : moment(row.nextAt, now),
    tone: row.lateness === 'late' || row.nextAt === null ? 'urgent' : row.lateness === 'soon' ? 'warn' : undefined,
  }));
