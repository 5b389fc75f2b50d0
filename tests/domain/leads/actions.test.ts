import { describe, expect, test } from 'vitest';
import { effectOf } from '#domain/leads/actions.ts';
import { firstResults } from '#domain/leads/result-words.ts';
import { leadMachine } from '#domain/leads/rules.ts';
import {
  actionResults,
  actionTypes,
  leadStates,
  type ActionResult,
  type ActionType,
  type LeadState,
} from '#domain/leads/terms.ts';
import { keysOf, targetOf, type Move } from '#domain/record/machine.ts';

const states = keysOf(leadStates);

/** The state in which an action leaves a lead, by the machine's own moves; null when it is not possible. */
function after(state: LeadState, type: ActionType, result: ActionResult): string | null {
  const effect = effectOf(state, type, result);
  if (!effect) return null;
  return effect.moves.reduce<string>((now, name) => {
    const move = leadMachine.moves[name] as Move;
    expect(move.from, `${name} from ${now}`).toContain(now);
    return targetOf(move, { state: now });
  }, state);
}

describe('an action with its result', () => {
  test('leads by moves of the machine, whatever state, type and result', () => {
    for (const state of states)
      for (const type of keysOf(actionTypes))
        for (const result of keysOf(actionResults)) expect([null, ...states]).toContain(after(state, type, result));
  });

  // rules.md §21, the table action type × result.
  test.each<[ActionType, ActionResult, (string | null)[]]>([
    ['to_handle', 'success', ['in_progress', 'in_progress', 'negotiation']],
    ['to_handle', 'failed', ['in_progress', 'in_progress', 'negotiation']],
    ['to_handle', 'scheduled', [null, null, null]],
    ['in_progress', 'scheduled', ['in_progress', 'in_progress', 'negotiation']],
    ['in_progress', 'success', ['in_progress', 'in_progress', 'negotiation']],
    ['in_progress', 'failed', ['in_progress', 'in_progress', 'negotiation']],
    ['in_progress', 'no_show', ['to_handle', 'in_progress', 'negotiation']],
    ['negotiation', 'success', ['negotiation', 'negotiation', 'negotiation']],
    ['negotiation', 'failed', ['to_handle', 'in_progress', 'in_progress']],
    ['create_deal', 'success', ['closed', 'closed', 'closed']],
    ['create_deal', 'failed', ['to_handle', 'in_progress', 'negotiation']],
    ['create_deal', 'no_show', [null, null, null]],
    ['follow_up', 'scheduled', ['to_handle', 'in_progress', 'negotiation']],
    ['follow_up', 'success', ['in_progress', 'in_progress', 'negotiation']],
    ['follow_up', 'failed', ['in_progress', 'in_progress', 'negotiation']],
    ['follow_up', 'no_show', ['to_handle', 'in_progress', 'negotiation']],
    ['closed', 'success', ['closed', 'closed', 'closed']],
    ['closed', 'failed', ['closed', 'closed', 'closed']],
    ['closed', 'not_needed', ['closed', 'closed', 'closed']],
  ])('%s → %s', (type, result, expected) => {
    expect((['to_handle', 'in_progress', 'negotiation'] as const).map((state) => after(state, type, result))).toEqual(
      expected,
    );
  });

  test('each result has a button from the first, and no two are the same', () => {
    expect(new Set(firstResults.map(({ result }) => result))).toEqual(new Set(keysOf(actionResults)));
    for (const { type, result } of firstResults) expect(effectOf('in_progress', type, result)).not.toBeNull();
    expect(new Set(firstResults.map(({ type, result }) => `${type} ${result}`)).size).toBe(firstResults.length);
  });

  test('does nothing to a closed lead, and a lead that nobody worked is dismissed, never lost', () => {
    for (const type of keysOf(actionTypes)) expect(effectOf('closed', type, 'success')).toBeNull();
    expect(effectOf('to_handle', 'closed', 'failed')?.moves).toEqual(['dismiss']);
    expect(effectOf('in_progress', 'closed', 'failed')?.moves).toEqual(['lose']);
  });
});
