import { beforeEach, expect, test, vi } from 'vitest';
import type { BulkResult } from '#domain/record/records.ts';
import { CallError } from '#site/lib/call.ts';
import { archiving } from '#site/ui/list/bulk/archiving.ts';
import { oneByOne, refusedText } from '#site/ui/list/bulk/one-by-one.ts';
import { toast } from '#site/ui/toast.ts';

vi.mock('#site/ui/toast.ts', () => ({ toast: vi.fn(() => Promise.resolve()) }));
const said = vi.mocked(toast);
beforeEach(() => said.mockClear());

const rows = [1, 2, 3, 4, 5, 6].map((id) => ({ id, version: id + 10, archived: false, code: `A-${id}` }));
type Sent = { action: 'archive' | 'restore'; rows: { id: number; version: number }[] };

/** Presses the action over rows that the server answers with these outcomes. */
async function press(outcomes: Record<number, BulkResult['outcome']>) {
  const sent: Sent[] = [];
  const bulk = (body: Sent) => {
    sent.push(body);
    const results = body.rows.map(({ id, version }): BulkResult => {
      const outcome = outcomes[id] ?? 'done';
      return { id, outcome, version: outcome === 'done' ? version + 1 : null };
    });
    return Promise.resolve({ results });
  };
  const again = vi.fn();
  void archiving<(typeof rows)[number], object>({ calls: { bulk }, nameOf: ({ code }) => code, again })(rows).run();
  await vi.waitFor(() => expect(said).toHaveBeenCalled());
  return { sent, again };
}

test('many rows are one call, and "Annulla" takes back those that worked at their new versions', async () => {
  const { sent, again } = await press({ 2: 'stale' });
  expect(sent).toEqual([{ action: 'archive', rows: rows.map(({ id, version }) => ({ id, version })) }]);
  expect(again).toHaveBeenCalledOnce();
  const [text, options] = said.mock.calls[0]!;
  expect(text).toBe('Archiviati: 5');
  await options!.action!.run();
  expect(sent[1]).toEqual({
    action: 'restore',
    rows: [1, 3, 4, 5, 6].map((id) => ({ id, version: id + 11 })),
  });
});

test('rows that did not work are named with their reason, the rest is counted', async () => {
  await press({ 1: 'stale', 2: 'missing', 3: 'stale', 4: 'stale', 5: 'stale' });
  expect(said.mock.calls.map(([text]) => text)).toEqual([
    'A-6 archiviato',
    'Non cambiati: A-1 (modificato nel frattempo), A-2 (non trovato), A-3 (modificato nel frattempo), e altri 2',
  ]);
});

test('a step that rows refuse one by one hands them back with what is wrong at their fields, and tells of the others', async () => {
  const again = vi.fn();
  const refused = await oneByOne(rows, {
    step: ({ id }) => {
      if (id > 2) return Promise.resolve(id);
      const fields = { ...(id === 1 && { reason: 'Scegliere il motivo' }) };
      const message = 'Controllare i campi evidenziati.';
      return Promise.reject(new CallError(422, { error: 'invalid', message, requestId: '', fields }));
    },
    nameOf: ({ code }) => code,
    done: (n) => `Fatti: ${n}`,
    again,
  });
  expect(refused.map(({ row }) => row.id)).toEqual([1, 2]);
  expect(refusedText(refused)).toBe('A-1: Scegliere il motivo A-2: Controllare i campi evidenziati.');
  expect(said.mock.calls.map(([text]) => text)).toEqual(['Fatti: 4']);
  expect(again).toHaveBeenCalledOnce();
});
