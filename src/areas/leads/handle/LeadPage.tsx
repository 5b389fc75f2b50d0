import { lazy, Suspense, useEffect, useState } from 'react';
import { latenessOf } from '#domain/leads/deadlines.ts';
import { leadMachine } from '#domain/leads/rules.ts';
import type { LeadTerms } from '#domain/leads/setting-endpoints.ts';
import type { Lead, LeadRow } from '#domain/leads/schema.ts';
import { actionTypes, leadOutcomes, leadStates } from '#domain/leads/terms.ts';
import { day, telephone } from '#domain/italian.ts';
import { call } from '#site/lib/call.ts';
import { moment, t } from '#site/lib/intl.ts';
import { leadPage as words } from '#site/messages/it/leads.ts';
import { StateBadge } from '#site/ui/Bits.tsx';
import type { Named } from '#site/ui/choices.ts';
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx';
import { attempt } from '#site/ui/list/attempt.ts';
import { Fold } from '#site/ui/record/Fold.tsx';
import { About, Story } from './About.tsx';
import type { Asked, Reasons } from './Dialogs.tsx';
import type { Finds } from '../form.ts';
import { Log } from './Log.tsx';
import { Queue } from './Queue.tsx';
import { useCall } from './useCall.ts';
import './leads.css';

const Dialogs = lazy(() => import('./Dialogs.tsx'));
const History = lazy(() => import('#site/ui/record/History.tsx'));

export interface LeadPageProps {
  lead: Lead | null;
  queue: readonly LeadRow[];
  reasons: Reasons;
  terms: LeadTerms;
  assignees: Named;
  locations: Named;
  finds: Finds;
  today: string;
  /** The instant of the server, so that both draw the same. */
  now: string;
}

/** When something is due, and how late it is. */
function Due({ lead, now }: { lead: Lead; now: Date }) {
  if (lead.nextAt === null) return null;
  const lateness = latenessOf(lead, now.getTime());
  const when = moment(lead.nextAt, now);
  const tone = lateness === 'late' ? 'bad' : lateness === 'soon' ? 'warn' : 'mute';
  return <StateBadge tone={tone}>{t(lateness === 'late' ? words.lateSince : words.due, { when })}</StateBadge>;
}

type Button = 'take' | 'negotiate' | 'stepBack' | 'win' | Asked;
const buttons: readonly Button[] = [
  'write',
  'take',
  'negotiate',
  'stepBack',
  'win',
  'park',
  'assign',
  'dismiss',
  'lose',
  'reopen',
];
/** Moves that one press makes. */
const isPlain = (name: Button): name is Exclude<Button, Asked> =>
  name === 'take' || name === 'negotiate' || name === 'stepBack' || name === 'win';
const labelOf = (name: Button) =>
  name === 'edit'
    ? words.edit
    : name in leadMachine.moves
      ? leadMachine.moves[name as 'take'].label
      : leadMachine.acts[name as 'park'].label;

/** Who it is, how it stands, and what may be done. */
function Head({
  lead,
  now,
  next,
  press,
  onCall,
}: {
  lead: Lead;
  now: Date;
  next: LeadRow | undefined;
  press: (name: Button) => void;
  onCall: () => void;
}) {
  return (
    <header className="card pad">
      <h1>{lead.name || telephone(lead.phone ?? '') || words.anonymous}</h1>
      <p>
        <span className="muted">{lead.number}</span>{' '}
        <StateBadge tone={leadStates[lead.state].tone}>{leadStates[lead.state].label}</StateBadge>{' '}
        {lead.outcome && (
          <StateBadge tone={leadOutcomes[lead.outcome].tone}>{leadOutcomes[lead.outcome].label}</StateBadge>
        )}
        <Due lead={lead} now={now} />{' '}
        {lead.parkedUntil && <span className="muted">{t(words.parked, { day: day(lead.parkedUntil) })}</span>}
      </p>
      {lead.nextAt && lead.nextType && (
        <p>{t(words.next, { action: actionTypes[lead.nextType], when: moment(lead.nextAt, now) })}</p>
      )}
      <div className="lead-buttons">
        {lead.phone && (
          <a className="btn primary" href={`tel:${lead.phone}`} onClick={onCall}>
            {words.call}
          </a>
        )}
        {buttons
          .filter((name) => lead.offered.includes(name))
          .map((name) => (
            <button key={name} type="button" className="btn" onClick={() => press(name)}>
              {labelOf(name)}
            </button>
          ))}
        {next && (
          <a className="btn" href={`/dealer/leads/handle?lead=${next.id}`}>
            {words.following}
          </a>
        )}
        {lead.offered.includes('save') && (
          <button type="button" className="btn" onClick={() => press('edit')}>
            {words.edit}
          </button>
        )}
      </div>
    </header>
  );
}

/** The queue as it is after what was done on this lead. */
const without = (rows: readonly LeadRow[], { id, version, state, nextAt, warnAt, nextType, parkedUntil }: Lead) =>
  rows
    .map((row) => (row.id === id ? { ...row, version, state, nextAt, warnAt, nextType, parkedUntil } : row))
    .filter((row) => row.state !== 'closed')
    .toSorted((a, b) => (a.nextAt ?? '').localeCompare(b.nextAt ?? ''));

/** One lead beside the queue: who, what for, what was done, and how the last contact went. */
export function LeadPage({ lead: given, queue: rows, now: instant, ...props }: LeadPageProps) {
  const [lead, setLead] = useState(given);
  const queue = lead ? without(rows, lead) : rows;
  const next = queue.find(({ id }) => id !== lead?.id);
  const [asked, setAsked] = useState<Asked | null>(null);
  useEffect(() => {
    // A board leaves the steps that ask for something to this page: `?lead=7&move=lose`.
    const move = buttons.find((name) => name === new URL(location.href).searchParams.get('move'));
    if (move && !isPlain(move) && given?.offered.includes(move)) setAsked(move);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once: the address says what was asked for
  }, []);
  const watch = useCall();
  const now = new Date(instant);
  const take = (saved: Lead) => {
    setLead(saved);
    setAsked(null);
  };
  const move = (name: 'take' | 'negotiate' | 'stepBack' | 'win') =>
    attempt(
      async () => take(await call(`POST /leads/:id/${name}`, { params: { id: lead!.id }, version: lead!.version })),
      () => undefined,
      leadMachine.moves[name].done,
    );
  const press = (name: Button) => (isPlain(name) ? void move(name) : setAsked(name));
  return (
    <ErrorBoundary what={words.title}>
      <div className="lead-page">
        <Queue rows={queue} current={lead?.id ?? null} now={now} />
        {lead ? (
          <article>
            <Head lead={lead} now={now} next={next} press={press} onCall={watch.start} />
            {watch.lasts !== null && (
              <p className="callout ok" role="timer">
                {t(words.onLine, { lasts: watch.lasts })}
              </p>
            )}
            {lead.offered.includes('log') && (
              <section className="card pad">
                <h2>{words.log}</h2>
                <Log
                  key={lead.version}
                  lead={lead}
                  terms={props.terms}
                  reasons={props.reasons}
                  today={props.today}
                  onAsked={watch.stop}
                  onSaved={take}
                />
              </section>
            )}
            {lead.closedOn && <p className="callout">{t(words.closed, { day: day(lead.closedOn) })}</p>}
            <About lead={lead} most={props.terms.mostUnanswered} now={now} onSaved={take} />
            <Story lead={lead} now={now} />
            <section className="card sec">
              <Fold label={words.history}>
                {() => (
                  <History
                    key={lead.version}
                    read={() => call('GET /leads/:id/timeline', { params: { id: lead.id } })}
                  />
                )}
              </Fold>
            </section>
          </article>
        ) : (
          <p className="empty">{words.none}</p>
        )}
      </div>
      <Suspense>
        {asked && lead && (
          <Dialogs asked={asked} lead={lead} {...props} onSaved={take} onClose={() => setAsked(null)} />
        )}
      </Suspense>
    </ErrorBoundary>
  );
}
