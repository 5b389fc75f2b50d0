/** What a contract earns: its margins row by row (rules.md §11). Cents, net. */
import type { correctedMargins } from './terms.ts';

export type MarginKey = keyof typeof correctedMargins;

/** How far a commission is: expected until the approval, accrued, fixed by the invoice, taken back. */
export const commissionStates = {
  expected: 'Attesa',
  accrued: 'Maturata',
  frozen: 'Definitiva',
  reversed: 'Stornata',
} as const;

/** A margin, with what it adds to the one before. */
export interface WaterfallStep {
  key: MarginKey;
  label: string;
  amount: number;
  rows: readonly { label: string; amount: number }[];
}

interface Correction {
  margin: MarginKey;
  label: string;
  amount: number;
}

/**
 * The waterfall with the back office's corrections, of which one of a margin is a row of it and changes those after it,
 * too, and with what cars taken in cost beyond what was agreed.
 */
export function correctedWaterfall(
  steps: readonly WaterfallStep[],
  corrections: readonly Correction[],
  revaluation: number,
): WaterfallStep[] {
  const said = corrections.map((one) => ({ ...one, label: `Correzione: ${one.label}` }));
  if (revaluation !== 0) said.push({ margin: 'third', label: 'Usato rivalutato', amount: -revaluation });
  let more = 0;
  return steps.map((step) => {
    const own = said.filter(({ margin }) => margin === step.key);
    more += own.reduce((sum, { amount }) => sum + amount, 0);
    return {
      ...step,
      amount: step.amount + more,
      rows: [...step.rows, ...own.map(({ label, amount }) => ({ label, amount }))],
    };
  });
}
