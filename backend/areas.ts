import type { CallName } from '#domain/endpoints.ts';
import type { FieldMessages } from '#domain/errors.ts';
import { accesses } from './accesses/area.ts';
import { accessFigure, visitFigure } from './accesses/counted.ts';
import { readWaiting } from './accesses/waiting.ts';
import { receptionWords } from './accesses/words/area.ts';
import { readWords } from './accesses/words/offered.ts';
import { accessories } from './accessories/area.ts';
import { agencies } from './agencies/area.ts';
import { auth } from './auth/area.ts';
import { baskets } from './baskets/area.ts';
import { catalog } from './catalog/area.ts';
import { companies } from './companies/area.ts';
import { contracts } from './contracts/area.ts';
import { claims } from './contracts/claims/area.ts';
import { contractFigure } from './contracts/counted.ts';
import { contractReports } from './contracts/reports/all.ts';
import { campaignsResume } from './contracts/reports/incentives.ts';
import { businessCenters } from './contracts/reports/sales.ts';
import { customers } from './customers/area.ts';
import { forgetThrottles, housekeeping } from './lib/work/housekeeping.ts';
import type { Ctx, Job } from './lib/work/context.ts';
import { scheduling, type Schedule } from './lib/work/schedules.ts';
import { companyFiles } from './files/area.ts';
import { financials } from './financials/area.ts';
import { calendars } from './calendars/area.ts';
import { absences } from './calendars/absences.ts';
import { bookings } from './calendars/booking.ts';
import { appointmentFigure, driveFigure } from './calendars/counted.ts';
import { homologations } from './homologations/area.ts';
import { imports } from './imports/area.ts';
import { insurances } from './insurances/area.ts';
import { layouts } from './layouts/area.ts';
import { leads } from './leads/area.ts';
import { takeIn } from './leads/by-page.ts';
import { leadFigure } from './leads/counted.ts';
import { showsPersons } from './leads/in-force.ts';
import { support } from './support/area.ts';
import { commissions } from './commissions/area.ts';
import { readAtStake } from './commissions/at-stake.ts';
import { commissionsOfContracts } from './commissions/shown.ts';
import { network } from './network/area.ts';
import { negotiations } from './negotiations/area.ts';
import { news } from './news/area.ts';
import { notices } from './notices/area.ts';
import { persons } from './persons/area.ts';
import { preferences } from './preferences/area.ts';
import { privacy } from './privacy/area.ts';
import { budgetsOn } from './quotes/campaigns/left.ts';
import { quotes } from './quotes/area.ts';
import { barter } from './quotes/barter.ts';
import { offerSource } from './quotes/b2b/contract.ts';
import { quotePricing, quoteSource } from './quotes/contract.ts';
import { quoteFigure } from './quotes/counted.ts';
import { sheetOfVersion } from './quotes/sheet/sheet.ts';
import { releases } from './releases/area.ts';
import { reports } from './reports/area.ts';
import { search } from './search/area.ts';
import { signatures } from './signatures/area.ts';
import { services } from './services/area.ts';
import { spreadsheets } from './spreadsheets/area.ts';
import { stats } from './stats/area.ts';
import { targetsOf } from './stats/targets/in-force.ts';
import { objectivesReport, pieceTargets } from './stats/targets/report.ts';
import { stock } from './stock/area.ts';
import { buying, yard } from './stock/yard.ts';
import { tyres } from './tyres/area.ts';
import { uploads } from './uploads/area.ts';
import { takeArriving } from './uploads/arriving.ts';
import { users } from './users/area.ts';
import { valuations } from './valuations/area.ts';
import { valuationFigure } from './valuations/counted.ts';

const people = customers([quotes].flatMap(({ story = [] }) => story));

const figures = {
  leads: leadFigure,
  visits: visitFigure,
  accesses: accessFigure,
  drives: driveFigure,
  appointments: appointmentFigure,
  valuations: valuationFigure,
  quotes: quoteFigure,
  contracts: contractFigure,
};
const aims = targetsOf(figures);

const deals = contracts(
  { quote: quoteSource, offer: offerSource, pricing: quotePricing, yard },
  commissionsOfContracts(aims),
  takeArriving,
);

const worth = valuations({ ...barter, ...buying });

const numbers = reports(
  {
    ...contractReports,
    businessCenters: businessCenters(pieceTargets),
    campaignsResume: campaignsResume(budgetsOn),
    objectivesReport: objectivesReport(figures, (ctx) => readAtStake(ctx, aims)),
  },
  aims,
);
const team = users(
  [quotes, deals, leads, accesses, calendars, people, stock, worth, numbers].flatMap(({ legacies = [] }) => legacies),
);

const records = [
  auth,
  companies,
  quotes,
  deals,
  claims,
  commissions(aims),
  companyFiles,
  leads,
  accesses,
  receptionWords,
  calendars,
  absences,
  bookings(takeIn),
  worth,
  people,
  stock,
  team,
  accessories,
  agencies,
  tyres,
  services,
  insurances,
  financials,
  baskets,
  homologations,
  catalog(sheetOfVersion),
  releases,
  notices,
  network,
  negotiations,
  news,
  support,
  preferences,
  privacy,
  persons,
  stats(figures, { showsPersons, reception: { readWords, readWaiting } }),
  numbers,
  layouts([deals, quotes, stock].flatMap(({ laid = [] }) => laid)),
];

/** Makes the export of any area. */
const largeSpreadsheets = spreadsheets((name) => verbs[name]);

/** The order of hits in Ctrl+K: a name is first a customer, a plate first a car, then the documents about them. */
const found = new Set([people, stock, quotes, ...records]);

export const constraints: Record<string, FieldMessages> = Object.assign({}, ...records.map((area) => area.constraints));

/** Every area of the backend. */
export const areas = [
  ...records,
  largeSpreadsheets,
  uploads,
  imports(
    records.flatMap(({ imports: those = [] }) => those),
    constraints,
  ),
  signatures(records.flatMap(({ signs = [] }) => signs)),
  search([...found].flatMap(({ hits = [] }) => hits)),
];

type CallsOf<A> = A extends { verbs: infer V } ? keyof V : never;

const bound: Record<CallsOf<(typeof areas)[number]>, never> = Object.assign({}, ...areas.map((area) => area.verbs));

/** The verb of every call of the table; the compiler refuses a call without one, and so a list without its area. */
export const verbs: Record<CallName, (ctx: Ctx, input: never) => Promise<unknown>> = bound;

export const orderSpreadsheet = largeSpreadsheets.order;
export const schedules: readonly Schedule[] = [housekeeping, ...areas.flatMap((area) => area.schedules ?? [])];
export const jobs: readonly Job<never>[] = [
  forgetThrottles,
  ...scheduling(schedules),
  ...areas.flatMap((area) => area.jobs ?? []),
];
export const effects = areas.flatMap((area) => area.effects ?? []);
