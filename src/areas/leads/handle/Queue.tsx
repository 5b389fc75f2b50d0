import { latenessOf } from '#domain/leads/deadlines.ts';
import { leadSources } from '#domain/leads/terms.ts';
import type { LeadRow } from '#domain/leads/schema.ts';
import { dayInRome } from '#domain/dates.ts';
import { moment } from '#site/lib/intl.ts';
import { leadPage as words } from '#site/messages/it/leads.ts';

type Group = keyof typeof words.groups;

/** Where a lead stands in the queue: late, about to be, today, later. */
function groupOf(row: LeadRow, now: Date): Group {
  const lateness = latenessOf(row, now.getTime());
  if (lateness === 'late' || lateness === 'soon') return lateness;
  return row.nextAt !== null && dayInRome(new Date(row.nextAt)) === dayInRome(now) ? 'today' : 'later';
}

/** The open leads by their deadlines, as links. */
export function Queue({ rows, current, now }: { rows: readonly LeadRow[]; current: number | null; now: Date }) {
  const groups = Map.groupBy(rows, (row) => groupOf(row, now));
  return (
    <nav className="lead-queue card" aria-label={words.queue}>
      <h2>
        {words.queue} <span className="muted">{rows.length}</span>
      </h2>
      {rows.length === 0 && <p className="muted">{words.emptyQueue}</p>}
      {(Object.keys(words.groups) as Group[]).map((name) => {
        const own = groups.get(name) ?? [];
        if (own.length === 0) return null;
        return (
          <section key={name} data-group={name}>
            <h3>
              {words.groups[name]} <span className="muted">{own.length}</span>
            </h3>
            <ul>
              {own.map((row) => (
                <li key={row.id}>
                  <a
                    href={`/dealer/leads/handle?lead=${row.id}`}
                    {...(row.id === current && { 'aria-current': 'page' })}
                  >
                    <b>{row.name || row.phone || words.anonymous}</b>
                    <small className="muted">
                      {[row.vehicle, row.sourceName || leadSources[row.source]].filter(Boolean).join(' · ')}
                    </small>
                    {row.nextAt && <time dateTime={row.nextAt}>{moment(row.nextAt, now)}</time>}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </nav>
  );
}
