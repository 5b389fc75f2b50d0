import { accessRights } from './accesses/rights.ts';
import { eventRights } from './calendars/rights.ts';
import { commissionRights } from './commissions/rights.ts';
import { contractRights } from './contracts/rights.ts';
import { customerRights } from './customers/rights.ts';
import { leadRights } from './leads/rights.ts';
import { b2bRights, quoteRights } from './quotes/rights.ts';
import { valuationRights } from './valuations/rights.ts';

/** Rights of every area whose records have an owner; the tests check each of them. */
export const rights = {
  quotes: quoteRights,
  b2bQuotes: b2bRights,
  customers: customerRights,
  commissions: commissionRights,
  contracts: contractRights,
  leads: leadRights,
  accesses: accessRights,
  events: eventRights,
  valuations: valuationRights,
};
