import type { b2bEndpoints as table } from '#domain/quotes/b2b/endpoints.ts';
import type { B2bQuote } from '#domain/quotes/b2b/schema.ts';
import type { VerbOf } from '#backend/lib/bind.ts';
import { readQuoteSettings } from '#backend/lib/params.ts';
import { quoteMail } from '../mail.ts';
import { sendingOf } from '#backend/documents/sending.ts';
import { readProvinces } from '../sheet.ts';
import { ask } from './ask.ts';
import { findCars, readB2bSheet, visibleB2bSheet } from './cars.ts';
import { b2bLists } from './list.ts';
import { b2bMoves } from './moves.ts';
import { b2bPrints } from './print.ts';
import { b2bAnswer, readB2b } from './records.ts';
import { b2bSendable } from './sendable.ts';
import { timeline } from './timeline.ts';
import { create, duplicate, remove, revise, save } from './write.ts';

type Table = typeof table;

const start: VerbOf<Table, 'GET /quotes/b2b/start'> = async (ctx, { query }) => {
  const ids = query.cars?.split(',').map(Number) ?? [];
  const sheet = visibleB2bSheet(ctx, await readB2bSheet(ctx, ids));
  const { notes } = await readQuoteSettings(ctx.db, ctx.user.companyId, ctx.today);
  return {
    // In the order in which they were asked for.
    sheet: { ...sheet, cars: ids.flatMap((id) => sheet.cars.find((car) => car.id === id) ?? []) } as B2bQuote['sheet'],
    provinces: (await readProvinces(ctx.db, ctx.today)).map(({ code, name }) => ({ code, name })),
    notes,
  };
};

const sending = sendingOf(b2bSendable, quoteMail);

/** Wholesale offers. */
export const b2bVerbs = {
  ...b2bLists,
  'GET /quotes/b2b/start': start,
  'GET /quotes/b2b/cars': (async (ctx, { query }) => findCars(ctx, query.q)) satisfies VerbOf<
    Table,
    'GET /quotes/b2b/cars'
  >,
  'GET /quotes/b2b/:id': (async (ctx, { params }) => b2bAnswer(ctx, await readB2b(ctx, params.id))) satisfies VerbOf<
    Table,
    'GET /quotes/b2b/:id'
  >,
  'POST /quotes/b2b': create,
  'PUT /quotes/b2b/:id': save,
  'DELETE /quotes/b2b/:id': remove,
  'POST /quotes/b2b/:id/revise': revise,
  'POST /quotes/b2b/:id/duplicate': duplicate,
  ...b2bMoves,
  ...b2bPrints,
  'POST /quotes/b2b/:id/approvals': ask,
  'GET /quotes/b2b/:id/sending': sending.read,
  'POST /quotes/b2b/:id/messages': sending.send,
  'POST /quotes/b2b/:id/link': sending.link,
  'DELETE /quotes/b2b/:id/link': sending.revoke,
  'GET /quotes/b2b/:id/timeline': timeline,
};
