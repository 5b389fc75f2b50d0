import { Failure } from '#domain/errors.ts';
import { quotes as table } from '#domain/quotes/endpoints.ts';
import { bind } from '../lib/bind.ts';
import { document, preview, previewPages } from './print.ts';
import { quoteAnswer, readQuote } from './records.ts';
import { exportList, list, sellers, summary } from './reports.ts';
import { readSheet, visibleSheet } from './sheet.ts';
import { timeline } from './timeline.ts';
import { close, create, duplicate, issue, remove, revise, save } from './write.ts';

export const quotes = bind(table, {
  'GET /quotes': list,
  'GET /quotes/export': exportList,
  'GET /quotes/summary': summary,
  'GET /quotes/sellers': sellers,
  'GET /quotes/sheets/:versionId': async (ctx, { params }) => {
    const sheet = await readSheet(ctx, params.versionId);
    if (sheet.version.listPrice === 0) throw new Failure('not_found');
    return visibleSheet(ctx, sheet);
  },
  'POST /quotes': create,
  'GET /quotes/:id': async (ctx, { params }) => quoteAnswer(ctx, await readQuote(ctx, params.id)),
  'PUT /quotes/:id': save,
  'DELETE /quotes/:id': remove,
  'POST /quotes/:id/issue': issue,
  'POST /quotes/:id/revise': revise,
  'POST /quotes/:id/duplicate': duplicate,
  'POST /quotes/:id/close': close,
  'GET /quotes/:id/timeline': timeline,
  'GET /quotes/:id/document': document,
  'GET /quotes/:id/preview': previewPages,
  'GET /quotes/:id/preview/:page': preview,
});
