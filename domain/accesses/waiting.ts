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

const firstOf = (set: readonly WaitingSettings[], key: keyof WaitingSettings) =>
  set.map((one) => one[key]).find((one) => one !== null) ?? null;

/** What was set, who comes first first, whatever order that makes. */
export const waitingSet = (...set: readonly WaitingSettings[]): WaitingTargets => ({
  slow: firstOf(set, 'slow') ?? SLOW_WAIT_MINUTES,
  late: firstOf(set, 'late') ?? LONG_WAIT_MINUTES,
  median: firstOf(set, 'median'),
});

/**
 * What counts of it. Nobody's wait is red before it is amber, even where the network has changed its minutes since a
 * company set one of its own: what who comes first has set stays, the other bends.
 */
export const waitingTargets = (...set: readonly WaitingSettings[]): WaitingTargets => {
  const told = waitingSet(...set);
  const { slow, late } = told;
  if (late > slow) return told;
  const isOwn = (key: 'slow' | 'late') => (one: WaitingSettings) => one[key] !== null;
  const setter = set.find((one) => isOwn('slow')(one) || isOwn('late')(one));
  return setter && !isOwn('slow')(setter) ? { ...told, slow: Math.max(1, late - 1) } : { ...told, late: slow + 1 };
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
