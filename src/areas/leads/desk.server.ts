/** Leads on the dashboard: each with what is left of its time. */
import { contactChecks, openStates, leadSources } from '#domain/leads/terms.ts';
import type { LeadRow } from '#domain/leads/schema.ts';
import type { CallAnswer } from '#site/lib/call.ts';
import { moment } from '#site/lib/intl.ts';
import { desk } from '#site/messages/it/desk.ts';
import type { Line } from '#site/parts/desk/line.ts';
import { ringOf } from './ring.ts';

const words = desk.leads;
/** Rows of the card. */
export const MOST_LEADS = 9;
export const openLeads = openStates.join(',');
export const queueHref = '/dealer/leads/handle';

/** What is to be done about a lead that is due, by one press; of any other, when it is. */
function endOf({ id, phone, nextAt, lateness, silent }: LeadRow, now: Date, first: boolean): Pick<Line, 'act' | 'end'> {
  if (nextAt === null) return { end: words.unplanned };
  const isDue = lateness === 'late' || lateness === 'soon';
  if (!isDue || silent !== null) return { end: moment(nextAt, now) };
  return {
    act: phone
      ? { label: words.call, href: `tel:${phone}`, first }
      : { label: words.write, href: `${queueHref}?lead=${id}`, first },
  };
}

/** The rows of the card; `all`: other people's, too, whose names are said. */
export const leadLines = ({ rows }: CallAnswer<'GET /leads'>, now: Date, all: boolean): Line[] =>
  rows.map((row, n) => ({
    href: `${queueHref}?lead=${row.id}`,
    title: row.name || row.phone || words.anonymous,
    note: [
      row.silent && contactChecks[row.silent].label,
      row.vehicle,
      row.sourceName || leadSources[row.source],
      all && (row.assignee ?? words.nobody),
    ]
      .filter(Boolean)
      .join(' · '),
    ring: ringOf(row, now.getTime()),
    ...endOf(row, now, n === 0),
    tone: row.lateness === 'late' || row.nextAt === null ? 'urgent' : row.lateness === 'soon' ? 'warn' : undefined,
  }));
