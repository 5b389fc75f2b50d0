import { atom } from 'nanostores';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallError } from '#site/lib/call.ts';
import { createDeeds } from '#site/ui/record/deeds.ts';
import { toast } from '#site/ui/toast.ts';

vi.mock('#site/ui/toast.ts', () => ({ toast: vi.fn(() => Promise.resolve()) }));
const assign = vi.fn();
beforeEach(() => vi.stubGlobal('location', { assign }));
afterEach(() => {
  vi.clearAllMocks();
  vi.unstubAllGlobals();
});

const refusal = (status: number, current?: object) =>
  new CallError(status, {
    error: 'stale',
    message: 'Qualcuno l’ha cambiato',
    requestId: 'r',
    ...(current && { current }),
  });

function whole(editable = true) {
  const record = {
    $editable: atom(editable),
    adopt: vi.fn(),
    autosave: { flush: vi.fn(() => Promise.resolve(true)), meet: vi.fn() },
  };
  return { ...record, ...createDeeds<{ id: number }>(record) };
}

test('one thing at a time: what is pressed meanwhile is not heard, what comes after is', async () => {
  const { alone } = whole();
  let done!: () => void;
  const work = vi.fn(() => new Promise<void>((resolve) => (done = resolve)));
  const press = alone(work);
  const first = press();
  await alone(work)();
  expect(work).toHaveBeenCalledTimes(1);
  done();
  await first;
  void press();
  expect(work).toHaveBeenCalledTimes(2);
});

test('what somebody else changed is asked where something can be typed, and shown where it is read', async () => {
  const current = { id: 7 };
  const typed = whole();
  await typed.alone(() => Promise.reject(refusal(412, current)))();
  expect(typed.autosave.meet).toHaveBeenCalledExactlyOnceWith(current, 'Qualcuno l’ha cambiato');
  expect(typed.adopt).not.toHaveBeenCalled();
  expect(toast).not.toHaveBeenCalled();

  const read = whole(false);
  await read.alone(() => Promise.reject(refusal(412, current)))();
  expect(read.adopt).toHaveBeenCalledExactlyOnceWith(current);
  expect(toast).toHaveBeenCalledExactlyOnceWith('Qualcuno l’ha cambiato', { kind: 'bad' });
});

test('a call that may have got through keeps its key; one that made nothing takes another; unsaved makes nothing', async () => {
  const { derive, autosave } = whole();
  const make = vi.fn<(key: string) => Promise<{ href: string }>>();
  make.mockRejectedValueOnce(refusal(502)).mockRejectedValueOnce(refusal(422)).mockResolvedValue({ href: '/new' });
  await expect(derive('copy', make)).rejects.toThrow();
  await expect(derive('copy', make)).rejects.toThrow();
  await derive('copy', make);
  const [first, second, third] = make.mock.calls.flat();
  expect(second).toBe(first);
  expect(third).not.toBe(second);
  expect(assign).toHaveBeenCalledExactlyOnceWith('/new');
  autosave.flush.mockResolvedValue(false);
  await derive('copy', make);
  expect(make).toHaveBeenCalledTimes(3);
});
