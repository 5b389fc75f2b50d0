import { support as table } from '#domain/support/endpoints.ts';
import { forgetSent } from '../lib/files/sent.ts';
import { area } from '../lib/ports/area.ts';
import { answer, listNetwork, readFor, ticketAnsweredJob } from './answered.ts';
import { ask, close, listOwn, readOwn, readOwnFile, writeMore } from './asked.ts';
import { askByChat } from './chat.ts';
import { fileOf } from './files.ts';
import { pass, setCause, ticketPassedJob } from './followed.ts';
import { dropReady, keepReady, listReady } from './ready.ts';
import { coverJob } from './tickets.ts';

export const support = area(table, {
  verbs: {
    'GET /support/tickets': listOwn,
    'POST /support/tickets': ask,
    'GET /support/tickets/:id': readOwn,
    'POST /support/tickets/:id/messages': writeMore,
    'POST /support/tickets/:id/close': close,
    'GET /support/tickets/:id/files/:fileId': readOwnFile,
    'POST /support/chat': askByChat,
    'GET /network/tickets': listNetwork,
    'GET /network/:company_id/tickets/:id': readFor,
    'GET /network/:company_id/tickets/:id/files/:fileId': (ctx, { params }) => fileOf(ctx, params, { withNotes: true }),
    'POST /network/:company_id/tickets/:id/messages': answer,
    'POST /network/:company_id/tickets/:id/handler': pass,
    'POST /network/:company_id/tickets/:id/cause': setCause,
    'GET /network/answers': listReady,
    'POST /network/answers': keepReady,
    'DELETE /network/answers/:id': dropReady,
  },
  jobs: [ticketAnsweredJob, ticketPassedJob, coverJob, forgetSent],
});
