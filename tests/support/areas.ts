/**
 * How the tests make every call. A new endpoint compiles only when its area's file says how both dealers make it
 * successfully; the tests of authorisation, tenancy, audit, versions and bad input then cover it. A new area needs a
 * file in `areas/` and a line here. Rows that other areas need (`rows`) have an id in `Dealer` and a line below.
 */
import type { Endpoint } from '#domain/endpoint.ts';
import { endpoints, type CallName, type Endpoints } from '#domain/endpoints.ts';
import type { Calls, Dealer, Insert, Sent, Side, TestUser } from './area.ts';
import { accessories, rows as accessoryRows } from './areas/accessories.ts';
import { agencies } from './areas/agencies.ts';
import { baskets } from './areas/baskets.ts';
import { auth } from './areas/auth.ts';
import { campaigns, rows as campaignRows } from './areas/campaigns.ts';
import { catalog } from './areas/catalog.ts';
import { companies, rows as companyRows } from './areas/companies.ts';
import { support } from './areas/support.ts';
import { commissions } from './areas/commissions.ts';
import { claims, networkClaims } from './areas/claims.ts';
import { contracts } from './areas/contracts.ts';
import { customers, rows as customerRows } from './areas/customers.ts';
import { files, networkFiles } from './areas/files.ts';
import { futureTables } from './areas/future-tables.ts';
import { financials, rows as financialRows } from './areas/financials.ts';
import { homologations } from './areas/homologations.ts';
import { imports } from './areas/imports.ts';
import { insurances } from './areas/insurances.ts';
import { absences, bookings, calendars } from './areas/calendars.ts';
import { accesses } from './areas/accesses.ts';
import { receptionWords } from './areas/reception-words.ts';
import { layouts, networkLayouts } from './areas/layouts.ts';
import { leads } from './areas/leads.ts';
import { valuations } from './areas/valuations.ts';
import { network } from './areas/network.ts';
import { negotiations } from './areas/negotiations.ts';
import { news } from './areas/news.ts';
import { notices } from './areas/notices.ts';
import { persons } from './areas/persons.ts';
import { preferences } from './areas/preferences.ts';
import { privacy } from './areas/privacy.ts';
import { quotes, rows as quoteRows } from './areas/quotes.ts';
import { releases } from './areas/releases.ts';
import { reports } from './areas/reports.ts';
import { search } from './areas/search.ts';
import { signatures } from './areas/signatures.ts';
import { services } from './areas/services.ts';
import { stats } from './areas/stats.ts';
import { stock, rows as stockRows } from './areas/stock.ts';
import { tyres } from './areas/tyres.ts';
import { spreadsheets } from './areas/spreadsheets.ts';
import { uploads } from './areas/uploads.ts';
import { users } from './areas/users.ts';

export const calls: Calls<Endpoints> = {
  ...auth,
  ...companies,
  ...users,
  ...customers,
  ...accessories,
  ...agencies,
  ...tyres,
  ...services,
  ...stats,
  ...insurances,
  ...financials,
  ...futureTables,
  ...baskets,
  ...homologations,
  ...catalog,
  ...quotes,
  ...campaigns,
  ...commissions,
  ...contracts,
  ...claims,
  ...networkClaims,
  ...layouts,
  ...networkLayouts,
  ...leads,
  ...receptionWords,
  ...accesses,
  ...valuations,
  ...absences,
  ...bookings,
  ...calendars,
  ...stock,
  ...imports,
  ...releases,
  ...reports,
  ...notices,
  ...network,
  ...negotiations,
  ...news,
  ...preferences,
  ...privacy,
  ...persons,
  ...search,
  ...spreadsheets,
  ...uploads,
  ...files,
  ...networkFiles,
  ...signatures,
  ...support,
};

/** A successful call of the side, and the user who makes it. */
export async function fill(name: CallName, side: Side): Promise<{ sent: Sent; as: TestUser }> {
  // One type for all calls: a union of so many is more than the compiler takes.
  const make = calls[name] as (side: Side) => unknown;
  const { as = side.as, version, ...sent } = (await make(side)) as Sent & { as?: TestUser };
  const { versioned }: Endpoint = endpoints[name];
  return { as, sent: { ...sent, ...(versioned && { version: version! }) } };
}

/** Creates a dealer with the rows that tests of several areas need. */
export async function makeDealer(insert: Insert, companyId: number, marker: string, province: string): Promise<Dealer> {
  const places = await companyRows(insert, companyId, marker, province);
  await quoteRows(insert, companyId, marker);
  return {
    companyId,
    marker,
    ...places,
    ...(await customerRows(insert, companyId, marker)),
    ...(await accessoryRows(insert, companyId, marker)),
    ...(await campaignRows(insert, companyId, marker)),
    ...(await financialRows(insert, companyId, marker)),
    ...(await stockRows(insert, companyId, marker, places.locationId)),
  };
}
