import { latenessOf } from '#domain/leads/deadlines.ts';
import { leadMachine } from '#domain/leads/rules.ts';
import type { Lead } from '#domain/leads/schema.ts';
import { leadOutcomes, leadSources, leadStates } from '#domain/leads/terms.ts';
import { telephone } from '#domain/italian.ts';
import { moment, t } from '#site/lib/intl.ts';
import { leadPage as words } from '#site/messages/it/leads.ts';
import { StateBadge } from '#site/ui/Bits.tsx';
import { Icon } from '#site/ui/Icon.tsx';

const inMenu = ['take', 'negotiate', 'stepBack', 'win', 'dismiss', 'lose', 'reopen'] as const;
const inBar = ['park', 'assign'] as const;
export type Button = (typeof inMenu)[number] | (typeof inBar)[number] | 'edit';

export const titleOf = ({ name, phone }: Pick<Lead, 'name' | 'phone'>): string =>
  name || telephone(phone ?? '') || words.anonymous;
const labelOf = (name: Button) =>
  name === 'edit'
    ? words.edit
    : name in leadMachine.moves
      ? leadMachine.moves[name as 'take'].label
      : leadMachine.acts[name as 'park'].label;

/** When something is due, and how late it is. */
function Due({ lead, now }: { lead: Lead; now: Date }) {
  if (lead.nextAt === null) return null;
  const lateness = latenessOf(lead, now.getTime());
  const when = moment(lead.nextAt, now);
  const tone = lateness === 'late' ? 'bad' : lateness === 'soon' ? 'warn' : 'mute';
  return <StateBadge tone={tone}>{t(lateness === 'late' ? words.lateSince : words.due, { when })}</StateBadge>;
}

interface HeadProps {
  lead: Lead;
  now: Date;
  /** Its place in the queue, from 1; 0: it is not there. */
  at: number;
  of: number;
  before: string | null;
  after: string | null;
  press?: (name: Button) => void;
}

/** In the top bar: who it is, how it stands, its place in the queue, and what may be done with it. */
export function Head({ lead, now, at, of, before, after, press }: HeadProps) {
  const offered = (name: Button) => lead.offered.includes(name === 'edit' ? 'save' : name);
  const step = (href: string | null, icon: 'chevron-up' | 'chevron-down', label: string) =>
    href && (
      <a className="icon" href={href} aria-label={label}>
        <Icon name={icon} />
      </a>
    );
  const button = (name: Button, className?: string) => (
    <button
      key={name}
      type="button"
      className={className}
      popoverTarget={className === 'btn' ? undefined : 'lead-menu'}
      onClick={() => press?.(name)}
    >
      {labelOf(name)}
    </button>
  );
  return (
    <>
      <div className="whom">
        <b>
          <span>{titleOf(lead)}</span>
          {lead.vehicle && <span>{lead.vehicle}</span>}
        </b>
        <span className="saved">
          <span className="muted lead-number">
            {lead.number} · {lead.sourceName || leadSources[lead.source]}
          </span>
          <StateBadge tone={leadStates[lead.state].tone}>{leadStates[lead.state].label}</StateBadge>
          {lead.outcome ? (
            <StateBadge tone={leadOutcomes[lead.outcome].tone}>{leadOutcomes[lead.outcome].label}</StateBadge>
          ) : (
            <Due lead={lead} now={now} />
          )}
        </span>
      </div>
      {at > 0 && (
        <span className="lead-place">
          {step(before, 'chevron-up', words.previous)}
          <span className="muted">{t(words.place, { at, of })}</span>
          {step(after, 'chevron-down', words.following)}
        </span>
      )}
      <span className="lead-bar">{inBar.filter(offered).map((name) => button(name, 'btn'))}</span>
      <button type="button" className="icon" popoverTarget="lead-menu" aria-label={words.more}>
        <Icon name="ellipsis" />
      </button>
      <div id="lead-menu" className="menu-list" popover="auto">
        {inBar.filter(offered).map((name) => button(name, 'lead-folded'))}
        {inMenu.filter(offered).map((name) => button(name))}
        {offered('edit') && button('edit')}
      </div>
    </>
  );
}
