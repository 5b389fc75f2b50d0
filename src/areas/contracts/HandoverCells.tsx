/** What the cells of the handovers show: what a car still wants, its report, and how far its registration is. */
import { handoverOf, handoverParts, registrationStates } from '#domain/contracts/handover.ts';
import type { ContractRow } from '#domain/contracts/schema.ts';
import { day } from '#domain/italian.ts';
import { apiPath } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { contractsList as words } from '#site/messages/it/contracts-list.ts';
import { StateBadge } from '#site/ui/Bits.tsx';
import type { Row } from '#site/ui/list/table/columns.ts';

interface Shown {
  row: Row;
}

/** A dot for each thing that a handover wants, the names of those that are missing, and the report to sign. */
export function Handover({ row }: Shown) {
  const one = row as ContractRow;
  if (one.state !== 'approved' && one.state !== 'billed') return '—';
  const parts = handoverOf(one);
  const missing = one.handover.map((part) => handoverParts[part]).join(', ');
  return (
    <span className="lacking">
      <span className="dots">
        {parts.map(({ part, state }) => (
          <i key={part} data-dot={state} aria-hidden title={`${handoverParts[part]}: ${words.handover[state]}`} />
        ))}
        {one.deliveryOn !== null && (
          <a
            className="link"
            href={apiPath('GET /contracts/:id/annex', { params: { id: one.id }, query: { annex: 'delivery' } })}
            target="_blank"
          >
            {words.report}
          </a>
        )}
      </span>
      {missing ? <small title={missing}>{missing}</small> : <small className="ready">{words.next.billed}</small>}
    </span>
  );
}

/** Whether the agency was asked for the plate, whom and when. */
export function Registration({ row }: Shown) {
  const { registration, registrationAgency, registrationAskedOn } = row as ContractRow;
  const { label, tone } = registrationStates[registration];
  const asked = registration === 'asked' && registrationAskedOn !== null;
  return (
    <>
      <StateBadge tone={tone}>{label}</StateBadge>
      {asked && (
        <small className="by">
          {[t(words.askedOn, { day: day(registrationAskedOn) }), registrationAgency].filter(Boolean).join(' · ')}
        </small>
      )}
    </>
  );
}
