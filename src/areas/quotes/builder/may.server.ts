import { may } from '#domain/endpoints.ts';
import type { BuilderProps } from './store.ts';

/** What of the builder is open to the person, beside what may be done with the quote. */
export const builderMay = (user: Parameters<typeof may>[0]): BuilderProps['may'] => ({
  compare: may(user, 'POST /quotes'),
  list: may(user, 'GET /quotes'),
  createCustomer: may(user, 'POST /customers'),
  editCustomer: may(user, 'PUT /customers/:id'),
});
