import { quoteRights } from './quotes/rights.ts';

/** Rights of every area whose records have an owner: the tests walk this list. */
export const rights = { quotes: quoteRights };
