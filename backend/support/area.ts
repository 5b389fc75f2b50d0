import { support as table } from '#domain/support/endpoints.ts';
import { area } from '../lib/ports/area.ts';
import { answer, listNetwork, readFor, ticketAnsweredJob } from './answered.ts';
import { ask, close, listOwn, readOwn, writeMore } from './asked.ts';

export const support = area(table, {
  verbs: {
    'GET /support/tickets': listOwn,
    'POST /support/tickets': ask,
    'GET /support/tickets/:id': readOwn,
    'POST /support/tickets/:id/messages': writeMore,
    'POST /support/tickets/:id/close': close,
    'GET /network/tickets': listNetwork,
    'GET /network/:company_id/tickets/:id': readFor,
    'POST /network/:company_id/tickets/:id/messages': answer,
  },
  jobs: [ticketAnsweredJob],
});
