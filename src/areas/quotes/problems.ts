import { useStore } from '@nanostores/react';
import type { Issue } from '#domain/quotes/pricing.ts';
import type { QuoteSection } from '#domain/quotes/terms.ts';
import { useBuilder } from './store.ts';

/** Which section the field of a draft stands in. */
export function sectionOf(path: string): QuoteSection {
  const root = path.split('.')[0];
  if (root === 'customer') return 'customer';
  if (root === 'tradeIns') return 'used';
  if (root === 'incentiveIds' || root === 'customDiscounts' || root === 'lowIncome') return 'incentives';
  if (root === 'deposit' || root === 'financing' || root === 'balance') return 'financial';
  return root === 'notes' ? 'notes' : 'version';
}

/** Paths whose message stands at a field of their own. */
const ownField = /^(tradeIns\.\d+\.\w+|customDiscounts\.\d+\.\w+|deposit|financing\.(amount|months)|notes|province)$/;

export interface Problem extends Issue {
  atField: boolean;
}

/** What the rules and the server have to say about the draft, each once. */
export function useProblems(): Problem[] {
  const store = useBuilder();
  const issues = useStore(store.$problems);
  const state = useStore(store.$save);
  const fields = state.kind === 'invalid' ? Object.entries(state.fields) : [];
  const refused = fields.map(([path, message]): Issue => ({ level: 'error', path, message }));
  const all = [...refused, ...issues];
  return all
    .filter(
      (issue, at) => all.findIndex(({ path, message }) => path === issue.path && message === issue.message) === at,
    )
    .map((issue) => ({ ...issue, atField: ownField.test(issue.path) }));
}

/** The message of one field of the draft. */
export function useProblem(): (path: string) => string | undefined {
  const problems = useProblems();
  return (path) => problems.find((one) => one.path === path)?.message;
}
