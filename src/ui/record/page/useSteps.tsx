import { useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { IslandIcon } from '#site/ui/icon.ts';
import { OnDemand } from '#site/ui/OnDemand.tsx';

/** What a step asks in a dialog, which stays until it closes itself. */
export type Question = (close: () => void) => ReactNode;

/** An action on the record: a page to open, or a function to run, which may ask for more in a dialog. */
export interface Step {
  /** Identifies the button, also for a press made before the page's scripts ran. */
  name: string;
  label: string;
  href?: string;
  run?: ((ask: (question: Question) => void) => unknown) | undefined;
  /** Gives the step a button beside the menu, which folds into the menu when there is no room. */
  bar?: 'before' | 'after' | undefined;
  /** The button folds before the others. */
  early?: boolean | undefined;
  /** The keyboard shortcut that presses it as the next step. */
  keys?: string | undefined;
  /** The icon of a document, which opens beside the page; its button, where it has one, never folds. */
  document?: IslandIcon;
}

/** Presses steps, or asks for something beside them; `question` is what is asked, drawn until it closes itself. */
export function useSteps() {
  const [question, setQuestion] = useState<Question | null>(null);
  const ask = (asked: Question) => setQuestion(() => asked);
  const close = () => setQuestion(null);
  return {
    ask,
    press: ({ run }: Step) => void run?.(ask),
    question: question && createPortal(<OnDemand>{question(close)}</OnDemand>, document.body),
  };
}
