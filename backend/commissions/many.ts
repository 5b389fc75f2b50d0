/** Confirms or pays many statements, each in a transaction of its own: one that is refused keeps no other waiting. */
import type { commissions as table } from '#domain/commissions/endpoints.ts';
import type { ManyDone } from '#domain/commissions/schema.ts';
import { Failure } from '#domain/errors.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx, HeavyCtx } from '../lib/work/context.ts';
import { statementMoves } from './statements.ts';

type Table = typeof table;
type Row = { id: number; version: number };

/** What became of each, in the order sent; one that is named twice is taken once. */
async function each({ inside }: HeavyCtx, rows: readonly Row[], move: (ctx: Ctx, row: Row) => Promise<unknown>) {
  const results: ManyDone['results'] = [];
  for (const row of new Map(rows.map((one) => [one.id, one])).values()) {
    const message = await inside((ctx) => move(ctx, row)).then(
      () => null,
      (error: unknown) => {
        if (!(error instanceof Failure)) throw error;
        return Object.values(error.detail.fields ?? {})[0] ?? error.message;
      },
    );
    results.push({ id: row.id, done: message === null, message });
  }
  return { results };
}

export const confirmMany: VerbOf<Table, 'POST /commissions/statements/confirm'> = (ctx, { body }) =>
  each(ctx, body.rows, (inner, { id, version }) =>
    statementMoves['POST /commissions/statements/:id/confirm'](inner, { params: { id }, version, body: undefined }),
  );

export const payMany: VerbOf<Table, 'POST /commissions/statements/pay'> = (ctx, { body: { rows, ...paid } }) =>
  each(ctx, rows, (inner, { id, version }) =>
    statementMoves['POST /commissions/statements/:id/pay'](inner, { params: { id }, version, body: paid }),
  );
