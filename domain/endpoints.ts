import { accessories } from './accessories/endpoints.ts';
import { agencies } from './agencies/endpoints.ts';
import { auth } from './auth/endpoints.ts';
import { baskets } from './baskets/endpoints.ts';
import { catalog } from './catalog/endpoints.ts';
import { companies } from './companies/endpoints.ts';
import { commissions } from './commissions/endpoints.ts';
import { claims } from './contracts/claims/endpoints.ts';
import { networkClaims } from './contracts/claims/network.ts';
import { contracts } from './contracts/endpoints.ts';
import { customers } from './customers/endpoints.ts';
import { onBehalf, opens, type Answer, type Body, type Params, type Query } from './endpoint.ts';
import { absences } from './calendars/absences.ts';
import { bookings } from './calendars/booking.ts';
import { calendars } from './calendars/endpoints.ts';
import { financials } from './financials/endpoints.ts';
import { futureTables } from './financials/tables/endpoints.ts';
import { homologations } from './homologations/endpoints.ts';
import { imports } from './imports/endpoints.ts';
import { insurances } from './insurances/endpoints.ts';
import { accesses } from './accesses/endpoints.ts';
import { receptionEndpoints } from './accesses/words/endpoints.ts';
import { layouts } from './layouts/endpoints.ts';
import { networkLayouts } from './layouts/network/endpoints.ts';
import { leads } from './leads/endpoints.ts';
import { valuations } from './valuations/endpoints.ts';
import { network } from './network/endpoints.ts';
import { negotiations } from './negotiations/endpoints.ts';
import { news } from './news/endpoints.ts';
import { notices } from './notices/endpoints.ts';
import { persons } from './persons/endpoints.ts';
import { preferences } from './preferences/endpoints.ts';
import { privacy } from './privacy/endpoints.ts';
import { b2bEndpoints } from './quotes/b2b/endpoints.ts';
import { campaignEndpoints } from './quotes/campaigns/endpoints.ts';
import { quotes } from './quotes/endpoints.ts';
import { automaticReportCalls } from './reports/automatic/endpoints.ts';
import { reportCalls } from './reports/endpoints.ts';
import { files } from './files/endpoints.ts';
import { networkFiles } from './files/network.ts';
import { reminderCalls } from './reports/reminder-endpoints.ts';
import { reportSettingCalls } from './reports/setting-endpoints.ts';
import { releases } from './releases/endpoints.ts';
import { search } from './search/endpoints.ts';
import { signatures } from './signatures/endpoints.ts';
import { services } from './services/endpoints.ts';
import { support } from './support/endpoints.ts';
import { stats } from './stats/endpoints.ts';
import { stock } from './stock/endpoints.ts';
import { newStock } from './stock/new/endpoints.ts';
import { tyres } from './tyres/endpoints.ts';
import { spreadsheets } from './spreadsheets/endpoints.ts';
import { uploads } from './uploads/endpoints.ts';
import { users } from './users/endpoints.ts';

/** The only table of calls: an area is part of the product when its line is here. */
export const endpoints = {
  ...auth,
  ...companies,
  ...users,
  ...customers,
  ...onBehalf('prices', accessories),
  ...agencies,
  ...onBehalf('prices', tyres),
  ...onBehalf('prices', services),
  ...onBehalf('finance', insurances),
  ...onBehalf('finance', financials),
  ...futureTables,
  ...baskets,
  ...homologations,
  ...catalog,
  ...quotes,
  ...b2bEndpoints,
  ...campaignEndpoints,
  ...commissions,
  ...contracts,
  ...claims,
  ...networkClaims,
  ...onBehalf('layouts', layouts),
  ...leads,
  ...receptionEndpoints,
  ...accesses,
  ...absences,
  ...bookings,
  ...calendars,
  ...valuations,
  ...stats,
  ...reportCalls,
  ...reportSettingCalls,
  ...reminderCalls,
  ...automaticReportCalls,
  ...stock,
  ...newStock,
  ...imports,
  ...releases,
  ...notices,
  ...network,
  ...negotiations,
  ...networkLayouts,
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

export type Endpoints = typeof endpoints;
/** The name of a call: its method and path. */
export type CallName = keyof Endpoints;

type Needs<T, Key extends string> = [T] extends [undefined]
  ? unknown
  : undefined extends T
    ? { [K in Key]?: T }
    : { [K in Key]: T };

/**
 * The input of a call: path parameters, query and body by its row in the table, the record's version, an idempotency
 * key.
 */
export type CallInput<N extends CallName> = (keyof Params<N> extends never ? unknown : { params: Params<N> }) &
  (Query<Endpoints[N]> extends undefined ? unknown : { query?: Query<Endpoints[N]> }) &
  Needs<Body<Endpoints[N]>, 'body'> & { version?: number; key?: string; signal?: AbortSignal };

export type CallAnswer<N extends CallName> = Answer<Endpoints[N]>;

/** Whether the person may make the call; pages and server parts ask this instead of checking privileges. */
export const may = (user: { company_id: number; privileges: readonly number[] }, name: CallName): boolean =>
  opens(endpoints[name], { companyId: user.company_id, privileges: user.privileges, isService: false });
