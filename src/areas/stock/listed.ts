import type { States } from '#domain/record/machine.ts';
import { t } from '#site/lib/intl.ts';
import { listedStates as words } from '#site/messages/it/stock.ts';

/** Names the states that the company's list does not show by itself; undefined: it shows all. */
export function withoutStates<S extends string>(
  states: States<S>,
  all: readonly S[],
  shown: readonly S[],
): string | undefined {
  const hidden = all.filter((state) => !shown.includes(state)).map((state) => states[state].label.toLowerCase());
  return hidden.length > 0 ? t(words.without, { states: hidden.join(', ') }) : undefined;
}
