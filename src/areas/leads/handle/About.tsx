import { telephone } from '#domain/italian.ts';
import type { Lead } from '#domain/leads/schema.ts';
import { leadTypes } from '#domain/leads/lead-types.ts';
import { actionResults, actionTypes, leadSources } from '#domain/leads/terms.ts';
import { moment, t } from '#site/lib/intl.ts';
import { leadPage as words } from '#site/messages/it/leads.ts';
import { StateBadge } from '#site/ui/Bits.tsx';
import { DescriptionList } from '#site/ui/record/DescriptionList.tsx';
import { Same } from './Same.tsx';

const link = (href: string, text: string | null) => (
  <a className="link" href={href}>
    {text}
  </a>
);

/** Who it is, what for, and where it came from. */
export function About({
  lead,
  most,
  now,
  onSaved,
}: {
  lead: Lead;
  most: number;
  now: Date;
  onSaved: (lead: Lead) => void;
}) {
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
          [words.taxCode, lead.taxCode],
          [words.location, lead.location],
          [words.customer, lead.customerId && link(`/dealer/customers/${lead.customerId}`, lead.customer)],
          [words.contract, lead.contractId && link(`/dealer/contracts/${lead.contractId}`, lead.contract)],
          [words.assignee, lead.assignee?.name ?? words.nobody],
        ]}
      />
      {lead.quiet && <p className="callout bad">{words.quiet}</p>}
      {lead.message && (
        <>
          <h2>{words.message}</h2>
          <p className="lead-message">{lead.message}</p>
        </>
      )}
      <Same lead={lead} onSaved={onSaved} />
      {lead.unanswered > 0 && (
        <p className={lead.unanswered >= most ? 'callout warn' : 'muted'}>
          {t(words.unanswered, { n: lead.unanswered, most })}
        </p>
      )}
      {lead.missed > 0 && <p className="muted">{t(words.missed, { n: lead.missed })}</p>}
      <p className="muted">{t(words.received, { when: moment(lead.receivedAt, now) })}</p>
    </section>
  );
}

/** What was done and written, the last first. */
export function Story({ lead, now }: { lead: Lead; now: Date }) {
  const actions = lead.actions.map(({ id, type, result, at, by, note }) => ({
    key: `a${id}`,
    at,
    shown: (
      <>
        <b>{actionTypes[type]}</b>{' '}
        <StateBadge tone={actionResults[result].tone}>{actionResults[result].label}</StateBadge>{' '}
        <span className="muted">{by}</span>
        {note && <p>{note}</p>}
      </>
    ),
  }));
  const messages = lead.messages.map(
    ({ id, at, direction, channel, address, subject, text, who, failedAt, sentAt }) => ({
      key: `m${id}`,
      at,
      shown: (
        <>
          <b>{direction === 'in' ? words.wrote : words.written[channel]}</b>{' '}
          <span className="muted">{direction === 'in' ? address : who}</span>{' '}
          {failedAt && <StateBadge tone="bad">{words.failed}</StateBadge>}
          {direction === 'out' && !failedAt && !sentAt && <StateBadge tone="info">{words.leaving}</StateBadge>}
          <p className="lead-message">{[subject, text].filter(Boolean).join('\n')}</p>
        </>
      ),
    }),
  );
  const all = [...actions, ...messages].toSorted((a, b) => b.at.localeCompare(a.at));
  return (
    <section className="card pad">
      <h2>{words.story}</h2>
      {all.length === 0 && <p className="muted">{words.noStory}</p>}
      <ol className="lead-actions">
        {all.map(({ key, at, shown }) => (
          <li key={key}>
            <time dateTime={at}>{moment(at, now)}</time> {shown}
          </li>
        ))}
      </ol>
    </section>
  );
}
