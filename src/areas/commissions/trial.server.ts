/** What an address asks of the rules: which sale, whose earning, by the rules of which day. */
import type { User } from '#domain/auth/schema.ts';
import { earners, triggers } from '#domain/commissions/terms.ts';
import { may } from '#domain/endpoints.ts';
import { Failure } from '#domain/errors.ts';
import { parseDay } from '#domain/italian.ts';
import { keysOf } from '#domain/record/machine.ts';
import type { CallAnswer } from '#site/lib/call.ts';
import { trial as words } from '#site/messages/it/commissions.ts';

type Call = App.Locals['call'];
type Trial = CallAnswer<'GET /commissions/trial'>;
export interface Tried {
  /** Null: nothing is asked yet, or no contract is found. */
  trial: Trial | null;
  /** Whose earning may be tried; empty: the own alone. */
  people: CallAnswer<'GET /commissions/people'>;
  asked: { number: string; day: string; userId: number | undefined };
  /** What does not fit in the form; a contract that is not there, or not the own, is said where its number is typed. */
  faults: { number?: string; day?: string };
}

/** What of a sale the line is that was pressed. */
const ofLine = (searchParams: URLSearchParams) => ({
  earns: keysOf(earners).find((one) => one === searchParams.get('earns')),
  trigger: keysOf(triggers).find((one) => one === searchParams.get('trigger')),
});

/** Tries the rules as the address asks; throws what the call does, except for a sale that is not there for the reader. */
export async function readTrial(call: Call, user: User, searchParams: URLSearchParams): Promise<Tried> {
  const id = (name: string) =>
    /^[1-9]\d{0,14}$/.test(searchParams.get(name) ?? '') ? Number(searchParams.get(name)) : undefined;
  const [contractId, userId] = [id('contract'), id('person')];
  const number = searchParams.get('number')?.trim().slice(0, 40) ?? '';
  const typed = searchParams.get('day') ?? '';
  const day = parseDay(typed);
  const faults: Tried['faults'] = typed !== '' && day === null ? { day: words.dayUnread } : {};
  const query = {
    ...(number === '' ? { contractId } : { number }),
    ...(userId !== undefined && { userId }),
    ...(day !== null && { day }),
    ...ofLine(searchParams),
  };
  const tried = () =>
    call('GET /commissions/trial', { query }).catch((error: unknown) => {
      if (!(error instanceof Failure && error.code === 'not_found')) throw error;
      faults.number = words.unknown;
      return null;
    });
  const [trial, people] = await Promise.all([
    number !== '' || contractId !== undefined ? tried() : null,
    may(user, 'GET /commissions/people') ? call('GET /commissions/people', {}) : [],
  ]);
  return { trial, people, asked: { number: trial?.number ?? number, day: typed, userId }, faults };
}
