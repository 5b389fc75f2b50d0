import { lazy, useState } from 'react';
import { accessMachine } from '#domain/accesses/rules.ts';
import type { Access } from '#domain/accesses/schema.ts';
import { accessOutcomes, accessStates, accessSubjects, openStates, ticketOf } from '#domain/accesses/terms.ts';
import { day, telephone } from '#domain/italian.ts';
import { languages } from '#domain/languages.ts';
import { call } from '#site/lib/call.ts';
import { moment } from '#site/lib/intl.ts';
import { reception, visit as words } from '#site/messages/it/accesses.ts';
import { reach } from '#site/messages/it/kit.ts';
import { StateBadge } from '#site/ui/Bits.tsx';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import type { Named } from '#site/ui/choices.ts';
import { DescriptionList } from '#site/ui/record/page/DescriptionList.tsx';
import { Fold } from '#site/ui/record/form/Fold.tsx';
import type { Step } from '#site/ui/record/page/useSteps.tsx';
import type { VisitMoves } from './moves.ts';
import { Steps } from './Steps.tsx';

const EditVisit = lazy(() => import('./EditVisit.tsx'));
const History = lazy(() => import('#site/ui/record/page/History.tsx'));

/** Which pages of other areas the person may open. */
export interface Opens {
  customers: boolean;
  leads: boolean;
  quotes: boolean;
}

/** Who came, what for, with whom, and how it ended. */
function About({ visit, opens, now }: { visit: Access; opens: Opens; now: Date }) {
  const at = (instant: string | null) => instant && moment(instant, now);
  const link = (may: boolean, href: string, text: string | null) =>
    may ? (
      <a className="link" href={href}>
        {text}
      </a>
    ) : (
      text
    );
  const { customerId, leadId, eventId, language } = visit;
  return (
    <DescriptionList
      rows={[
        [words.subject, [accessSubjects[visit.subject], visit.wish].filter(Boolean).join(' · ')],
        [words.reason, visit.reasonLabel ?? visit.reason],
        ...visit.answered.map(({ question, answer }) => [question, answer] as const),
        [words.people, visit.people > 1 && visit.people],
        [
          words.phone,
          visit.phone &&
            (visit.silent ? (
              <>
                {telephone(visit.phone)} <StateBadge tone="bad">{reach.silent}</StateBadge>
              </>
            ) : (
              link(true, `tel:${visit.phone}`, telephone(visit.phone))
            )),
        ],
        [words.language, language && languages[language]],
        [words.maker, visit.maker],
        [words.customer, customerId && link(opens.customers, `/dealer/customers/${customerId}`, visit.customer)],
        [words.lead, leadId && link(opens.leads, `/dealer/leads/handle?lead=${leadId}`, visit.lead)],
        [words.event, eventId && link(true, `/dealer/calendars?view=day&event=${eventId}`, words.appointment)],
        [words.expectedAt, at(visit.expectedAt)],
        [words.missed, visit.missed && words.yes],
        [words.arrivedAt, at(visit.arrivedAt)],
        [words.seller, visit.seller?.name ?? null],
        [words.begunAt, at(visit.begunAt)],
        [words.ownSeller, visit.ownSeller?.name ?? null],
        [words.refusals, visit.refusals > 0 && visit.refusals],
        [words.handledAt, at(visit.handledAt)],
        [words.outcome, visit.outcome && accessOutcomes[visit.outcome]],
        [words.nextStep, visit.nextStep],
        [words.location, visit.location],
        [words.note, visit.note],
      ]}
    />
  );
}

/** Who takes up again a visit that was handled, or why nobody does. */
function whyClosed({ state, day: its, offered }: Access, today: string): string | null {
  if (openStates.some((one) => one === state)) return null;
  if (its < today) return accessMachine.moves.resume.guards[0].refused;
  return offered.includes('resume') ? null : words.whoResumes;
}

interface Props extends Pick<VisitMoves, 'stepOf'> {
  visit: Access;
  opens: Opens;
  makers: Named;
  finds: boolean;
  today: string;
  now: Date;
  press: (step: Step) => void;
  onChanged: () => void;
}

/** One visit, open or closed: what is known, what may be done, what was done. */
export default function VisitCard({ visit, opens, makers, finds, today, now, stepOf, press, onChanged }: Props) {
  const [editing, setEditing] = useState(false);
  const { id, version, state, ticket, outcome, offered } = visit;
  const closed = whyClosed(visit, today);
  return (
    <article className="card pad access-visit">
      <h2>
        {visit.customer ?? (visit.name || reception.anonymous)}{' '}
        {ticket !== null && <span className="access-ticket">{ticketOf(ticket)}</span>}{' '}
        <small className="muted">{day(visit.day)}</small>
      </h2>
      <p>
        <StateBadge tone={accessStates[state].tone}>{accessStates[state].label}</StateBadge>{' '}
        {outcome && <StateBadge tone="info">{accessOutcomes[outcome]}</StateBadge>}
      </p>
      <div className="access-buttons">
        <Steps
          offered={closed ? offered.filter((name) => name !== 'resume') : offered}
          begun={visit.begunAt !== null}
          leads
          stepOf={stepOf}
          press={press}
        />
        {offered.includes('save') && (
          <button type="button" className="btn" onClick={() => setEditing(true)}>
            {words.edit}
          </button>
        )}
      </div>
      {closed && <p className="callout">{closed}</p>}
      <About visit={visit} opens={opens} now={now} />
      <Fold label={words.history}>
        {() => <History key={version} read={() => call('GET /accesses/:id/timeline', { params: { id } })} />}
      </Fold>
      <OnDemand>
        {editing && (
          <EditVisit
            visit={visit}
            makers={makers}
            finds={finds}
            onSaved={() => {
              setEditing(false);
              onChanged();
            }}
            onClose={() => setEditing(false)}
          />
        )}
      </OnDemand>
    </article>
  );
}
