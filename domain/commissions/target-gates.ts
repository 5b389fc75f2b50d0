import { mainObjectives, targetObjectives } from '../stats/targets/objectives.ts';

/** Targets of a month by which rules may pay: those that count sales, for a person or a place. */
export const targetGates = Object.fromEntries(
  mainObjectives.map((objective) => [objective, targetObjectives[objective].label]),
) as Record<(typeof mainObjectives)[number], string>;
export type TargetGate = keyof typeof targetGates;
