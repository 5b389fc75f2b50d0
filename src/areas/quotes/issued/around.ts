import type { ActionOf } from '#domain/record/machine.ts';
import type { quoteMachine } from '#domain/quotes/rules.ts';
import type { CallAnswer, CallInput, CallName } from '#domain/endpoints.ts';

/** What a page shows around an issued quote: its history, what was sent, which prices have changed since. */
export interface Around {
  story: CallAnswer<'GET /quotes/:id/timeline'>;
  sending: CallAnswer<'GET /quotes/:id/sending'>;
  /** Its car of the stock, and what is open before a contract. */
  next: CallAnswer<'GET /quotes/:id/next-step'>;
  difference: CallAnswer<'GET /quotes/:id/difference'>['difference'];
  /** The stage of its negotiation. */
  stage: CallAnswer<'GET /quotes/:id/stage'>;
  /** Today's prices; null when they are unchanged, or when the person may not revise the quote. */
  today: CallAnswer<'GET /quotes/:id/today'>['repriced'];
  /** Everything that would be due at today's prices, of an expired quote that the person may revise. */
  totalToday: CallAnswer<'GET /quotes/:id/today'>['total'];
}

type Call = <N extends CallName>(name: N, input: CallInput<N>) => Promise<CallAnswer<N>>;

/** Reads all of it: on the server with the page, in the browser after each step. */
export async function readAround(
  call: Call,
  id: number,
  actions: readonly ActionOf<typeof quoteMachine>[],
): Promise<Around> {
  const input = { params: { id } };
  const [story, sending, next, { difference }, stage, today] = await Promise.all([
    call('GET /quotes/:id/timeline', input),
    call('GET /quotes/:id/sending', input),
    call('GET /quotes/:id/next-step', input),
    call('GET /quotes/:id/difference', input),
    call('GET /quotes/:id/stage', input),
    actions.includes('revise') ? call('GET /quotes/:id/today', input) : null,
  ]);
  return { story, sending, next, difference, stage, today: today?.repriced ?? null, totalToday: today?.total ?? null };
}
