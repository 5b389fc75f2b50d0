import { useStore } from '@nanostores/react';
import { integer, money } from '#domain/italian.ts';
import type { StepOf } from '#domain/record/machine.ts';
import { valuationMachine } from '#domain/valuations/rules.ts';
import type { Valuation } from '#domain/valuations/schema.ts';
import { valuationStates } from '#domain/valuations/terms.ts';
import { apiPath } from '#site/lib/call.ts';
import { valuationPage as words } from '#site/messages/it/used-evaluation.ts';
import { StateBadge } from '#site/ui/Bits.tsx';
import { Head } from '#site/ui/record/page/Head.tsx';
import type { Question, Step } from '#site/ui/record/page/useSteps.tsx';
import { createValuation, type ValuationStore } from './store.ts';

type Name = StepOf<typeof valuationMachine>;

/** The natural next step: the first of these that the person may take. */
const leading = ['offer', 'ask', 'barter', 'schedule'] as const satisfies readonly Name[];
/** The other steps that stand beside the menu where there is room. */
const inBar: readonly Name[] = ['ask', 'sendBack', 'schedule', 'revalue', 'release'];
const order = [
  'ask',
  'sendBack',
  'offer',
  'barter',
  'schedule',
  'revalue',
  'release',
  'close',
  'reopen',
] as const satisfies readonly Name[];

/** What comes next; where the person takes no step with an offer, the customer gets it on paper. */
function nextOf({ state, offered }: Valuation): Name | 'print' | null {
  if (state === 'expired' && offered.includes('revalue')) return 'revalue';
  if (state === 'closed' && offered.includes('reopen')) return 'reopen';
  return leading.find((name) => offered.includes(name)) ?? (state === 'offered' ? 'print' : null);
}

export const titleOf = ({ maker, model, versionName, plate }: Valuation): string[] =>
  [[maker, model, versionName].filter(Boolean).join(' '), plate ?? ''].filter(Boolean);

interface HeadProps {
  store: ValuationStore;
  /** The form of what is known of the car. */
  edit?: Question;
}

/** In the top bar: which car it is, how it stands, and what may be done with it now. */
export function ValuationHead({ store, edit }: HeadProps) {
  const of = useStore(store.$saved)!;
  const { id, offered, state, proposed } = of;
  const wanted = nextOf(of);
  const stepOf = (name: Name): Step => ({
    ...store.stepOf(name),
    ...(inBar.includes(name) && { bar: 'before' }),
    ...(name === 'offer' && proposed && { label: `${valuationMachine.moves.offer.label} ${money(proposed)}` }),
  });
  const href = apiPath('GET /valuations/:id/document', { params: { id } });
  const steps: (Step | false)[] = [
    ...order.filter((name) => name !== wanted && offered.includes(name)).map(stepOf),
    wanted !== 'print' && { name: 'print', label: 'PDF', href, bar: 'before', document: 'file-text' },
    offered.includes('save') && { name: 'edit', label: words.edit, run: (ask) => edit && ask(edit) },
  ];
  return (
    <Head
      about={titleOf(of)}
      state={
        <span className="saved">
          <span className="muted valuation-about">
            {[of.number, of.customer, of.km !== null && `${integer(of.km)} km`, of.madeBy.name]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <StateBadge tone={valuationStates[state].tone}>{valuationStates[state].label}</StateBadge>
        </span>
      }
      steps={steps.filter((step) => step !== false)}
      next={
        wanted === 'print'
          ? { name: 'print', label: words.printOffer, href, document: 'file-text' }
          : wanted && stepOf(wanted)
      }
    />
  );
}

/** The head rendered on the server into the top bar; the island then takes it over. */
export const StaticHead = (props: Parameters<typeof createValuation>[0]) => (
  <ValuationHead store={createValuation(props)} />
);
