import { renderToStaticMarkup as html } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import type { AccessRow, Here, ReceptionNow } from '#domain/accesses/schema.ts';
import { privileges as p } from '#domain/privileges.ts';
import { Handling } from '#site/areas/accesses/Handling.tsx';
import { Visitor } from '#site/areas/accesses/Visitors.tsx';
import { nowAt } from '#site/areas/accesses/arrivals.ts';
import { mineNow } from '#site/areas/accesses/desk.server.ts';
import { visitMoves } from '#site/areas/accesses/moves.ts';
import { call } from '#site/lib/call.ts';

vi.mock('#site/lib/call.ts', async (load) => ({ ...(await load<object>()), call: vi.fn() }));
vi.mock('#site/ui/toast.ts', () => ({ toast: vi.fn(() => Promise.resolve()) }));

const now = new Date('2026-11-24T10:00:00Z');
/** Somebody who has waited for so many minutes. */
const here = (minutes: number, seller: Here['seller'] = null) =>
  ({
    ...{ id: 1, version: 1, name: 'Giacca verde', ticket: 17, subject: 'new', wish: '', people: 1, language: null },
    ...{ since: new Date(now.getTime() - minutes * 60_000).toISOString(), begun: false, seller, ownSeller: null },
    proposal: null,
  }) as unknown as Here;
const giulia = { id: 7, name: 'Giulia Ferrari' };

const waits = { slow: 10, late: 20 };

test('a waiting visitor is amber and red from the minutes on that are set; one who is served is neither', () => {
  const tone = (one: Here) => /data-tone="(\w+)"/.exec(html(<Visitor visit={one} waits={waits} now={now} />))![1];
  expect([0, 9, 10, 19, 20, 200].map((minutes) => tone(here(minutes)))).toEqual([
    ...['ok', 'ok', 'warn', 'warn', 'bad', 'bad'],
  ]);
  expect(tone(here(45, giulia))).toBe('mute');
});

test('the dashboard says it with the same minutes', () => {
  const desk = {
    waits,
    waiting: [here(9), here(10), here(20)],
    present: [here(45, giulia)],
    left: [],
  } as unknown as ReceptionNow;
  expect(mineNow(desk, giulia.id, now).map(({ lead, tone }) => [lead, tone])).toEqual([
    ['9 min', undefined],
    ['10 min', 'warn'],
    ['20 min', 'urgent'],
    ['45 min', undefined],
  ]);
});

test('the board shows, where many wait, who has waited longest, and how many more there are', () => {
  const row = { version: 1, state: 'waiting', day: '2026-11-24', subject: 'new', people: 1, wish: '', seller: null };
  const rows = Array.from({ length: 45 }, (_, n) => ({
    ...row,
    ...{ id: n + 1, ticket: n + 1, name: `Visita ${n + 1}`, arrivedAt: now.toISOString() },
  })) as unknown as AccessRow[];
  const drawn = html(
    <Handling
      given={{ hash: '', rows, handled: [], shown: null }}
      {...{ reasons: [], sellers: [], makers: [], finds: true, mayList: true, asked: null, now: now.toISOString() }}
      opens={{ customers: true, leads: true, quotes: true }}
      actor={{ id: 7, privileges: [p.manageAccesses], today: '2026-11-24' }}
    />,
  );
  const [open, folded] = drawn.split('<details>');
  expect([open, folded].map((part) => part!.match(/Visita \d+/g)!.length)).toEqual([20, 25]);
  expect(folded).toMatch(/^<summary>Altre 25</);
  expect(open).toContain('Da chiudere: 45');
});

test('a second press on a visit waits until the page shows what the first one did, however often it is drawn', async () => {
  const visit = { id: 1, version: 1, customerId: null, sellerId: null };
  const answered = Promise.withResolvers<unknown>();
  const read = Promise.withResolvers<void>();
  vi.mocked(call).mockReturnValue(answered.promise as never);
  const movesOf = visitMoves({ reasons: [], sellers: () => [], again: () => read.promise });
  const first = movesOf(visit).go('checkIn');
  const second = movesOf({ ...visit }).go('checkIn');
  answered.resolve({ ...visit, version: 2, seller: null });
  expect([await first, await second]).toEqual([true, false]);
  await movesOf({ ...visit }).go('checkIn');
  expect(call).toHaveBeenCalledOnce();
  read.resolve();
  await read.promise;
  await movesOf({ ...visit, version: 2 }).go('begin');
  expect(vi.mocked(call).mock.lastCall).toEqual(['POST /accesses/:id/begin', { params: { id: 1 }, version: 2 }]);
});

test('a desk’s clock that may be right is believed, however long its page took; a wrong one is set by the server’s', () => {
  const clock = now.getTime();
  /** When a desk whose clock is so far ahead says that somebody came, who came as its page was answered in four seconds. */
  const saidBy = (ahead: number) => {
    const [sent, got] = [{ requestStart: 100, responseEnd: 4100 }, clock + ahead];
    vi.stubGlobal('performance', { timeOrigin: got - 3000, getEntriesByType: () => [sent] });
    vi.spyOn(Date, 'now').mockReturnValue(got);
    return (Date.parse(nowAt(now.toISOString())) - clock) / 1000;
  };
  expect([0, -600, 900].map(saidBy)).toEqual([0, -0.6, 0.9]);
  expect([300_000, -300_000].map(saidBy)).toEqual([2.9, -1.1]);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
