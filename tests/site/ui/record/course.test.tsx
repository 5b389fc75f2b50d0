import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import type { ComponentProps, ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Missing } from '#domain/errors.ts';
import { blankOf, type Fields, type Values } from '#domain/record/fields.ts';
import { actionsOf, type ActionOf, type Machine } from '#domain/record/machine.ts';
import type { Why } from '#domain/record/moves.ts';
import { CallError } from '#site/lib/call.ts';
import type { Saved } from '#site/ui/record/store/ledger.ts';
import { RecordContext, recordOf } from '#site/ui/record/store/context.ts';
import { createCourse } from '#site/ui/record/store/course.ts';
import { FieldSection } from '#site/ui/record/form/FieldSection.tsx';
import { formOf } from '#site/ui/record/form/form-of.ts';
import type MoveDialog from '#site/ui/record/page/MoveDialog.tsx';
import { LockReasons } from '#site/ui/record/page/LockNotice.tsx';
import { RecordHead } from '#site/ui/record/page/Head.tsx';
import type { Question, Step } from '#site/ui/record/page/useSteps.tsx';
import { createMoves } from '#site/ui/record/store/moves.ts';
import { showProblem } from '#site/ui/record/form/problems.ts';
import { heldBy, sectionsOf } from '#site/ui/record/form/spec.ts';
import { toast } from '#site/ui/toast.ts';

vi.mock('#site/ui/toast.ts', () => ({ toast: vi.fn(() => Promise.resolve()) }));
vi.mock('#site/ui/record/form/problems.ts', async (load) => ({ ...(await load<object>()), showProblem: vi.fn() }));

/** A sale that one person prepares and another agrees to: everything that a kind says of itself. */
const fields = {
  buyer: { label: 'Cliente', kind: 'text', maxLength: 40, section: 'people' },
  price: { label: 'Prezzo', kind: 'money', section: 'money' },
  notes: { label: 'Note', kind: 'text', maxLength: 40, section: 'money' },
} as const satisfies Fields;
type Deal = Values<typeof fields>;
const sections = { people: 'Persone', money: 'Importi' } as const;
type Section = keyof typeof sections;
const states = {
  draft: { label: 'Bozza', tone: 'mute' },
  agreed: { label: 'Approvata', tone: 'ok' },
  lost: { label: 'Persa', tone: 'bad' },
} as const;
type State = keyof typeof states;

interface Kept extends Saved {
  versions: Record<Section, number>;
  state: State;
  sellerId: number;
  deal: Deal;
  /** Who has asked for a move that wants another one's yes. */
  asked: Record<string, number>;
}

const SELLS = 1;
const AGREES = 2;
const everybody = { own: [], all: [SELLS, AGREES] } as const;
const step = { may: everybody, did: '', refused: { else: 'Non ora.' } } as const;
const machine = {
  entity: 'deal',
  path: '/deals',
  rights: { see: everybody, change: everybody },
  states,
  initial: 'draft',
  owners: ({ sellerId }: Kept) => [sellerId],
  moves: {
    agree: {
      ...step,
      from: ['draft'],
      to: 'agreed',
      label: 'Approva',
      done: 'Approvata.',
      second: { may: { own: [], all: [AGREES] }, waits: 'Serve il sì di un collega.' },
    },
    lose: {
      ...step,
      from: ['draft'],
      to: 'lost',
      label: 'Segna come persa',
      done: 'Segnata come persa.',
      ownReasons: true,
    },
    reopen: { ...step, from: ['lost'], to: 'draft', label: 'Riapri', done: 'Riaperta.' },
  },
  acts: { save: { ...step, from: ['draft', 'agreed'], label: 'Salva' } },
} as const satisfies Machine<State, Kept>;
type Action = ActionOf<typeof machine>;

const NEEDED: Missing[] = [
  { sentence: 'Manca il cliente.', section: 'people', field: 'buyer' },
  { sentence: 'Manca il prezzo.', section: 'money', field: 'price' },
  { sentence: 'Allegare il documento.', section: 'people' },
];
const refusal = (status: number, body: object = {}) =>
  new CallError(status, { error: 'conflict', message: 'Qualcuno l’ha cambiata', requestId: 'r', ...body });

/** One server with a version for each section; every tab is a person's. */
function server(deal: Partial<Deal> = {}, missing: Missing[] = []) {
  let now: Kept = {
    id: 7,
    version: 1,
    versions: { people: 1, money: 1 },
    updatedAt: '2026-11-20T14:32:00+01:00',
    state: 'draft',
    sellerId: 1,
    deal: { ...blankOf(fields), ...deal },
    asked: {},
  };
  const calls: string[] = [];
  const held = heldBy(fields, sections);

  async function save(value: Deal, { part, version }: { part: string; version: number }): Promise<Kept> {
    const section = part as Section;
    calls.push(`PUT /deals/7/${part} v${version} ${held[section].join()}`);
    if (now.versions[section] !== version) throw refusal(412, { current: now });
    const own = Object.fromEntries(held[section].map((key) => [key, value[key as keyof Deal]]));
    const versions = { ...now.versions, [section]: version + 1 };
    now = { ...now, version: now.version + 1, versions, deal: { ...now.deal, ...own } };
    return now;
  }
  async function move(name: string, seen: Kept, by: number, why?: Why): Promise<Kept> {
    calls.push(`POST /deals/7/${name}${why ? ` ${why.reason}` : ''}`);
    if (seen.version !== now.version) throw refusal(412, { current: now });
    if (missing.length > 0) throw refusal(409, { message: missing[0]!.sentence, missing });
    const { second, to } = machine.moves[name as 'agree'];
    const isFirst = second !== undefined && now.asked[name] === undefined;
    now = isFirst ? { ...now, asked: { [name]: by } } : { ...now, state: to, asked: {} };
    return now;
  }

  function open(id = 1, privileges: readonly number[] = [SELLS]) {
    const actor = { id, privileges, today: '2026-11-20' };
    const $saved = atom<Kept | null>(now);
    const $value = atom(now.deal);
    const course = createCourse<Deal, Kept, Section, Action>({
      spec: {
        sections: sectionsOf<Deal, Section>(held, sections),
        ownField: /^\w+$/,
        words: { index: '', fresh: '', saved: '' },
      },
      $value,
      $saved,
      $about: atom(['Rossi', 'Panda']),
      actionsOf: (saved) => actionsOf(machine, saved!, actor),
      locksOf: (saved, actions): Partial<Record<Section, string>> => {
        if (!actions.includes('save')) return { people: 'La vendita è persa.', money: 'La vendita è persa.' };
        const isLocked = saved!.state === 'agreed' && !privileges.includes(AGREES);
        return isLocked ? { money: 'Approvata: gli importi li cambia chi approva.' } : {};
      },
      compared: () => [],
      calls: { create: async () => now, save, valueOf: (current) => current.deal },
      copyKey: (id) => `draft:deals:${id}`,
    });
    const moves = createMoves(course, {
      machine,
      actor,
      factsOf: (saved) => saved,
      make: (name, seen, body) => move(name, seen, id, body as Why | undefined),
      takeBack: async (name) => {
        calls.push(`DELETE /deals/7/${name}`);
        now = { ...now, asked: {} };
        return now;
      },
      back: { lose: 'reopen', agree: (seen) => move('reopen', seen, id) },
      loses: (_, { deal: { notes } }) => notes === 'opzionata',
      reasons: [
        { id: 4, move: 'lose', label: 'Prezzo', needsNote: false },
        { id: 5, move: 'lose', label: 'Concorrenza', needsNote: true },
      ],
    });
    return { ...course, ...moves };
  }
  return { open, calls, now: () => now };
}
type Store = ReturnType<ReturnType<typeof server>['open']>;

const useDeal = recordOf<Store>();
function Head() {
  const store = useDeal();
  const waits = useStore(store.$waits);
  const back = store.backStep();
  return (
    <RecordHead
      state={null}
      waits={waits}
      steps={[store.stepOf('lose'), ...(back ? [back] : [])]}
      next={store.stepOf('agree')}
    />
  );
}
const form = formOf(fields, {});
const Part = ({ name }: { name: Section }) => (
  <FieldSection<Deal> name={name} fields={fields} form={form} onChange={useDeal().change} />
);
const drawn = (store: Store, what = <Head />) =>
  renderToStaticMarkup(<RecordContext value={store}>{what}</RecordContext>).replaceAll('\u00a0', ' ');

const stored = new Map<string, string>();
const assign = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  stored.clear();
  vi.stubGlobal('location', { assign });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => {
  vi.clearAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const wait = () => vi.advanceTimersByTimeAsync(800);
const said = () => vi.mocked(toast).mock.calls.map(([text]) => text);

describe('a version for each section', () => {
  test('two people in two sections never collide: each sends its own section over the version of that section alone', async () => {
    const { open, calls, now } = server();
    const [anna, bruno] = [open(1), open(2)];
    anna.change({ buyer: 'Rossi' });
    bruno.change({ price: 20_000_00 });
    await wait();
    anna.change({ buyer: 'Rossini' });
    bruno.change({ notes: 'gancio' });
    await wait();
    expect(calls).toEqual([
      'PUT /deals/7/people v1 buyer',
      'PUT /deals/7/money v1 price,notes',
      'PUT /deals/7/people v2 buyer',
      'PUT /deals/7/money v2 price,notes',
    ]);
    expect(now().deal).toEqual({ buyer: 'Rossini', price: 20_000_00, notes: 'gancio' });
    expect([anna.$save.get().kind, bruno.$save.get().kind]).toEqual(['saved', 'saved']);
  });
});

describe('all that is missing for a move', () => {
  test('is said at once: in the head, at its field or below its section; the focus goes to the first', async () => {
    const { open } = server({}, NEEDED);
    const store = open();
    await store.go('reopen');
    expect(said()).toEqual(['Manca il cliente.']);
    expect(vi.mocked(showProblem)).toHaveBeenCalledExactlyOnceWith('people', 'buyer');
    const head = drawn(store);
    expect(head).toContain('Da completare: 3');
    for (const { sentence } of NEEDED) expect(head).toContain(sentence);
    expect(drawn(store, <Part name="people" />)).toMatch(/aria-invalid.*Manca il cliente.*issues.*Allegare/s);
    expect(drawn(store, <Part name="money" />)).toMatch(/aria-invalid.*Manca il prezzo\./s);
    expect(store.$index.get().map(({ state }) => state)).toEqual(['wrong', 'wrong']);
  });

  test('a want that does not say where it is mended is said once, and stands nowhere', async () => {
    const store = server({}, [{ sentence: 'La vendita viene da un’offerta.' }]).open();
    await store.go('reopen');
    expect(said()).toEqual(['La vendita viene da un’offerta.']);
    expect(store.$problems.get()).toEqual([]);
    expect(vi.mocked(showProblem)).not.toHaveBeenCalled();
  });

  test('goes away one by one, as it is typed; nothing of it is said before', async () => {
    const store = server({}, NEEDED.slice(0, 2)).open();
    expect(drawn(store)).not.toContain('Da completare');
    await store.go('reopen');
    store.change({ buyer: 'Rossi' });
    expect(store.$missing.get().map(({ path }) => path)).toEqual(['price']);
    store.change({ price: 1 });
    expect(store.$missing.get()).toEqual([]);
    expect(drawn(store)).not.toContain('Da completare');
  });
});

describe('a move with reasons of the company', () => {
  const asked = async (store: Store) => {
    const ask = vi.fn<(question: Question) => void>();
    await store.stepOf('lose').run!(ask);
    const question = ask.mock.calls[0]![0](() => undefined);
    return (question as ReactElement<ComponentProps<typeof MoveDialog>>).props;
  };

  test('asks for one of them, sends it, and can be taken back', async () => {
    const { open, calls, now } = server();
    const props = await asked(open());
    expect(props.reasons.map(({ label }) => label)).toEqual(['Prezzo', 'Concorrenza']);
    props.onSaved(await props.save({ reason: '5', note: 'un’altra' }, 1));
    expect(calls).toEqual(['POST /deals/7/lose 5']);
    expect(now().state).toBe('lost');
    const [[text, options]] = vi.mocked(toast).mock.calls as [Parameters<typeof toast>];
    expect(text).toBe('Segnata come persa.');
    options!.action!.run();
    await wait();
    expect(now().state).toBe('draft');
  });

  test('is taken back by a step only where that leads back to the state before, and the person may take it', async () => {
    for (const [known, isOffered] of [
      [{ state: 'draft', offered: ['reopen'] }, true],
      [{ state: 'draft', offered: [] }, false],
      [{ state: 'agreed', offered: ['reopen'] }, false],
      [{ state: 'draft', offered: ['reopen'], deal: { buyer: '', price: null, notes: 'opzionata' } }, false],
    ] as const) {
      vi.mocked(toast).mockClear();
      const { open, now } = server();
      Object.assign(now(), known);
      await open().go('lose', { reason: '4' });
      const [[, options]] = vi.mocked(toast).mock.calls as [Parameters<typeof toast>];
      expect([known, options!.action !== undefined]).toEqual([known, isOffered]);
    }
  });

  test('is not taken back over what somebody saved since, although the page shows that', async () => {
    const { open, now } = server();
    const [anna, bruno] = [open(1), open(2)];
    await anna.go('lose', { reason: '4' });
    const [[, options]] = vi.mocked(toast).mock.calls as [Parameters<typeof toast>];
    bruno.change({ notes: 'gancio' });
    await wait();
    anna.adopt(now());
    options!.action!.run();
    await wait();
    expect(now().state).toBe('lost');
    expect(said().at(-1)).toBe('Qualcuno l’ha cambiata');
  });

  test('is taken back over what the page itself has saved since', async () => {
    const { open, now } = server();
    await open(1).go('agree');
    const anna = open(2, [SELLS, AGREES]);
    await anna.go('agree');
    const [, options] = vi.mocked(toast).mock.calls.at(-1) as Parameters<typeof toast>;
    anna.change({ notes: 'gancio' });
    await wait();
    expect(now()).toMatchObject({ state: 'agreed', deal: { notes: 'gancio' } });
    options!.action!.run();
    await wait();
    expect(now().state).toBe('draft');
  });

  test('saves what was typed first, and is not sent while that is refused', async () => {
    const { open, calls } = server();
    const store = open();
    const props = await asked(store);
    vi.spyOn(store.autosave, 'flush').mockResolvedValue(false);
    await expect(props.save({ reason: '4', note: '' }, 1)).rejects.toMatchObject({ status: 422 });
    expect(calls).toEqual([]);
  });

  test('shows what somebody else saved, and is sent over that at the next press', async () => {
    const { open, now } = server();
    const [anna, bruno] = [open(1), open(2)];
    const props = await asked(anna);
    bruno.change({ buyer: 'Verdi' });
    await wait();
    const refused = await props.save({ reason: '4', note: '' }, 1).catch((error: unknown) => error);
    expect(refused).toMatchObject({ status: 412, body: { current: undefined } });
    expect(anna.$value.get().buyer).toBe('Verdi');
    await props.save({ reason: '4', note: '' }, 1);
    expect(now().state).toBe('lost');
  });
});

test('a move of two persons: who asks is told to wait, the other’s yes makes it', async () => {
  const { open, now } = server();
  const anna = open(1, [SELLS, AGREES]);
  await anna.go('agree');
  expect(now().state).toBe('draft');
  expect(said()).toEqual(['Serve il sì di un collega.']);
  expect(drawn(anna)).toContain('Serve il sì di un collega.');
  const bruno = open(2, [AGREES]);
  expect(drawn(bruno)).not.toContain('Serve il sì di un collega.');
  await bruno.go('agree');
  expect(now().state).toBe('agreed');
  expect(said().at(-1)).toBe('Approvata.');
});

test('the person who asked for a move of two takes the request back; one who only agrees is not offered that', async () => {
  const { open, calls } = server();
  const anna = open(1, [SELLS, AGREES]);
  expect(anna.backStep()).toBe(null);
  await anna.go('agree');
  expect(drawn(anna)).toContain('Ritira la richiesta');
  expect(open(2, [AGREES]).backStep()).toBe(null);
  await anna.backStep()!.run!(vi.fn());
  expect(calls.at(-1)).toBe('DELETE /deals/7/agree');
  expect(said().at(-1)).toBe('Richiesta ritirata.');
  expect(drawn(anna)).not.toContain('Ritira la richiesta');
});

describe('locks by section, state and privilege', () => {
  test.each<[string, State, readonly number[], Partial<Record<Section, string>>]>([
    ['a draft is open', 'draft', [SELLS], {}],
    ['agreed, to who sells', 'agreed', [SELLS], { money: 'Approvata: gli importi li cambia chi approva.' }],
    ['agreed, to who agrees', 'agreed', [AGREES], {}],
    ['lost, to everybody', 'lost', [AGREES], { people: 'La vendita è persa.', money: 'La vendita è persa.' }],
  ])('%s', (_, state, privileges, locks) => {
    const { open, now } = server({ buyer: 'Rossi', price: 1_000_00 });
    Object.assign(now(), { state });
    const store = open(1, privileges);
    expect(store.$locks.get()).toEqual(locks);
    const money = drawn(store, <Part name="money" />);
    expect(money.includes('<input')).toBe(!locks.money);
    if (locks.money) expect(money).toContain('1.000,00 €');
    // The reason stands once, below the index.
    if (locks.money && !locks.people) expect(drawn(store, <LockReasons />)).toContain(locks.money);
    store.change({ price: 2, buyer: 'Verdi' });
    expect(store.$value.get()).toMatchObject({
      price: locks.money ? 1_000_00 : 2,
      buyer: locks.people ? 'Rossi' : 'Verdi',
    });
  });
});

describe('something done with the whole record', () => {
  test('typed values are saved first, and what the server answers stands there then', async () => {
    const { open, calls } = server();
    const store = open();
    store.change({ buyer: 'Rossi' });
    await store.go('reopen');
    expect(calls).toEqual(['PUT /deals/7/people v1 buyer', 'POST /deals/7/reopen']);
    expect(store.$saved.get()!.deal.buyer).toBe('Rossi');
    expect(store.autosave.unsaved()).toBe(false);
  });

  test('one at a time: what is pressed meanwhile is not heard, what comes after is', async () => {
    const store = server().open();
    let done!: () => void;
    const work = vi.fn(() => new Promise<void>((resolve) => (done = resolve)));
    const first = store.alone(work);
    await store.alone(work);
    expect(work).toHaveBeenCalledTimes(1);
    done();
    await first;
    void store.alone(work);
    expect(work).toHaveBeenCalledTimes(2);
  });

  test('a change of somebody else is asked about where it says otherwise and something can be typed, and shown where it is read', async () => {
    const { open, now } = server({ price: 1 });
    const other: Kept = { ...now(), versions: { people: 1, money: 2 }, deal: { ...now().deal, price: 2 } };
    const stale = () => Promise.reject(refusal(412, { current: other }));
    const typed = open();
    await typed.attempt(stale);
    expect(typed.$save.get()).toMatchObject({ kind: 'conflict', part: 'money', current: other });
    expect(typed.$value.get().price).toBe(1);
    expect(said()).toEqual([]);

    const same: Kept = { ...other, deal: now().deal };
    const alike = open();
    await alike.attempt(() => Promise.reject(refusal(412, { current: same })));
    expect(alike.$save.get().kind).toBe('saved');

    Object.assign(now(), { state: 'lost' });
    const read = open();
    await read.attempt(stale);
    expect(read.$value.get().price).toBe(2);
    expect(said()).toEqual(['Qualcuno l’ha cambiata', 'Qualcuno l’ha cambiata']);
  });

  test('a call that may have got through keeps its key; one that made nothing takes another; unsaved makes nothing', async () => {
    const store = server().open();
    const make = vi.fn<(id: number, key: string) => Promise<{ href: string }>>();
    make.mockRejectedValueOnce(refusal(502)).mockRejectedValueOnce(refusal(422)).mockResolvedValue({ href: '/new' });
    await store.derive('copy', make);
    await store.derive('copy', make);
    await store.derive('copy', make);
    const [first, second, third] = make.mock.calls.map(([, key]) => key);
    expect(second).toBe(first);
    expect(third).not.toBe(second);
    expect(assign).toHaveBeenCalledExactlyOnceWith('/new');
    vi.spyOn(store.autosave, 'flush').mockResolvedValue(false);
    await store.derive('copy', make);
    expect(make).toHaveBeenCalledTimes(3);
  });

  test('a want of the next step is said with the first of it, and stays until it is there', () => {
    vi.stubGlobal('document', { querySelector: () => null });
    const $value = atom<Deal>(blankOf(fields));
    const $blockers = atom([{ level: 'error' as const, path: 'buyer', message: 'Scegliere il cliente' }]);
    const store = createCourse<Deal, Kept, Section, 'save'>({
      spec: {
        sections: sectionsOf<Deal, Section>(heldBy(fields, sections), sections),
        ownField: /^\w+$/,
        words: { index: '', fresh: '', saved: '' },
      },
      $value,
      $saved: atom<Kept | null>(null),
      $about: atom([]),
      actionsOf: () => ['save'],
      locksOf: () => ({}),
      $blockers,
      compared: () => [],
      calls: { create: () => Promise.reject(), save: () => Promise.reject(), valueOf: ({ deal }) => deal },
      copyKey: () => 'draft:deals:new',
    });
    expect(store.$problems.get()).toEqual([]);
    expect(store.isBlocked('Per emettere: {message}')).toBe(true);
    expect(said()).toEqual(['Per emettere: Scegliere il cliente']);
    expect(store.$problems.get()).toMatchObject([{ path: 'buyer', section: 'people', atField: true }]);
    $blockers.set([]);
    expect(store.$problems.get()).toEqual([]);
    expect(store.isBlocked('Per emettere: {message}')).toBe(false);
  });
});

test('steps stand in the menu, those with a button of their own in the bar, and the natural one last', () => {
  const steps: Step[] = [
    { name: 'pdf', label: 'PDF', href: '/pdf', bar: 'before', document: 'file-text' },
    { name: 'copy', label: 'Duplica', run: vi.fn() },
    { name: 'accept', label: 'Accetta', bar: 'after', run: vi.fn() },
    { name: 'list', label: 'Tutte', href: '/all' },
  ];
  const next: Step = { name: 'send', label: 'Invia', run: vi.fn(), keys: 'Ctrl+Invio' };
  const html = drawn(server().open(), <RecordHead state={<i>Bozza</i>} steps={steps} next={next} />);
  const said = [...html.matchAll(/>([^<>]+)</g)].map(([, text]) => text!.trim()).filter(Boolean);
  expect(said).toEqual(['Rossi', 'Panda', 'Bozza', 'PDF', 'Duplica', 'Accetta', 'Tutte', 'Accetta', 'Invia']);
  expect(html).toMatch(/class="folded"[^>]*>Accetta/);
  expect(html).toMatch(/class="btn foldable" name="accept"/);
  expect(html).toMatch(/class="btn primary" data-next="true" title="Ctrl\+Invio" name="send"/);
});
