import { telephone } from '#domain/italian.ts';
import type { Lead } from '#domain/leads/schema.ts';
import { actionResults, actionTypes, leadSources, leadStates, leadTypes } from '#domain/leads/terms.ts';
import { moment, t } from '#site/lib/intl.ts';
import { leadPage as words } from '#site/messages/it/leads.ts';
import { StateBadge } from '#site/ui/Bits.tsx';
import { DescriptionList } from '#site/ui/record/DescriptionList.tsx';

const link = (href: string, text: string | null) => (
  <a className="link" href={href}>
    {text}
  </a>
);

/** Who it is, what for, and where it came from. */
export function About({ lead, most, now }: { lead: Lead; most: number; now: Date }) {
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
        <p className={lead.unanswered >= most ? 'callout warn' : 'muted'}>
          {t(words.unanswered, { n: lead.unanswered, most })}
        </p>
      )}
      {lead.missed > 0 && <p className="muted">{t(words.missed, { n: lead.missed })}</p>}
      <p className="muted">{t(words.received, { when: moment(lead.receivedAt, now) })}</p>
    </section>
  );
}

/** What was done, the last first. */
export function Story({ lead, now }: { lead: Lead; now: Date }) {
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
