import { telephone } from '#domain/italian.ts';
import type { Lead } from '#domain/leads/schema.ts';
import { sharedWords } from '#domain/leads/shared.ts';
import { leadStates } from '#domain/leads/terms.ts';
import { call } from '#site/lib/call.ts';
import { moment, t } from '#site/lib/intl.ts';
import { leadPage as words } from '#site/messages/it/leads.ts';
import { StateBadge } from '#site/ui/Bits.tsx';
import { attempt } from '#site/ui/attempt.ts';
import { linkCustomer } from './linkCustomer.ts';

/** What the source said that no field holds. */
export const Details = ({ text }: { text: string }) => (
  <details>
    <summary>{words.details}</summary>
    <p className="lead-message">{text}</p>
  </details>
);

const page = (id: number) => `/dealer/leads/handle?lead=${id}`;

/** What was said in a lead that became this one, without what this one says itself. */
function Joined({ one, lead }: { one: Lead['joined'][number]; lead: Lead }) {
  const { number, receivedAt, vehicle, plate, vin, advert, tradeIn, taxCode, email, message, details } = one;
  const phones = [one.phone, one.phone2].filter((phone) => phone && phone !== lead.phone && phone !== lead.phone2);
  const more = [
    ...phones.map((phone) => telephone(phone!)),
    email && email.toLowerCase() !== lead.email?.toLowerCase() && email,
    vin && `${words.vin} ${vin}`,
    tradeIn && tradeIn !== lead.tradeIn && `${words.tradeIn}: ${tradeIn}`,
    taxCode && taxCode !== lead.taxCode && `${words.taxCode} ${taxCode}`,
  ];
  return (
    <span>
      {t(words.joined, { number, when: moment(receivedAt) })} {vehicle && <b>{vehicle}</b>}
      {plate && t(words.hasPlate, { plate })}{' '}
      {/^https?:/.test(advert) && (
        <a className="link" href={advert}>
          {words.openAdvert}
        </a>
      )}{' '}
      {more.filter(Boolean).join(' · ')} {message && <q>{message}</q>}
      {details && <Details text={details} />}
    </span>
  );
}

/**
 * Leads and customers that may be the same person, with the buttons to join them or tell them apart; joined leads,
 * with the button to part them again.
 */
export function Same({ lead, onSaved }: { lead: Lead; onSaved: (lead: Lead) => void }) {
  const press = (verb: 'join' | 'part' | 'apart', otherId: number, done: string) =>
    void attempt(
      async () =>
        onSaved(
          await call(`POST /leads/:id/${verb}`, { params: { id: lead.id }, version: lead.version, body: { otherId } }),
        ),
      { done },
    );
  const button = (verb: 'join' | 'part' | 'apart', id: number, done: string) =>
    lead.offered.includes(verb) && (
      <button type="button" className="btn" onClick={() => press(verb, id, done)}>
        {words[verb]}
      </button>
    );
  return (
    <>
      {lead.mergedInto !== null && (
        <p className="callout">
          {words.mergedInto}{' '}
          <a className="link" href={page(lead.mergedInto)}>
            {words.openOther}
          </a>
        </p>
      )}
      {lead.same.map((one) => (
        <div key={`${one.kind}${one.id}`} className="callout lead-same">
          <span>
            {sharedWords[one.by]}: <b>{one.name || words.anonymous}</b>,{' '}
            <a className="link" href={one.kind === 'lead' ? page(one.id) : `/dealer/customers/${one.id}`}>
              {one.kind === 'lead' ? t(words.same.lead, { number: one.number ?? '' }) : words.same.customer}
            </a>{' '}
            {one.state && <StateBadge tone={leadStates[one.state].tone}>{leadStates[one.state].label}</StateBadge>}
          </span>
          {one.kind === 'lead' && one.state !== 'closed' && button('join', one.id, words.joinedDone)}
          {one.kind === 'lead' && button('apart', one.id, words.apartDone)}
          {one.kind === 'customer' && lead.customerId === null && lead.offered.includes('save') && (
            <button
              type="button"
              className="btn"
              onClick={() =>
                void attempt(async () => onSaved(await linkCustomer(lead, one.id)), { done: words.linkedDone })
              }
            >
              {words.link}
            </button>
          )}
        </div>
      ))}
      {lead.joined.map((one) => (
        <div key={one.id} className="callout lead-same">
          <Joined one={one} lead={lead} />
          {one.undoUntil && button('part', one.id, words.partedDone)}
        </div>
      ))}
    </>
  );
}
