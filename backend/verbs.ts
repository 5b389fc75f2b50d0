import type { Endpoints } from '#domain/endpoints.ts';
import { accessories } from './accessories/routes.ts';
import { auth } from './auth/routes.ts';
import { catalog } from './catalog/routes.ts';
import { companies } from './companies/routes.ts';
import { customers } from './customers/routes.ts';
import type { Verbs } from './lib/bind.ts';
import { notices } from './notices/routes.ts';
import { quotes } from './quotes/routes.ts';
import { releases } from './releases/routes.ts';
import { search } from './search/routes.ts';
import { tyres } from './tyres/routes.ts';
import { users } from './users/routes.ts';

/** The verb of every call of the table; a call without one does not compile. */
export const verbs: Verbs<Endpoints> = {
  ...auth,
  ...companies,
  ...users,
  ...customers,
  ...accessories,
  ...tyres,
  ...catalog,
  ...quotes,
  ...releases,
  ...notices,
  ...search,
};
