/** For the server: whose leads the queue has, and what the person may make of a lead. */
import { may, type CallAnswer, type CallInput, type CallName } from '#domain/endpoints.ts';
import { privileges as p } from '#domain/privileges.ts';
import { namesOf } from '#site/ui/choices.ts';

type Call = <N extends CallName>(name: N, input: CallInput<N>) => Promise<CallAnswer<N>>;

type User = Parameters<typeof may>[0] & { id: number };

/** One's own leads; who has none, or asks for it, works on everybody's. */
export async function queueOf(call: Call, { id, privileges }: User, asksAll: boolean) {
  const seesAll = privileges.includes(p.seeAllLeads) || privileges.includes(p.manageAllLeads);
  const of = async (assigneeId: number | null) => ({
    seesAll,
    assigneeId,
    live: await call('GET /leads/live', { query: { limit: 50, ...(assigneeId !== null && { assigneeId }) } }),
  });
  const mine = seesAll && asksAll ? null : await of(id);
  return mine && (!seesAll || mine.live.groups[0]!.total > 0) ? mine : of(null);
}

/** What dialogs choose among. */
export async function settingOf(call: Call) {
  const [reasons, assignees, places, terms] = await Promise.all([
    call('GET /leads/reasons', {}),
    call('GET /leads/assignees', {}),
    call('GET /locations/open', {}),
    call('GET /leads/terms', {}),
  ]);
  return { reasons, assignees, terms, locations: namesOf(places) };
}

export const mayOf = (user: User) => ({
  may: {
    book: may(user, 'POST /calendars/events'),
    visit: may(user, 'POST /accesses') && may(user, 'POST /accesses/bookings'),
    quote: may(user, 'POST /quotes'),
    value: may(user, 'POST /valuations'),
    customer: may(user, 'POST /customers'),
  },
  finds: { customers: may(user, 'GET /customers/matches'), contracts: may(user, 'GET /contracts') },
});
