import { routes, type Route } from '#site/routes.ts';
import { pages as accessPages } from './areas/accesses.ts';
import { pages as calendarPages } from './areas/calendars.ts';
import { pages as catalogPages } from './areas/catalog.ts';
import { pages as contractPages } from './areas/contracts.ts';
import { pages as financialPages } from './areas/financials.ts';
import { pages as futurePages } from './areas/future-tables.ts';
import { pages as networkPages } from './areas/network.ts';
import { pages as privacyPages } from './areas/privacy.ts';
import { pages as quotePages } from './areas/quotes.ts';
import { pages as statPages } from './areas/stats.ts';
import { pages as stockPages } from './areas/stock.ts';
import { pages as uploadPages } from './areas/uploads.ts';
import { pages as leadPages } from './areas/leads.ts';
import type { DEMO_USERS } from './server.ts';

/**
 * Addresses in the demo world for routes whose parameter is not the id of a first record, or with a query that shows
 * more; each area adds its own.
 */
const addresses: Record<string, string> = {
  ...accessPages,
  ...calendarPages,
  ...catalogPages,
  ...contractPages,
  ...financialPages,
  ...futurePages,
  ...networkPages,
  ...privacyPages,
  ...quotePages,
  ...statPages,
  ...stockPages,
  ...uploadPages,
  ...leadPages,
};

/** A user for each audience, who may open all its pages. */
const visitors = { public: null, user: 'admin', dealer: 'admin', fms: 'manufacturer' } as const;

export interface Visit {
  route: string;
  address: string;
  as: keyof typeof DEMO_USERS | null;
}

/** Every page of the table of routes, with an address and the user who opens it. */
export const visits: Visit[] = routes
  // A signer's link is never stored, so the demo world has none to open; tests/backend/contracts-signature.test.ts reads its page.
  .filter(({ built, path }) => built && path !== '/firma/{token}')
  .map(({ path, audience }: Route) => ({
    route: path,
    address: addresses[path] ?? path.replace('{id}', '1'),
    as: visitors[audience],
  }));
