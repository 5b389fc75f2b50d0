import { latenessOf } from '#domain/leads/deadlines.ts';
import { contactChecks, leadSources, mailChecks } from '#domain/leads/terms.ts';
import type { LeadRow } from '#domain/leads/schema.ts';
import { dayInRome } from '#domain/dates.ts';
import { day } from '#domain/italian.ts';
import { moment, t } from '#site/lib/intl.ts';
import { leadPage as words } from '#site/messages/it/leads.ts';
import { Ring } from '#site/parts/desk/Ring.tsx';
import { ringOf } from '../ring.ts';
import './queue.css';

type Group = keyof typeof words.groups;
/** Groups that begin folded, because nothing in them is due today. */
const folded: readonly Group[] = ['later'];

/** Where a lead stands in the queue: late, due today, later. */
function groupOf(row: LeadRow, now: Date): Group {
  if (latenessOf(row, now.getTime()) === 'late') return 'late';
  return row.nextAt !== null && dayInRome(new Date(row.nextAt)) === dayInRome(now) ? 'today' : 'later';
}

const groups = Object.keys(words.groups) as Group[];

/** Behind every instant: what has nothing planned comes last, as in the list. */
const LAST = '~';
/** The leads in the order of all their lists: what is due first. */
export const inOrder = (rows: readonly LeadRow[]): LeadRow[] =>
  rows.toSorted((a, b) => (a.nextAt ?? LAST).localeCompare(b.nextAt ?? LAST) || a.id - b.id);

function Rows({
  rows,
  current,
  now,
  suffix,
}: { rows: readonly LeadRow[]; now: Date } & Pick<Props, 'current' | 'suffix'>) {
  return (
    <ul>
      {rows.map((row) => (
        <li key={row.id}>
          <a
            href={`/dealer/leads/handle?lead=${row.id}${suffix}`}
            {...(row.id === current && { 'aria-current': 'page' })}
          >
            <Ring {...ringOf({ ...row, lateness: latenessOf(row, now.getTime()) }, now.getTime())} />
            <span>
              <b>{row.name || row.phone || words.anonymous}</b>
              <small className="muted">
                {[
                  row.parkedUntil && t(words.parked, { day: day(row.parkedUntil) }),
                  row.silent && contactChecks[row.silent].label,
                  row.mail && mailChecks[row.mail].label,
                  row.vehicle,
                  row.sourceName || leadSources[row.source],
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
              {row.nextAt && (
                <time className="sr-only" dateTime={row.nextAt}>
                  {moment(row.nextAt, now)}
                </time>
              )}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

interface Props {
  rows: readonly LeadRow[];
  /** The number of open leads, also of those that are not among the rows. */
  total: number;
  current: number | null;
  now: Date;
  /** True: everybody's leads are shown; false: the person's own; null: the person cannot switch. */
  isAll: boolean | null;
  /** What follows the lead's id in its address. */
  suffix: string;
}

/** The open leads by their deadlines, as links. */
export function Queue({ rows, total, current, now, isAll, suffix }: Props) {
  const by = Map.groupBy(rows, (row) => groupOf(row, now));
  const heads = groups.flatMap((name) => {
    const own = by.get(name) ?? [];
    return own.length === 0 ? [] : [{ name, own }];
  });
  const at = (all: boolean) =>
    `?${new URLSearchParams({ ...(current && { lead: String(current) }), ...(all && { all: '' }) })}`;
  return (
    <nav className="lead-queue card" aria-label={words.queue}>
      <header>
        <h2>
          {words.queue} <span className="muted">{total}</span>
        </h2>
        {isAll !== null && (
          <div className="switch">
            <a href={at(false)} {...(!isAll && { 'aria-current': 'true' })}>
              {words.mine}
            </a>
            <a href={at(true)} {...(isAll && { 'aria-current': 'true' })}>
              {words.everybody}
            </a>
          </div>
        )}
      </header>
      {rows.length === 0 && <p className="muted">{words.emptyQueue}</p>}
      {heads.map(({ name, own }) => {
        const list = <Rows rows={own} current={current} now={now} suffix={suffix} />;
        const head = (
          <>
            {words.groups[name]} <span className="muted">{own.length}</span>
          </>
        );
        return folded.includes(name) ? (
          <details key={name} data-group={name} open={own.some(({ id }) => id === current) || heads.length === 1}>
            <summary>{head}</summary>
            {list}
          </details>
        ) : (
          <section key={name} data-group={name}>
            <h3>{head}</h3>
            {list}
          </section>
        );
      })}
      {total > rows.length && (
        <a className="link" href="/dealer/leads/list">
          {words.list}
        </a>
      )}
    </nav>
  );
}
