import type { ReactNode } from 'react';
import { telephone } from '#domain/italian.ts';
import type { Lead } from '#domain/leads/schema.ts';
import { leadTypes } from '#domain/leads/lead-types.ts';
import { indirectSources, leadSources } from '#domain/leads/terms.ts';
import { moment, t } from '#site/lib/intl.ts';
import { leadPage as words } from '#site/messages/it/leads.ts';
import { CarPicture } from '#site/parts/vehicles/CarPicture.tsx';
import { StateBadge } from '#site/ui/Bits.tsx';
import { broken, DescriptionList } from '#site/ui/record/page/DescriptionList.tsx';
import { titleOf } from './Head.tsx';
import { Originals } from './Originals.tsx';
import { Details, Same } from './Same.tsx';
import type { AskedStock } from './stock.server.ts';

/** What a person may make of a lead. */
export interface May {
  book: boolean;
  visit: boolean;
  quote: boolean;
  value: boolean;
  customer: boolean;
}

/** The plate in what is said of a trade-in. */
const plateIn = (text: string) => /\b[a-z]{2}\s?\d{3}\s?[a-z]{2}\b/i.exec(text)?.[0].replace(/\s/g, '');

const link = (href: string, text: ReactNode) => (
  <a className="link" href={href}>
    {text}
  </a>
);

/** How somebody is called or written to; who has asked not to be is not, by one press. */
const reach = ({ silent }: Lead, href: string, text: ReactNode) => (silent ? text : link(href, text));

/** What of the stock is called as what was asked for. */
const Offered = ({ stock: { lists, cars } }: { stock: AskedStock }) => (
  <ul className="lead-stock">
    {lists.map(({ stock, total, href }) => (
      <li key={stock}>{link(href, t(words.inStock[stock], { n: total }))}</li>
    ))}
    {cars.map(({ href, name, about, look }) => (
      <li key={href} className="lead-one">
        <span className="lead-picture">
          <CarPicture row={{ id: 0, ...look }} />
        </span>
        <span>
          {link(href, name)} <span className="muted">{about}</span>
        </span>
      </li>
    ))}
  </ul>
);

interface Props {
  lead: Lead;
  most: number;
  now: Date;
  may: May;
  stock: AskedStock | null;
  onCustomer: () => void;
  onVisit: () => void;
  onSaved: (lead: Lead) => void;
}

/** Who it is, where it came from, and what is made of it by one press. */
export function About({ lead, most, now, may, stock, onCustomer, onVisit, onSaved }: Props) {
  const { id, customerId } = lead;
  const isOpen = lead.offered.includes('log');
  return (
    <section className="card pad lead-who">
      <header>
        <h1>{titleOf(lead)}</h1>
        {customerId !== null && <StateBadge tone="info">{words.customer}</StateBadge>}
        <span className="grow" />
        {customerId !== null
          ? may.customer && link(`/dealer/customers/${customerId}`, words.openCustomer)
          : may.customer &&
            lead.offered.includes('save') && (
              <button type="button" className="link" onClick={onCustomer}>
                {words.makeCustomer}
              </button>
            )}
      </header>
      <DescriptionList
        rows={[
          [words.phone, lead.phone && reach(lead, `tel:${lead.phone}`, telephone(lead.phone))],
          [words.phone2, lead.phone2 && reach(lead, `tel:${lead.phone2}`, telephone(lead.phone2))],
          [words.email, lead.email && reach(lead, `mailto:${lead.email}`, broken(lead.email))],
          [words.origin, [leadSources[lead.source], lead.sourceName].filter(Boolean).join(' · ')],
          [words.advert, lead.advert && link(lead.advert, words.openAdvert)],
          [words.type, leadTypes[lead.type]],
          [words.vin, lead.vin],
          [words.tradeIn, lead.tradeIn],
          [words.location, lead.location],
          [words.taxCode, lead.taxCode],
          [words.contract, lead.contractId && link(`/dealer/contracts/${lead.contractId}`, lead.contract)],
          [words.assignee, lead.assignee?.name ?? words.nobody],
          [words.privacy, indirectSources.includes(lead.source) && words.told],
          [words.asked, lead.askedAt && moment(lead.askedAt, now)],
          [words.received, moment(lead.receivedAt, now)],
          [words.number, lead.number],
        ]}
      />
      {lead.silent && <p className="callout bad">{words.quiet}</p>}
      {lead.mail && <p className="callout warn">{words.unverified}</p>}
      {lead.unanswered > 0 && (
        <p className={isOpen && lead.unanswered >= most ? 'callout warn' : 'muted'}>
          {t(words.unanswered, { n: lead.unanswered, most })}
        </p>
      )}
      {lead.missed > 0 && <p className="muted">{t(words.missed, { n: lead.missed })}</p>}
      {lead.details && <Details text={lead.details} />}
      <Originals lead={lead} onSaved={onSaved} />
      <Same lead={lead} onSaved={onSaved} />
      <div className="lead-car">
        <p>
          <b>{lead.vehicle || words.noVehicle}</b>
          {lead.plate && <span className="muted">{t(words.hasPlate, { plate: lead.plate })}</span>}
        </p>
        {stock && <Offered stock={stock} />}
        {isOpen && (
          <p className="lead-buttons">
            {may.visit && (
              <button type="button" className="btn" onClick={onVisit}>
                {words.visit}
              </button>
            )}
            {may.quote && (
              <a className="btn" href={`/quotation?lead=${id}`}>
                {words.quote}
              </a>
            )}
            {may.value && (
              <a
                className="btn"
                href={`/dealer/usedEvaluation?${new URLSearchParams({ new: '', plate: lead.tradeIn ? (plateIn(lead.tradeIn) ?? '') : lead.plate, ...(customerId !== null && { customer: String(customerId) }) })}`}
              >
                {lead.tradeIn ? words.valueTradeIn : words.value}
              </a>
            )}
          </p>
        )}
      </div>
    </section>
  );
}
