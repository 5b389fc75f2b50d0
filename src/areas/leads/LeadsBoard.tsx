import { leadMachine as machine } from '#domain/leads/rules.ts';
import type { LeadRow } from '#domain/leads/schema.ts';
import { leadOutcomes, leadSources } from '#domain/leads/terms.ts';
import { call } from '#site/lib/call.ts';
import { moment, t } from '#site/lib/intl.ts';
import { leadPage, leadsList as words } from '#site/messages/it/leads.ts';
import { StateBadge } from '#site/ui/Bits.tsx';
import { initialsOf } from '#site/ui/initials.ts';
import { Board, type BoardProps } from '#site/ui/list/Board.tsx';
import type { Row } from '#site/ui/list/columns.ts';
import './board.css';

const tones = { late: 'bad', soon: 'warn', ahead: 'ok' } as const;

/** How much of the time since the last change until the deadline is over, from 0 to 1. */
function elapsed({ updatedAt, nextAt }: LeadRow): number {
  const [from, to] = [Date.parse(updatedAt), Date.parse(nextAt!)];
  return to <= from ? 1 : Math.min(1, Math.max(0, (Date.now() - from) / (to - from)));
}

/** The car, when something is due and how late it is, where it came from and whose it is. */
function Card({ row }: { row: Row }) {
  const { vehicle, nextAt, lateness, outcome, source, sourceName, assignee } = row as LeadRow;
  return (
    <>
      <small>{vehicle}</small>
      {lateness && nextAt && (
        <StateBadge tone={tones[lateness]}>
          {t(lateness === 'late' ? leadPage.lateSince : leadPage.due, { when: moment(nextAt) })}
        </StateBadge>
      )}
      {lateness && nextAt && (
        <progress className={`lead-time t-${tones[lateness]}`} value={elapsed(row as LeadRow)} aria-hidden="true" />
      )}
      {outcome && <StateBadge tone={leadOutcomes[outcome].tone}>{leadOutcomes[outcome].label}</StateBadge>}
      <small className="line muted">
        <span>{sourceName || leadSources[source]}</span>
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

/** The moves that ask for nothing. */
type Plain = 'take' | 'negotiate' | 'stepBack' | 'win';

/** Leads by state, what is due first at the top. */
export default function LeadsBoard(props: BoardProps) {
  return (
    <Board
      {...props}
      machine={machine}
      Card={Card}
      offered={async ({ id }) => (await call('GET /leads/:id', { params: { id } })).offered}
      send={(name, { id, version }) =>
        call(`POST /leads/:id/${name as Plain}`, { params: { id }, version: version as number })
      }
    />
  );
}
