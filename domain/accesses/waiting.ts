import type { Fields, Values } from '../record/fields.ts';
import type { SettingPart } from '../record/setting-parts.ts';
import { LONG_WAIT_MINUTES } from './turns.ts';

/** Minutes after which a wait is amber where nobody has set anything; red it is after `LONG_WAIT_MINUTES`. */
export const SLOW_WAIT_MINUTES = 10;

const minutes = { kind: 'number', min: 1, max: 240, suffix: 'minuti' } as const;

/**
 * How long people may wait, as a company sets it. Of what a dealer leaves out the manufacturer's counts, of what that
 * leaves out the product's.
 */
export const waitingFields = {
  slow: { ...minutes, label: 'Attesa gialla da', nullable: 'Non impostata' },
  late: {
    ...minutes,
    label: 'Attesa rossa da',
    nullable: 'Non impostata',
    help: 'Da allora chi aspetta va a chiunque sia libero',
  },
  median: {
    ...minutes,
    label: 'Attesa mediana al massimo',
    nullable: 'Non impostata',
    help: 'L’obiettivo con cui le statistiche confrontano l’attesa',
  },
} as const satisfies Fields;
export type WaitingSettings = Values<typeof waitingFields>;

/** What counts: minutes; no median: there is no target. */
export interface WaitingTargets {
  slow: number;
  late: number;
  median: number | null;
}

/** What counts of what was set, who comes first first. */
export const waitingTargets = (...set: readonly WaitingSettings[]): WaitingTargets => {
  const first = (key: keyof WaitingSettings) => set.map((one) => one[key]).find((one) => one !== null) ?? null;
  return {
    slow: first('slow') ?? SLOW_WAIT_MINUTES,
    late: first('late') ?? LONG_WAIT_MINUTES,
    median: first('median'),
  };
};

/** The one card of these settings. */
export const waitingParts: readonly SettingPart<keyof WaitingSettings>[] = [
  {
    id: 'waiting',
    title: 'Attesa',
    help: 'I colori di chi aspetta all’accoglienza e l’obiettivo delle statistiche.',
    keys: ['slow', 'late', 'median'],
  },
];
