import { z } from 'zod';
import { linkInput, message, messageInput, newLink, sending, written } from '../documents/sending.ts';
import { endpoint } from '../endpoint.ts';
import { anyOf } from '../rights.ts';
import { line } from '../text.ts';
import { offer } from './offer.ts';
import { quoteRights } from './rights.ts';
import { quoteMachine } from './rules.ts';

const { acts } = quoteMachine;
const token = z.string().min(40).max(60);
const withToken = z.object({ token });

export const sendingCalls = {
  'GET /quotes/:id/sending': endpoint({
    summary: 'What was sent of a quote and what came back: mails, private links and their readings, questions',
    privileges: anyOf(quoteRights.see),
    answer: sending,
  }),
  'POST /quotes/:id/messages': endpoint({
    summary: 'Send an issued quote by mail with its PDF; `{collegamento}` in the text becomes a private link',
    privileges: anyOf(acts.send.may),
    body: messageInput,
    answer: message,
    creates: true,
  }),
  'POST /quotes/:id/link': endpoint({
    summary: 'A private link to an issued quote; its address is said this once',
    privileges: anyOf(acts.send.may),
    body: linkInput,
    answer: newLink,
  }),
  'DELETE /quotes/:id/link': endpoint({
    summary: 'Revoke every private link of a quote',
    privileges: anyOf(acts.send.may),
  }),
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
