import { useStore } from '@nanostores/react';
import { latenessOf } from '#domain/leads/deadlines.ts';
import type { leadMachine } from '#domain/leads/rules.ts';
import type { Lead } from '#domain/leads/schema.ts';
import { leadOutcomes, leadSources, leadStates } from '#domain/leads/terms.ts';
import { telephone, wholeMoney } from '#domain/italian.ts';
import type { StepOf } from '#domain/record/machine.ts';
import { moment, t } from '#site/lib/intl.ts';
import { leadPage as words } from '#site/messages/it/leads.ts';
import { StateBadge } from '#site/ui/Bits.tsx';
import { Icon } from '#site/ui/Icon.tsx';
import { Head } from '#site/ui/record/page/Head.tsx';
import type { Question, Step } from '#site/ui/record/page/useSteps.tsx';
import { createLead, type LeadStore } from './store.ts';

export const titleOf = ({ name, phone }: Pick<Lead, 'name' | 'phone'>): string =>
  name || telephone(phone ?? '') || words.anonymous;
/** Which car, and what is asked for it in cents where that is one; empty: none is known. */
const carOf = ({ vehicle }: Pick<Lead, 'vehicle'>, price: number | null): string =>
  [vehicle, price !== null && wholeMoney(price)].filter(Boolean).join(', ');

/** When something is due, and how late it is. */
function Due({ lead, now }: { lead: Lead; now: Date }) {
  if (lead.nextAt === null) return null;
  const lateness = latenessOf(lead, now.getTime());
  const when = moment(lead.nextAt, now);
  const tone = lateness === 'late' ? 'bad' : lateness === 'soon' ? 'warn' : 'mute';
  return <StateBadge tone={tone}>{t(lateness === 'late' ? words.lateSince : words.due, { when })}</StateBadge>;
}

/** The steps that a press takes, in the order of the menu; the first two stand beside it where there is room. */
const order = [
  'park',
  'assign',
  'take',
  'negotiate',
  'stepBack',
  'win',
  'dismiss',
  'lose',
  'reopen',
] as const satisfies readonly StepOf<typeof leadMachine>[];
const inBar: readonly string[] = order.slice(0, 2);

interface HeadProps {
  store: LeadStore;
  now: Date;
  /** Its place in the queue, from 1; 0: it is not there. */
  at: number;
  of: number;
  before: string | null;
  after: string | null;
  /** What is asked for the car, in cents. */
  price: number | null;
  /** The form of what is known of the lead. */
  edit?: Question;
}

/** Where the lead stands in the queue, with the ways to those beside it: in the bar, and where that has no room above the lead. */
export function Turn({ at, of, before, after }: Pick<HeadProps, 'at' | 'of' | 'before' | 'after'>) {
  const go = (href: string | null, icon: 'chevron-up' | 'chevron-down', label: string) =>
    href && (
      <a className="icon" href={href} aria-label={label}>
        <Icon name={icon} />
      </a>
    );
  return (
    <span className="lead-place">
      {go(before, 'chevron-up', words.previous)}
      <span className="muted">{t(words.place, { at, of })}</span>
      {go(after, 'chevron-down', words.following)}
    </span>
  );
}

/** In the top bar: who it is, how it stands, its place in the queue, and what may be done with it. */
export function LeadHead({ store, now, at, of, before, after, price, edit }: HeadProps) {
  const lead = useStore(store.$saved)!;
  const offered = (name: string) => (lead.offered as readonly string[]).includes(name);
  const steps: Step[] = order
    .filter(offered)
    .map((name) => ({ ...store.stepOf(name), ...(inBar.includes(name) && { bar: 'before' as const }) }));
  const editing: Step = { name: 'edit', label: words.edit, run: (ask) => edit && ask(edit) };
  return (
    <Head
      about={[titleOf(lead), carOf(lead, price)].filter(Boolean)}
      state={
        <span className="saved">
          <span className="muted lead-number">
            {lead.number} · {lead.sourceName || leadSources[lead.source]}
          </span>
          <StateBadge tone={leadStates[lead.state].tone}>{leadStates[lead.state].label}</StateBadge>
          {lead.silent && <StateBadge tone="bad">{words.silent}</StateBadge>}
          {lead.outcome ? (
            <StateBadge tone={leadOutcomes[lead.outcome].tone}>{leadOutcomes[lead.outcome].label}</StateBadge>
          ) : (
            <Due lead={lead} now={now} />
          )}
        </span>
      }
      steps={offered('save') ? [...steps, editing] : steps}
      next={null}
    >
      {at > 0 && <Turn at={at} of={of} before={before} after={after} />}
    </Head>
  );
}

/** The head rendered on the server into the top bar; the island then takes it over. */
export const StaticHead = (props: Omit<HeadProps, 'store'> & Parameters<typeof createLead>[0]) => (
  <LeadHead store={createLead(props)} {...props} />
);
