import { beforeEach, expect, test, vi } from 'vitest';
import type { ContractRow } from '#domain/contracts/schema.ts';
import { createContract, type ContractProps } from '#site/areas/contracts/store.ts';
import { validatingOf } from '#site/areas/contracts/validating.ts';
import { call } from '#site/lib/call.ts';
import { toast } from '#site/ui/toast.ts';

vi.mock('#site/lib/call.ts', async (load) => ({ ...(await load<object>()), call: vi.fn() }));
vi.mock('#site/ui/toast.ts', () => ({ toast: vi.fn(() => Promise.resolve()) }));
const sent = vi.mocked(call);
const said = () => vi.mocked(toast).mock.calls.map(([text]) => text);
beforeEach(() => void [sent.mockReset(), vi.mocked(toast).mockClear()]);

test('several are validated once however often it is pressed, and of many refusals five are said', async () => {
  const row = { version: 1, state: 'waiting_approvation', lacking: [], canceledAt: null, withdrawnAt: null };
  const rows = Array.from({ length: 9 }, (_, n) => ({ ...row, id: n + 1, number: `C-${n + 1}` })) as unknown as ContractRow[]; // prettier-ignore
  sent.mockImplementation(((_: string, { params }: { params: { id: number } }) =>
    params.id > 2 ? Promise.reject(new Error('No.')) : Promise.resolve()) as never);
  const again = vi.fn();
  const [action, ...others] = validatingOf(rows, { commercial: true, backOffice: true }, again);
  expect([action!.label, others]).toEqual(['Approva (9)', []]);
  action!.run!();
  action!.run!();
  await vi.waitFor(() => expect(again).toHaveBeenCalled());
  expect(sent.mock.calls.map(([name, input]) => [name, 'params' in input && input.params])).toEqual(
    rows.map(({ id }) => ['POST /contracts/:id/approve', { id }]),
  );
  expect(said()).toEqual(['Contratti approvati: 2.', 'C-3: No. C-4: No. C-5: No. C-6: No. C-7: No. e altri 2']);
  expect(again).toHaveBeenCalledOnce();
});

test('a move pressed while the cars taken in are looked at again waits for that, and goes over what it left', async () => {
  const contract = { id: 5, version: 3, versions: {}, agreedTradeIns: [], offered: ['validate'], locks: {}, lacks: [], asked: {} }; // prettier-ignore
  const store = createContract({
    ...{ contract, reasons: [], review: null, locations: [], centers: [], colleagues: [], today: '2026-11-20' },
    ...{ user: { id: 7, privileges: [] }, may: { findCustomers: false, seeCustomers: false } },
  } as unknown as ContractProps);
  vi.stubGlobal('localStorage', { removeItem: () => undefined });
  const looked = Promise.withResolvers<typeof contract>();
  sent.mockResolvedValue({ ...contract, version: 5 } as never);
  const beside = store.beside(() => looked.promise as never);
  const moved = store.stepOf('validate').run!(() => undefined);
  // Whatever does not wait is sent by then.
  await new Promise((resolve) => setImmediate(resolve));
  looked.resolve({ ...contract, version: 4 });
  await Promise.all([beside, moved]);
  await vi.waitFor(() => expect(said()).toEqual(['Contratto validato: passa al back office.']));
  expect(sent.mock.calls).toEqual([['POST /contracts/:id/validate', { params: { id: 5 }, version: 4 }]]);
});
