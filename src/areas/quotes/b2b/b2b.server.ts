import { blankOf } from '#domain/fields.ts';
import { may } from '#domain/endpoints.ts';
import { dayInRome } from '#domain/dates.ts';
import { lineOf } from '#domain/quotes/b2b/lines.ts';
import { b2bFields } from '#domain/quotes/b2b/fields.ts';
import { MOST_CARS } from '#domain/quotes/b2b/terms.ts';
import { queryIds } from '../start/choose.server.ts';
import type { B2bProps } from './store.ts';

/** Props of the builder: an offer (`?quote=`), or a new one with cars of the stock (`?cars=`). */
export async function b2bProps({ call, user }: App.Locals, search: URLSearchParams): Promise<B2bProps> {
  const [id] = queryIds(search, 'quote', 1);
  const cars = queryIds(search, 'cars', MOST_CARS);
  const quote = id ? await call('GET /quotes/b2b/:id', { params: { id } }) : null;
  const issued = quote && quote.state !== 'draft';
  const story = issued ? await call('GET /quotes/b2b/:id/timeline', { params: { id: quote.id } }) : null;
  const query = cars.length > 0 && !quote ? { cars: cars.join(',') } : {};
  const { sheet, provinces, notes } = await call('GET /quotes/b2b/start', { query });
  return {
    quote,
    story,
    sheet: quote?.sheet ?? sheet,
    start: {
      ...blankOf(b2bFields),
      notes,
      agencyFee: sheet.agencyFee,
      cars: sheet.cars.map(lineOf),
      serviceIds: sheet.services.flatMap(({ id, defaultOn }) => (defaultOn ? id : [])),
    },
    user: { id: user!.id, privileges: user!.privileges },
    may: { createCustomer: may(user!, 'POST /customers'), editCustomer: may(user!, 'PUT /customers/:id') },
    provinces,
    today: dayInRome(new Date()),
  };
}
