import type { Review } from '#domain/contracts/review.ts';
import { isReviewed } from '#domain/contracts/terms.ts';
import type { Contract } from '#domain/contracts/schema.ts';
import { dayInRome } from '#domain/dates.ts';
import { may } from '#domain/endpoints.ts';
import { readAddendum } from './addendum.server.ts';

/** What is looked at before a contract is validated, for who may; null once it waits for nobody. */
const readReview = async ({ call, user }: App.Locals, { id, state }: Contract): Promise<Review | null> =>
  isReviewed(state) && may(user!, 'GET /contracts/:id/review')
    ? call('GET /contracts/:id/review', { params: { id } })
    : null;

const named = (rows: readonly { id: number; name: string }[]) => rows.map(({ id, name }) => ({ id, name }));

/** Everything that the page of a contract shows to this person, of another company or unknown: `not_found`. */
export async function propsOf(locals: App.Locals, id: number) {
  const { call } = locals;
  const user = locals.user!;
  const params = { id };
  const [contract, reasons, rounds, comments, performance, events, places, centers, colleagues] = await Promise.all([
    call('GET /contracts/:id', { params }),
    call('GET /contracts/reasons', {}),
    call('GET /signatures', { query: { entity: 'contract', recordId: id } }),
    call('GET /contracts/:id/comments', { params, query: {} }),
    call('GET /contracts/:id/performance', { params }),
    may(user, 'GET /calendars/contracts/:id') ? call('GET /calendars/contracts/:id', { params }) : [],
    call('GET /locations/open', {}),
    call('GET /business-centers/open', {}),
    call('GET /contracts/sellers', {}),
  ]);
  const [addendum, review] = await Promise.all([readAddendum(locals, contract), readReview(locals, contract)]);
  return {
    contract,
    reasons,
    rounds,
    addendum,
    review,
    comments,
    performance,
    events,
    locations: named(places),
    centers: named(centers),
    colleagues: named(colleagues).filter((one) => one.id !== contract.seller.id),
    user: { id: user.id, privileges: user.privileges },
    may: {
      findCustomers: may(user, 'GET /customers/matches'),
      seeCustomers: may(user, 'GET /customers/:id'),
      makeCustomers: may(user, 'POST /customers'),
      review: may(user, 'GET /contracts/:id/review'),
    },
    today: dayInRome(new Date()),
  };
}
