import { endpoint } from '../endpoint.ts';
import { anyOf } from '../record/rights.ts';
import { stockRights } from './rights.ts';
import { feedFile, feedPage, feedQuery, pageToken, shownCar, shownPhoto } from './shown-schema.ts';

const see = { privileges: anyOf(stockRights.see) };

/** Calls about cars on their public page and on portals. */
export const shownCalls = {
  'GET /stock/shown': endpoint({
    summary: 'A car of the stock by the address of its public page; not found once it is not for sale any more',
    audience: 'public',
    query: pageToken,
    answer: shownCar,
  }),
  'GET /stock/shown/photo': endpoint({
    summary: 'A photo of a public page',
    audience: 'public',
    query: shownPhoto,
    answer: 'file',
    lasting: true,
  }),
  'GET /stock/used/:id/sheet': endpoint({
    summary: 'The sheet behind the windscreen as PDF, with the public page as QR code',
    ...see,
    answer: 'file',
    heavy: 'short',
  }),
  'GET /stock/feed': endpoint({
    summary: 'The cars that are for sale, with price, page and photos, in order of their ids',
    ...see,
    query: feedQuery,
    answer: feedPage,
  }),
  'GET /stock/feed/file': endpoint({
    summary: 'The same, all of them, as CSV or XML',
    ...see,
    query: feedFile,
    answer: 'file',
    heavy: 'long',
  }),
};
