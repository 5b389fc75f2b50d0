import { lazy, Suspense, useEffect, useState } from 'react';
import { MOST_UNANSWERED } from '#domain/leads/actions.ts';
import { latenessOf } from '#domain/leads/deadlines.ts';
import { leadMachine } from '#domain/leads/rules.ts';
import type { Lead, LeadRow } from '#domain/leads/schema.ts';
import { actionResults, actionTypes, leadOutcomes, leadSources, leadStates, leadTypes } from '#domain/leads/terms.ts';
import { day, telephone } from '#domain/italian.ts';
import { call } from '#site/lib/call.ts';
import { moment, t } from '#site/lib/intl.ts';
import { leadPage as words } from '#site/messages/it/leads.ts';
import { StateBadge } from '#site/ui/Bits.tsx';
import type { Named } from '#site/ui/choices.ts';
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx';
import { attempt } from '#site/ui/list/attempt.ts';
import { DescriptionList } from '#site/ui/record/DescriptionList.tsx';
import { Fold } from '#site/ui/record/Fold.tsx';
import type { Asked, Reasons } from './Dialogs.tsx';
import type { Finds } from './form.ts';
import { Log } from './Log.tsx';
import { Queue } from './Queue.tsx';
import './leads.css';

const Dialogs = lazy(() => import('./Dialogs.tsx'));
const History = lazy(() => import('#site/ui/record/History.tsx'));

export interface LeadPageProps {
  lead: Lead | null;
  queue: readonly LeadRow[];
  reasons: Reasons;
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

const link = (href: string, text: string | null) => (
  <a className="link" href={href}>
    {text}
  </a>
);

/** Who it is, what for, and where it came from. */
function About({ lead, now }: { lead: Lead; now: Date }) {
  return (
    <section className="card pad">
      <DescriptionList
        rows={[
          [words.phone, lead.phone && link(`tel:${lead.phone}`, telephone(lead.phone))],
          [words.email, lead.email && link(`mailto:${lead.email}`, lead.email)],
          [words.origin, [leadSources[lead.source], lead.sourceName].filter(Boolean).join(' · ')],
          [words.type, leadTypes[lead.type]],
          [words.vehicle, lead.vehicle],
          [words.plate, lead.plate],
          [words.location, lead.location],
          [words.customer, lead.customerId && link(`/dealer/customers/${lead.customerId}`, lead.customer)],
          [words.contract, lead.contractId && link(`/dealer/contracts/${lead.contractId}`, lead.contract)],
          [words.assignee, lead.assignee?.name ?? words.nobody],
        ]}
      />
      {lead.message && (
        <>
          <h2>{words.message}</h2>
          <p className="lead-message">{lead.message}</p>
        </>
      )}
      {lead.same.map((one) => (
        <p key={`${one.kind}${one.id}`} className="callout">
          {words.same[one.by]}: <b>{one.name || words.anonymous}</b>,{' '}
          <a
            className="link"
            href={one.kind === 'lead' ? `/dealer/leads/handle?lead=${one.id}` : `/dealer/customers/${one.id}`}
          >
            {one.kind === 'lead' ? t(words.same.lead, { number: one.number ?? '' }) : words.same.customer}
          </a>{' '}
          {one.state && <StateBadge tone={leadStates[one.state].tone}>{leadStates[one.state].label}</StateBadge>}
        </p>
      ))}
      {lead.unanswered > 0 && (
        <p className={lead.unanswered >= MOST_UNANSWERED ? 'callout warn' : 'muted'}>
          {t(words.unanswered, { n: lead.unanswered, most: MOST_UNANSWERED })}
        </p>
      )}
      {lead.missed > 0 && <p className="muted">{t(words.missed, { n: lead.missed })}</p>}
      <p className="muted">{t(words.received, { when: moment(lead.receivedAt, now) })}</p>
    </section>
  );
}

/** What was done, the last first. */
function Story({ lead, now }: { lead: Lead; now: Date }) {
  return (
    <section className="card pad">
      <h2>{words.story}</h2>
      {lead.actions.length === 0 && <p className="muted">{words.noStory}</p>}
      <ol className="lead-actions">
        {lead.actions.map(({ id, type, result, at, by, note }) => (
          <li key={id}>
            <time dateTime={at}>{moment(at, now)}</time> <b>{actionTypes[type]}</b>{' '}
            <StateBadge tone={actionResults[result].tone}>{actionResults[result].label}</StateBadge>{' '}
            <span className="muted">{by}</span>
            {note && <p>{note}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}

type Button = 'take' | 'negotiate' | 'stepBack' | 'win' | Asked;
const buttons: readonly Button[] = [
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
                  <a className="btn primary" href={`tel:${lead.phone}`}>
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
                  <button type="button" className="btn" onClick={() => setAsked('edit')}>
                    {words.edit}
                  </button>
                )}
              </div>
            </header>
            {lead.offered.includes('log') && (
              <section className="card pad">
                <h2>{words.log}</h2>
                <Log key={lead.version} lead={lead} reasons={props.reasons} today={props.today} onSaved={take} />
              </section>
            )}
            {lead.closedOn && <p className="callout">{t(words.closed, { day: day(lead.closedOn) })}</p>}
            <About lead={lead} now={now} />
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
