/** Confirms many statements, each in a transaction of its own: one that is refused keeps no other waiting. */
import type { commissions as table } from '#domain/commissions/endpoints.ts';
import type { BulkConfirmed } from '#domain/commissions/schema.ts';
import { Failure } from '#domain/errors.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { HeavyCtx } from '../lib/work/context.ts';
import { statementMoves } from './statements.ts';

type Table = typeof table;
type Row = { id: number; version: number };

async function confirmOne({ inside }: HeavyCtx, { id, version }: Row): Promise<BulkConfirmed> {
  try {
    await inside((ctx) =>
      statementMoves['POST /commissions/statements/:id/confirm'](ctx, { params: { id }, version, body: undefined }),
    );
    return { id, confirmed: true, message: null };
  } catch (error) {
    if (error instanceof Failure) return { id, confirmed: false, message: error.message };
    throw error;
  }
}

/** What became of each, in the order sent; one that is named twice is taken once. */
export const confirmMany: VerbOf<Table, 'POST /commissions/statements/confirm'> = async (ctx, { body }) => {
  const results: BulkConfirmed[] = [];
  for (const row of new Map(body.rows.map((one) => [one.id, one])).values()) results.push(await confirmOne(ctx, row));
  return { results };
};
