import type { CallAnswer, CallInput } from '#site/lib/call.ts';

type Call = App.Locals['call'];

/** Statements of an answer, and the most that are shown: as many as are confirmed at once. */
export const [PAGE, MOST] = [200, 1000];

/** The statements that are asked for, from as many answers as hold `most` of them. */
export async function allStatements(
  call: Call,
  asked: CallInput<'GET /commissions/statements'>['query'],
  most = MOST,
): Promise<CallAnswer<'GET /commissions/statements'>> {
  const read = (offset: number) => call('GET /commissions/statements', { query: { ...asked, limit: PAGE, offset } });
  const first = await read(0);
  const rows = [...first.rows];
  while (rows.length < Math.min(first.total, most)) {
    const next = await read(rows.length);
    if (next.rows.length === 0) break;
    rows.push(...next.rows);
  }
  return { ...first, rows };
}
