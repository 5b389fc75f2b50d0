import type { Machine } from '#domain/record/machine.ts';
import { privileges as p } from '#domain/privileges.ts';
import { campaignStates, stopReasons, type CampaignState } from './terms.ts';

export interface CampaignFacts {
  state: CampaignState;
  validFrom: string;
  validTo: string | null;
  /** Whether these values were tried on a sample quote. */
  tried: boolean;
}

const manages = { own: [], all: [p.managePreferences] } as const;
export const UNTRIED = 'Questi valori non sono ancora stati provati: provarli su un preventivo.';
const tried = { holds: (facts: CampaignFacts) => facts.tried, refused: UNTRIED };

/** Campaigns are the company's. */
const nobody: (facts: CampaignFacts) => number[] = () => [];

/** The course of a campaign: what it gives counts only from its activation on, and only within its days. */
export const campaignMachine = {
  entity: 'campaign',
  path: '/campaigns',
  rights: { see: manages, change: manages },
  states: campaignStates,
  initial: 'draft',
  owners: nobody,
  moves: {
    activate: {
      from: ['draft'],
      to: 'active',
      may: manages,
      guards: [tried],
      label: 'Attiva',
      done: 'Campagna attivata: {name}.',
      did: 'ha attivato la campagna',
      refused: { else: 'La campagna è già stata attivata.' },
    },
    stop: {
      from: ['programmed', 'active'],
      to: 'stopped',
      may: manages,
      reasons: stopReasons,
      noteFor: ['other'],
      label: 'Interrompi',
      done: 'Campagna interrotta: {name}.',
      did: 'ha interrotto la campagna',
      refused: {
        draft: 'La campagna non è ancora attiva.',
        ended: 'La campagna è già conclusa.',
        else: 'La campagna è già interrotta.',
      },
    },
    resume: {
      from: ['stopped'],
      to: 'active',
      may: manages,
      guards: [tried],
      label: 'Riprendi',
      done: 'Campagna ripresa: {name}.',
      did: 'ha ripreso la campagna',
      refused: { else: 'Si riprende solo una campagna interrotta.' },
    },
  },
  acts: {},
} as const satisfies Machine<CampaignState, CampaignFacts>;
