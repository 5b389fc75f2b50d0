import type { CallAnswer } from '#site/lib/call.ts';

/**
 * The reasons with which leads are closed, in the company's words, each once; `linked`: those that a link names, which may be
 * offered no longer.
 */
export function closingIn(reasons: CallAnswer<'GET /leads/reasons'>, linked: readonly string[] = []): string[] {
  const offered = reasons.filter(({ move }) => move === 'lose' || move === 'dismiss').map(({ label }) => label);
  return [...new Set([...offered, ...linked.filter(Boolean)])];
}
