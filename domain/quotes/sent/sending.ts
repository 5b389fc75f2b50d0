import { z } from 'zod';
import { written } from '#domain/documents/sending.ts';
import { endpoint } from '#domain/endpoint.ts';
import { line } from '#domain/text.ts';
import { offer } from './offer.ts';

const token = z.string().min(40).max(60);
const withToken = z.object({ token });

/** What a private link opens, and what who holds it does there. */
export const offerCalls = {
  'GET /offers': endpoint({
    summary: 'The quote or wholesale offer that a private link opens',
    audience: 'public',
    link: true,
    query: withToken,
    answer: offer,
  }),
  'GET /offers/document': endpoint({
    summary: 'Its document as PDF/A',
    audience: 'public',
    link: true,
    query: withToken,
    answer: 'file',
    heavy: 'short',
  }),
  'POST /offers/opened': endpoint({
    summary: 'It is on the screen of who holds the link; the seller is told the first time',
    audience: 'public',
    link: true,
    body: withToken,
  }),
  'POST /offers/question': endpoint({
    summary: 'Ask the seller something; ten questions a link',
    audience: 'public',
    link: true,
    body: withToken.extend({ text: written(1000, 'Scrivere la domanda') }),
  }),
  'POST /offers/accept': endpoint({
    summary: 'Accept it as long as it is good; the cars of a wholesale offer are sold',
    audience: 'public',
    link: true,
    body: withToken.extend({ name: line.min(2, 'Inserire nome e cognome').max(100, 'Al massimo 100 caratteri') }),
  }),
};
