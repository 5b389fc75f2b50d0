import { useCallback, useEffect, useState } from 'react';
import { money, wholeMoney } from '#domain/italian.ts';
import { leadMachine as machine } from '#domain/leads/rules.ts';
import { leadRowFields as fields } from '#domain/leads/row.ts';
import type { LeadRow, LiveGroup } from '#domain/leads/schema.ts';
import { boardColumns, contactChecks, leadOutcomes, leadSources, mailChecks, openStates } from '#domain/leads/terms.ts';
import { keysOf } from '#domain/record/machine.ts';
import { call, type CallAnswer, type CallInput } from '#site/lib/call.ts';
import { moment, t } from '#site/lib/intl.ts';
import { leadPage, leadsList as words } from '#site/messages/it/leads.ts';
import { read, write } from '#site/stores/persisted.ts';
import { StateBadge } from '#site/ui/Bits.tsx';
import { initialsOf } from '#site/ui/initials.ts';
import { Board, MOST_CARDS, type BoardProps, type Columns, type Grouping } from '#site/ui/list/Board.tsx';
import type { ListPage, Row } from '#site/ui/list/table/columns.ts';
import { queryOf, searchOf } from '#site/ui/list/load/state.ts';
import { usePolled } from '#site/ui/usePolled.ts';
import './board.css';

const tones = { late: 'bad', soon: 'warn', ahead: 'ok' } as const;

/** How much of the time since the last change until the deadline is over, from 0 to 1. */
function elapsed({ updatedAt, nextAt }: LeadRow): number {
  const [from, to] = [Date.parse(updatedAt), Date.parse(nextAt!)];
  return to <= from ? 1 : Math.min(1, Math.max(0, (Date.now() - from) / (to - from)));
}

/** "Perso: prezzo". */
const endOf = (outcome: string, reason: string | null) =>
  reason === null ? outcome : t(words.because, { outcome, reason: reason.charAt(0).toLowerCase() + reason.slice(1) });

/** The car, when something is due and how late it is, where it came from and whose it is. */
function Card({ row }: { row: Row }) {
  const { vehicle, value, nextAt, lateness, outcome, reason, source, sourceName, assignee, mail, silent } =
    row as LeadRow;
  return (
    <>
      <small>{[vehicle, value !== null && money(value)].filter(Boolean).join(' · ')}</small>
      {lateness && nextAt && (
        <p className={`lead-due t-${tones[lateness]}`}>
          {lateness !== 'late' && <progress value={elapsed(row as LeadRow)} aria-hidden="true" />}
          <span>{t(lateness === 'late' ? leadPage.lateSince : leadPage.due, { when: moment(nextAt) })}</span>
        </p>
      )}
      {outcome && (
        <span className="lead-card-end">
          <StateBadge tone={leadOutcomes[outcome].tone}>{endOf(leadOutcomes[outcome].label, reason)}</StateBadge>
        </span>
      )}
      <small className="line muted">
        <span>
          {[silent && contactChecks[silent].label, sourceName || leadSources[source], mail && mailChecks[mail].label]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {assignee === null ? (
          <span>{words.nobody}</span>
        ) : (
          <abbr className="lead-whose" title={assignee}>
            {initialsOf(assignee)}
          </abbr>
        )}
      </small>
    </>
  );
}

/** How the leads of a column stand, as a bar and in words; of closed ones, how many were won. */
function Head({ page }: { page: ListPage }) {
  const { state, total, late, soon, won, worth } = page as ListPage & LiveGroup;
  if (total === 0) return null;
  const parts =
    state === 'closed'
      ? ([
          ['ok', won, words.won],
          ['mute', total - won, words.lost],
        ] as const)
      : ([
          ['bad', late, words.isLate],
          ['warn', soon, words.isSoon],
          ['ok', total - late - soon, words.isAhead],
        ] as const);
  const shown = parts.filter(([, n]) => n > 0);
  return (
    <>
      <svg className="lead-share" viewBox={`0 0 ${total} 4`} preserveAspectRatio="none" aria-hidden="true">
        {shown.map(([tone, n], at) => (
          <rect
            key={tone}
            className={`t-${tone}`}
            x={shown.slice(0, at).reduce((sum, [, before]) => sum + before, 0)}
            width={n}
            height="4"
          />
        ))}
      </svg>
      <p className="muted lead-stand">
        {shown.map(([tone, n, say]) => (
          <span key={tone} className={`t-${tone}`}>
            {t(say, { n })}
          </span>
        ))}
        {state === 'closed' && <span>{words.sevenDays}</span>}
        {worth !== null && worth > 0 && <span>{t(words.worth, { amount: wholeMoney(worth) })}</span>}
      </p>
    </>
  );
}

/** In which order the cards of a column stand. */
const orders = [
  { sort: 'nextAt', dir: 'asc', label: fields.nextAt.label },
  { sort: 'receivedAt', dir: 'desc', label: fields.receivedAt.label },
  { sort: 'value', dir: 'desc', label: words.byValue },
  { sort: 'assignee', dir: 'asc', label: fields.assignee.label },
] as const;

/** The moves that ask for nothing. */
type Plain = 'take' | 'negotiate' | 'stepBack' | 'win';
type Live = CallAnswer<'GET /leads/live'>;
type Grouped = keyof typeof boardColumns;
const KEPT = 'filters:leadsBoard';
const NOBODY = 'nobody';
const keyOf = ({ state, assignee }: LiveGroup) => state ?? String(assignee?.id ?? NOBODY);

/** A column for each person: a card that is dropped there is given to them. */
const byPerson = (answer: Live | null): Grouping => {
  const people = (answer?.groups ?? []).map((group) => ({
    key: keyOf(group),
    label: group.assignee?.name ?? words.free,
  }));
  const nameOf = (key: string) => people.find((one) => one.key === key)?.label ?? '';
  const of = (row: Row) => String((row as LeadRow).assigneeId ?? NOBODY);
  return {
    columns: people,
    of,
    filters: (key) => ({ state: openStates.join(','), ...(key === NOBODY ? { free: 'true' } : { assigneeId: key }) }),
    takes: (row, key) =>
      of(row) === key ? null : key === NOBODY ? words.giveToNobody : t(words.giveTo, { name: nameOf(key) }),
    give: async ({ id, version }, key) => {
      const assigneeId = key === NOBODY ? null : Number(key);
      await call('POST /leads/:id/assign', { params: { id }, version: version as number, body: { assigneeId } });
      return assigneeId === null ? words.givenBack : t(words.given, { name: nameOf(key) });
    },
  };
};

/** Whether columns are states or persons, as this person last chose. */
function useGrouped(): [Grouped, (grouped: Grouped) => void] {
  const [grouped, setGrouped] = useState<Grouped>('state');
  useEffect(() => {
    if (read(KEPT)?.columns === 'assignee') setGrouped('assignee');
  }, []);
  return [
    grouped,
    (columns) => {
      setGrouped(columns);
      write(KEPT, { columns });
    },
  ];
}

/** Leads by state or by person, what is due first at the top; kept up to date by itself. */
export default function LeadsBoard(props: BoardProps) {
  const { spec, state } = props;
  const filters = JSON.stringify(queryOf(spec, state));
  const seesAll = spec.filters.some(({ key, hidden }) => key === 'assigneeId' && !hidden);
  const [chosen, setGrouped] = useGrouped();
  const grouped = seesAll ? chosen : 'state';
  const ask = useCallback(async () => {
    const query = JSON.parse(filters) as CallInput<'GET /leads/live'>['query'];
    return call('GET /leads/live', { query: { ...query, columns: grouped, limit: MOST_CARDS } }, { quiet: true });
  }, [filters, grouped]);
  const { answer, look } = usePolled<Live | null>(null, '', ask);
  useEffect(() => void look().catch(console.info), [look]);
  // Just after the switch the answer still belongs to the other columns.
  const shown =
    answer && answer.groups.every((group) => (group.state === null) === (grouped === 'assignee')) ? answer : null;
  const columns = shown && (Object.fromEntries(shown.groups.map((group) => [keyOf(group), group])) as Columns);
  return (
    <>
      <div className="lead-order">
        <nav className="switch" aria-label={words.order}>
          {orders.map(({ sort, dir, label }) => (
            <a
              key={sort}
              href={searchOf(spec, { ...state, sort, dir })}
              aria-current={state.sort === sort ? 'true' : undefined}
            >
              {label}
            </a>
          ))}
        </nav>{' '}
        {seesAll && (
          <div className="switch" role="group" aria-label={words.group}>
            {keysOf(boardColumns).map((key) => (
              <button key={key} type="button" aria-pressed={grouped === key} onClick={() => setGrouped(key)}>
                {boardColumns[key]}
              </button>
            ))}
          </div>
        )}
      </div>
      <Board
        {...props}
        machine={machine}
        grouping={grouped === 'assignee' ? byPerson(shown) : undefined}
        acts={{ assign: machine.acts.assign.label, park: `${machine.acts.park.label}…` }}
        Card={Card}
        Head={Head}
        live={{ columns, look }}
        offered={async ({ id }) => (await call('GET /leads/:id', { params: { id } })).offered}
        send={(name, { id, version }) =>
          call(`POST /leads/:id/${name as Plain}`, { params: { id }, version: version as number })
        }
      />
    </>
  );
}
