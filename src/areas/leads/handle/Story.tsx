import { useState, type ReactNode } from 'react';
import type { Lead } from '#domain/leads/schema.ts';
import type { LeadTerms } from '#domain/leads/setting-endpoints.ts';
import { actionResults, actionTypes, mailChecks } from '#domain/leads/terms.ts';
import { moment, t } from '#site/lib/intl.ts';
import { leadPage as words } from '#site/messages/it/leads.ts';
import { StateBadge, type Tone } from '#site/ui/Bits.tsx';

type Kind = 'action' | 'message' | 'around';
interface Entry {
  key: string;
  kind: Kind;
  at: string;
  tone: Tone;
  shown: ReactNode;
}

/** What was done, in the company's words for it where it has any. */
const acted =
  (results: LeadTerms['results']) =>
  ({ id, type, result, at, by, note, reason }: Lead['actions'][number]): Entry => {
    const { tone, label } = actionResults[result];
    const word = results.find((one) => one.type === type && one.result === result);
    return {
      key: `a${id}`,
      kind: 'action',
      at,
      tone,
      shown: (
        <>
          <b>{word?.label ?? actionTypes[type]}</b> {!word && <StateBadge tone={tone}>{label}</StateBadge>}{' '}
          <span className="muted">{[reason, by].filter(Boolean).join(' · ')}</span>
          {note && <p>{note}</p>}
        </>
      ),
    };
  };

const written = (message: Lead['messages'][number]): Entry => {
  const { id, at, direction, channel, address, subject, text, who, failedAt, sentAt, doubtful, mail } = message;
  const isTheirs = direction === 'in';
  return {
    key: `m${id}`,
    kind: 'message',
    at,
    tone: failedAt ? 'bad' : mail ? mailChecks[mail].tone : 'info',
    shown: (
      <>
        <b>{mail ? words.wroteUnverified : isTheirs ? words.wrote : words.written[channel]}</b>{' '}
        <span className="muted">{isTheirs ? address : who}</span>{' '}
        {mail && <StateBadge tone={mailChecks[mail].tone}>{mailChecks[mail].label}</StateBadge>}
        {failedAt && <StateBadge tone="bad">{doubtful ? words.doubtful : words.failed}</StateBadge>}
        {!isTheirs && !failedAt && !sentAt && <StateBadge tone="info">{words.leaving}</StateBadge>}
        <p className={isTheirs && !mail ? 'lead-message theirs' : 'lead-message'}>
          {[subject, text].filter(Boolean).join('\n')}
        </p>
      </>
    ),
  };
};

/** Everything that happened with a lead, the last first. */
export function Story({ lead, results, now }: { lead: Lead; results: LeadTerms['results']; now: Date }) {
  const [only, setOnly] = useState<Kind | null>(null);
  const around = lead.around.map(({ kind, id, what, at, on, over, href }): Entry => ({
    key: `${kind}${id}`,
    kind: 'around',
    at,
    tone: over ? 'mute' : 'ok',
    shown: (
      <>
        <a className="link" href={href}>
          {what}
        </a>{' '}
        {on && <span className="muted">{moment(on, now)}</span>}{' '}
        {over && <StateBadge tone="mute">{words.over}</StateBadge>}
      </>
    ),
  }));
  const asked: Entry[] = lead.message
    ? [
        {
          key: 'asked',
          kind: 'message',
          at: lead.receivedAt,
          tone: 'info',
          shown: (
            <>
              <b>{words.message}</b>
              <p className="lead-message theirs">{lead.message}</p>
            </>
          ),
        },
      ]
    : [];
  const booked = lead.around.filter(({ kind }) => kind === 'event');
  const shownBeside = new Set([...lead.messages, ...booked].map(({ at }) => Date.parse(at)));
  // What a message or an appointment says itself is one entry: its action was kept at the same instant.
  const done = lead.actions.filter(({ at }) => !shownBeside.has(Date.parse(at)));
  const all = [...done.map(acted(results)), ...lead.messages.map(written), ...around, ...asked].toSorted((a, b) =>
    b.at.localeCompare(a.at),
  );
  const count = (kind: Kind) => all.filter((one) => one.kind === kind).length;
  const shown = all.filter(({ kind }) => only === null || kind === only);
  const tab = (kind: Kind | null, label: string) => (
    <button type="button" aria-pressed={only === kind} onClick={() => setOnly(kind)}>
      {label}
    </button>
  );
  return (
    <section className="card pad">
      <header className="lead-story">
        <h2>{words.story}</h2>
        <div className="switch">
          {tab(null, words.everything)}
          {tab('message', t(words.messages, { n: count('message') }))}
          {tab('action', t(words.actions, { n: count('action') }))}
        </div>
      </header>
      {shown.length === 0 && <p className="muted">{words.noStory}</p>}
      <ol className="lead-actions">
        {shown.map(({ key, at, tone, shown: text }) => (
          <li key={key} className={`t-${tone}`}>
            <time dateTime={at}>{moment(at, now)}</time>
            <div>{text}</div>
          </li>
        ))}
      </ol>
    </section>
  );
}
