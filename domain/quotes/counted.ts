import { privileges as p } from '../privileges.ts';
import type { Counted } from '../record/figures.ts';
import { quoteRights } from './rights.ts';

/** What figures count of retail quotes: the newest revision of each that was issued. */
export const countedQuotes = {
  label: 'Preventivi',
  measures: {
    count: { label: 'Preventivi', unit: 'count' },
    keysInHand: { label: 'Chiavi in mano', unit: 'money' },
    margin: { label: 'Margine II', unit: 'money', seenWith: [p.seeMargin] },
    /** What was given, and what it was given on: the mean discount is one in percent of the other. */
    discount: { label: 'Sconto', unit: 'money', seenWith: [p.seeMargin] },
    listTotal: { label: 'Listino', unit: 'money', seenWith: [p.seeMargin] },
  },
  bases: { issued: { label: 'emissione', from: 'issuedFrom', to: 'issuedTo' } },
  list: { path: '/dealer/quotes/retail', place: 'locationId', person: 'sellerId', see: quoteRights.see },
} as const satisfies Counted;
