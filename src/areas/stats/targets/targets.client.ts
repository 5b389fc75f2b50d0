/** The page of targets: begins a draft, saves it, divides the year before, puts it in force. */
import { hundredths, parseNumber } from '#domain/italian.ts';
import { brought } from '#domain/stats/targets/divide.ts';
import type { Aim } from '#domain/stats/targets/objectives.ts';
import { call, CallError, whyOf, type CallInput } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { t } from '#site/lib/intl.ts';
import { readAgain } from '#site/lib/read-again.client.ts';
import { targetsDraft as words } from '#site/messages/it/targets.ts';
import { addUp, gridOf, moveAndPaste, type Box, type Grid, type Origin } from '#site/parts/figures/grid.client.ts';
import { toast } from '#site/ui/toast.ts';
import { cellOf, sharing } from './sharing.client.ts';

/** Which sums do not come to what the maker has set, with what would mend each. */
const WRONGS = '[data-wrongs]';

/** Reads again which sums these are: what was typed is saved. */
async function lookAgain(): Promise<void> {
  const page = await readAgain();
  const [now, then] = [page, document].map((one) => one?.querySelector(WRONGS));
  if (now && then) then.replaceChildren(...document.importNode(now, true).children);
}

const on = (name: string, act: () => unknown) =>
  document.querySelector(`[data-${name}]`)?.addEventListener('click', () => void act());

/** Begins a draft of a year; where a colleague has just begun one, that one is opened. */
function beginning(button: HTMLButtonElement): void {
  const key = newKey();
  button.addEventListener('click', async () => {
    button.disabled = true;
    try {
      await call('POST /stats/targets', { body: { year: Number(button.dataset['begin']) }, key });
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 409) throw error;
    }
    const url = new URL(location.href);
    url.searchParams.set('draft', 'true');
    location.href = url.href;
  });
}

/** A draft with its calls. */
function draftOf(grid: Grid) {
  const { dataset } = grid.root;
  const params = { id: Number(dataset['id']) };
  const about = JSON.parse(dataset['aim']!) as Aim;
  const most = Number(dataset['most']);
  let version = Number(dataset['version']);
  const said = document.querySelector<HTMLElement>('[data-said]')!;
  const say = (text: string, isBad = false) => {
    said.textContent = text;
    said.classList.toggle('error', isBad);
  };
  const failed = (error: unknown): Record<string, string> => {
    if (!(error instanceof CallError)) throw error;
    const { fields = {}, missing = [] } = error.body;
    const sentences = new Set([...Object.values(fields), ...missing.map(({ sentence }) => sentence)]);
    say(error.status === 412 ? words.stale : [...sentences].join(' · ') || error.message, true);
    return fields;
  };
  const changed = () => grid.boxes.filter(grid.isChanged);
  /** Null: they are written; else the fields that are not. */
  async function put(cells: Cells): Promise<string[] | null> {
    try {
      version = (await call('PUT /stats/targets/:id', { params, version, body: { ...about, cells } })).version;
      return null;
    } catch (error) {
      return Object.keys(failed(error));
    }
  }
  async function write(boxes: readonly Box[]): Promise<boolean> {
    const cells = boxes.map((box) => ({ ...cellOf(box), amount: grid.amountOf(box) ?? null }));
    const faults = await put(cells);
    for (const field of faults ?? []) {
      const box = boxes[Number(field.split('.')[1])];
      if (box) box.dataset['refused'] = box.value;
    }
    // What was typed since is not saved yet.
    if (faults === null)
      for (const [at, { dataset }] of boxes.entries())
        [dataset['saved'], dataset['was']] = [String(cells[at]!.amount ?? ''), cells[at]!.origin];
    return faults === null;
  }
  async function saveChanged(): Promise<boolean> {
    const boxes = changed();
    const unread = boxes.find((box) => grid.amountOf(box) === undefined);
    if (unread) {
      unread.focus();
      say(words.unread, true);
      return false;
    }
    if (boxes.length === 0) return true;
    // A large company writes its cells in several calls.
    for (let at = 0; at < boxes.length; at += most) if (!(await write(boxes.slice(at, at + most)))) return false;
    if (grid.root.querySelector('[data-fixed], [data-whole]')) await lookAgain();
    say(t(words.saved, { time: new Date().toLocaleTimeString('it', { hour: '2-digit', minute: '2-digit' }) }));
    return true;
  }
  let saving = Promise.resolve(true);
  /** One after the other: what was typed meanwhile is saved behind. */
  const save = (): Promise<boolean> => (saving = saving.catch(() => false).then(saveChanged));
  /** Ends the draft, and shows what is in force. */
  async function end(name: 'force' | 'discard'): Promise<void> {
    if (name === 'force' && !(await save())) return;
    try {
      await call(`POST /stats/targets/:id/${name}`, { params, version });
    } catch (error) {
      return void failed(error);
    }
    // What was typed goes with the draft.
    for (const box of changed()) box.value = box.dataset['saved'] ?? '';
    const url = new URL(location.href);
    for (const key of ['draft', 'wholes']) url.searchParams.delete(key);
    location.href = url.href;
  }
  const propose = (query: { from: 'done' | 'target'; percent: number; total?: number }) =>
    call('GET /stats/targets/:id/proposal', { params, query: { ...about, ...query } });
  return { save, put, end, propose, changed, say };
}
type Cells = CallInput<'PUT /stats/targets/:id'>['body']['cells'];
type Draft = ReturnType<typeof draftOf>;

type Place = Pick<ReturnType<typeof cellOf>, 'locationId' | 'sellerId' | 'month' | 'isWhole'>;
const keyOf = ({ locationId, sellerId, month, isWhole }: Place) => `${locationId}/${sellerId}/${month}/${isWhole}`;

type From = 'done' | 'target';
const fromIn = (form: HTMLFormElement): From => (new FormData(form).get('from') === 'target' ? 'target' : 'done');

/** A percentage and the total that it comes to say the same: the one that is typed fills the other. */
function fillingBoth(form: HTMLFormElement, { write, factor }: Grid, draft: Draft): void {
  const [percent, total] = ['percent', 'total'].map((name) => form.querySelector<Box>(`[name=${name}]`)!) as [Box, Box];
  const bases = new Map<From, Promise<number>>();
  /** What the year before comes to, read once; 0: nothing that can be changed by a percentage. */
  const baseOf = (from: From): Promise<number> => {
    const base = bases.get(from) ?? draft.propose({ from, percent: 0 }).then((found) => found.base, () => 0); // prettier-ignore
    bases.set(from, base);
    return base;
  };
  let typed = percent;
  form.addEventListener('input', async ({ target }) => {
    typed = [percent, total].find((one) => one === target) ?? typed;
    const base = await baseOf(fromIn(form));
    const said = parseNumber(typed.value);
    const isEmpty = said === null || base === 0;
    if (typed === percent) total.value = isEmpty ? '' : write(Math.max(0, Math.round((base * (100 + said)) / 100)));
    else percent.value = isEmpty ? '' : hundredths(((said * factor) / base - 1) * 100);
  });
}

/** Fills the cells with the year before, changed by a percentage or to a total. */
function proposing(
  form: HTMLFormElement,
  { boxes, fill, write, factor }: Grid,
  draft: Draft,
  filled: () => void,
): void {
  const said = form.querySelector<HTMLElement>('.error')!;
  const byCell = new Map(boxes.map((box) => [keyOf(cellOf(box)), box]));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const typed = new FormData(form);
    const numberOf = (name: string) => parseNumber(String(typed.get(name) ?? ''));
    const total = numberOf('total');
    said.textContent = '';
    // What was typed by hand stays, so it is saved before.
    if (!(await draft.save())) return;
    try {
      const { cells, base, expected, ...proposed } = await draft.propose({
        from: fromIn(form),
        percent: numberOf('percent') ?? 0,
        ...(total !== null && { total: Math.round(total * factor) }),
      });
      for (const cell of cells) {
        const box = byCell.get(keyOf(cell));
        if (box) fill(box, write(cell.amount), cell.origin);
      }
      const facts = { base: write(base), expected: write(expected), to: write(proposed.total), cells: cells.filter(({ amount }) => amount !== null).length, kept: proposed.kept, means: proposed.means, off: proposed.off }; // prettier-ignore
      for (const [key, fact] of Object.entries(facts))
        form.querySelector(`[data-fact=${key}]`)!.textContent = String(fact);
      form.querySelector<HTMLElement>('dl')!.hidden = false;
      filled();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      said.textContent = whyOf(error);
    }
  });
}

const added = (boxes: readonly Box[], of: (box: Box) => number | null | undefined) =>
  boxes.reduce((all, box) => all + (of(box) ?? 0), 0);

/** The amount of a whole that the maker has set, where its sum is shown. */
const wholeAt = ({ root }: Grid, of: string, month: string) =>
  root.querySelector<HTMLElement>(`[data-sum="${of}:${month}"]`)!;

/** One press brings the parts of a month to what the maker has set, or that to the parts; another one takes it back. */
function remedying(grid: Grid, draft: Draft, show: () => void): void {
  const { boxes, amountOf, write, fill } = grid;
  document.querySelector(WRONGS)?.addEventListener('click', async ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-remedy]') : null;
    if (!button) return;
    const { remedy, of, month, rest, fixed, about } = button.dataset as Record<string, string>;
    const parts = boxes.filter(
      ({ dataset }) => dataset['month'] === month && (of === 'all' || dataset['place'] === of),
    );
    const comesTo = Number(rest) + added(parts, amountOf);
    const most = parts.toSorted((a, b) => (amountOf(b) ?? 0) - (amountOf(a) ?? 0));
    const before = most.map(({ value, dataset }) => [value, (dataset['origin'] ?? 'typed') as Origin] as const);
    const whole = async (amount: number) => {
      const cell = { locationId: of === 'all' ? null : Number(of), sellerId: null, month: Number(month), amount, origin: 'typed' as const, isWhole: true }; // prettier-ignore
      if (!(await draft.save()) || (await draft.put([cell])) !== null) return false;
      const shown = wholeAt(grid, of!, month!);
      shown.dataset['fixed'] = String(amount);
      shown.parentElement!.querySelector('.whole')!.textContent = t(words.of, { target: write(amount) });
      await lookAgain();
      return true;
    };
    const isPart = remedy === 'part';
    if (isPart) {
      const held = most.map((box) => amountOf(box) ?? 0);
      const changes = brought(held, Number(fixed) - comesTo);
      // What was typed meanwhile is too little to take it from.
      if (!changes) return draft.say(words.tooLittle, true);
      for (const [at, change] of changes.entries()) if (change !== 0) fill(most[at]!, write(held[at]! + change), 'typed'); // prettier-ignore
    }
    const did = isPart ? await draft.save() : await whole(comesTo);
    show();
    if (!did) return;
    const run = async () => {
      for (const [at, [value, origin]] of before.entries()) if (isPart) fill(most[at]!, value, origin);
      await (isPart ? draft.save() : whole(Number(fixed)));
      show();
    };
    void toast(t(words.remedied, { about: about!, sum: write(isPart ? Number(fixed) : comesTo) }), {
      kind: 'ok',
      action: { label: words.takeBack, run: () => void run() },
      duration: 8000,
    });
  });
}

function editing(root: HTMLElement): void {
  const grid = gridOf(root);
  const draft = draftOf(grid);
  const count = document.querySelector<HTMLElement>('[data-count]')!;
  const unequal = document.querySelector<HTMLElement>('[data-unequal]')!;
  const show = () => {
    addUp(grid);
    const n = draft.changed().length;
    const counted = (none: string, one: string, many: string) => (n === 0 ? none : n === 1 ? one : t(many, { n }));
    count.textContent = counted(words.unchanged, words.oneChanged, words.changed);
    const [undo, save] = ['undo', 'save'].map((name) => document.querySelector<HTMLElement>(`[data-${name}]`)!);
    undo!.textContent = counted(words.undo, words.undoOne, words.undoAll);
    undo!.hidden = save!.hidden = n === 0;
    const wrong = root.querySelectorAll('td.wrong').length;
    unequal.textContent = wrong === 0 ? '' : wrong === 1 ? words.oneUnequal : t(words.unequal, { n: wrong });
  };
  moveAndPaste(grid, show, ({ over, outside }) => {
    const said = [t(words.pasted, { n: over.length }), outside > 0 && t(words.outside, { n: outside })];
    draft.say(said.filter(Boolean).join(', '), outside > 0);
  });
  sharing(grid, show);
  remedying(grid, draft, show);
  on('save', () => draft.save().then(show));
  on('undo', () => {
    for (const box of draft.changed()) {
      const { saved, was } = box.dataset;
      grid.fill(box, saved ? grid.write(Number(saved)) : '', was as Origin);
    }
    draft.say('');
    show();
  });
  on('force', () => draft.end('force'));
  on('discard', () => draft.end('discard'));
  addEventListener('beforeunload', (event) => draft.changed().length > 0 && event.preventDefault());
  const form = document.querySelector<HTMLFormElement>('[data-propose]');
  if (form) {
    proposing(form, grid, draft, show);
    fillingBoth(form, grid, draft);
  }
  show();
}

const button = document.querySelector<HTMLButtonElement>('[data-begin]');
if (button) beginning(button);
const root = document.querySelector<HTMLElement>('[data-grid]');
if (root) editing(root);
