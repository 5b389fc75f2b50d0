import type { CallAnswer, CallInput } from '#site/lib/call.ts';

type Call = App.Locals['call'];

/** Statements of an answer, and the most that are shown: as many as are confirmed at once. */
const PAGE = 200;
export const MOST = 1000;

/** The statements that are asked for, from as many answers as hold them. */
export async function allStatements(
  call: Call,
  asked: CallInput<'GET /commissions/statements'>['query'],
): Promise<CallAnswer<'GET /commissions/statements'>> {
  const read = (offset: number) => call('GET /commissions/statements', { query: { ...asked, limit: PAGE, offset } });
  const first = await read(0);
  const rows = [...first.rows];
  while (rows.length < Math.min(first.total, MOST)) {
    const next = await read(rows.length);
    if (next.rows.length === 0) break;
    rows.push(...next.rows);
  }
  return { ...first, rows };
}
