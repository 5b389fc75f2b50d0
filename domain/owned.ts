import { customerRights } from './customers/rights.ts';
import { b2bRights, quoteRights } from './quotes/rights.ts';

/** Rights of every area whose records have an owner: the tests walk this list. */
export const rights = { quotes: quoteRights, b2bQuotes: b2bRights, customers: customerRights };
