import { dayInRome } from '#domain/dates.ts';
import { may } from '#domain/endpoints.ts';
import { likenessOf } from '#site/parts/customers/customer-form.ts';
import { placesIn } from './places.server.ts';

/** Everything that the page of a customer gives its island. */
export async function propsOf({ call, user }: App.Locals, id: number) {
  const params = { id };
  const [customer, relations, provinces, followers, comments] = await Promise.all([
    call('GET /customers/:id', { params }),
    call('GET /customers/:id/relations', { params }),
    call('GET /customers/provinces', {}),
    call('GET /customers/followers', {}),
    call('GET /customers/:id/comments', { params }),
  ]);
  const like =
    may(user!, 'GET /customers/duplicates') && !customer.archived
      ? await call('GET /customers/duplicates', { query: { ...likenessOf(customer), except: id } })
      : [];
  return {
    comments,
    customer,
    like,
    relations,
    provinces,
    followers,
    userId: user!.id,
    today: dayInRome(new Date()),
    places: await placesIn(call, customer),
    may: {
      manage: may(user!, 'POST /customers/bulk'),
      quote: may(user!, 'POST /quotes'),
      quotes: may(user!, 'GET /quotes'),
    },
  };
}
