/** The external counters of the specification §3: what each question to a source costs, and how much is left of a month. */
import type { Tone } from '../record/machine.ts';
import { holdsAny, privileges as p } from '../privileges.ts';
import type { UsedSettings } from '../stock/used-setting-fields.ts';
import type { Question, Source } from './terms.ts';

export const counters = {
  infocar_plates: 'Targhe Infocar',
  simple_evaluations: 'Valutazioni semplici',
  eurotax_plates: 'Targhe Eurotax',
  indicata_generic: 'Indicata',
  advanced_evaluations: 'Valutazioni avanzate',
} as const;
export type Counter = keyof typeof counters;

/** Percent of a month's quota from which on it is warned of. */
export const WARN_AT = 80;
/** For how many days an answer is kept, so that nobody pays for it again. */
export const KEPT_DAYS = 30;

export interface SourceQuestion {
  source: Source;
  question: Question;
  /** Whether the car is named by its plate. */
  byPlate: boolean;
}

/** The counters that a question raises by one, always in the same order; the plate's own car is asked of Infocar only. */
export function countersOf({ source, question, byPlate }: SourceQuestion): Counter[] {
  if (question === 'plate') return ['infocar_plates'];
  const kind = question === 'simple' ? ('simple_evaluations' as const) : ('advanced_evaluations' as const);
  if (source === 'IND') return [kind, 'indicata_generic'].toSorted() as Counter[];
  return (byPlate ? [kind, 'eurotax_plates'].toSorted() : [kind]) as Counter[];
}

/** The setting that holds a counter's monthly quota. */
export const quotaKeys = {
  infocar_plates: 'quotaInfocarPlates',
  simple_evaluations: 'quotaSimpleEvaluations',
  eurotax_plates: 'quotaEurotaxPlates',
  indicata_generic: 'quotaIndicataGeneric',
  advanced_evaluations: 'quotaAdvancedEvaluations',
} as const satisfies Record<Counter, keyof UsedSettings>;

/** The pace of one person: at most so many questions that cost in so many minutes. */
export const PACE = { questions: 20, minutes: 20 };

/** Who may use the last fifth of a month's quota: who sets it, and who validates what others sell. */
const keepers = [p.managePreferences, p.validateContracts] as const;

/** How many questions of a month's quota the holder of these privileges may use up with all others. */
export const openOf = (quota: number, held: readonly number[]): number =>
  holdsAny(held, keepers) ? quota : quota - Math.floor(quota / 5);

export const levels = {
  fine: { label: 'Disponibile', tone: 'info' },
  near: { label: 'Quasi esaurito', tone: 'warn' },
  full: { label: 'Esaurito', tone: 'bad' },
} as const satisfies Record<string, { label: string; tone: Tone }>;
export type Level = keyof typeof levels;

/** How a counter stands: near from 80 % on, full at 100 % (rules.md §25). */
export function levelOf(used: number, quota: number): Level {
  if (used >= quota) return 'full';
  return used * 100 >= quota * WARN_AT ? 'near' : 'fine';
}
