/** The page of targets: begins a draft, saves it, divides the year before, puts it in force. */
import { parseNumber } from '#domain/italian.ts';
import type { Aim } from '#domain/stats/targets/objectives.ts';
import { call, CallError, whyOf, type CallInput } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { t } from '#site/lib/intl.ts';
import { targetsDraft as words } from '#site/messages/it/targets.ts';
import { addUp, gridOf, moveAndPaste, type Box, type Grid } from '#site/parts/figures/grid.client.ts';
import { cellOf, sharing } from './sharing.client.ts';

/** What is chosen is shown at once. */
for (const select of document.querySelectorAll<HTMLSelectElement>('select[data-chosen]'))
  select.addEventListener('change', () => select.form!.requestSubmit());

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
  const keep = (boxes: readonly Box[]) => {
    for (const box of boxes) box.dataset['saved'] = String(grid.amountOf(box) ?? '');
  };
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
    const faults = await put(boxes.map((box) => ({ ...cellOf(box), amount: grid.amountOf(box) ?? null })));
    for (const field of faults ?? []) boxes[Number(field.split('.')[1])]?.setAttribute('aria-invalid', 'true');
    if (faults === null) keep(boxes);
    return faults === null;
  }
  async function save(): Promise<boolean> {
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
    say(t(words.saved, { time: new Date().toLocaleTimeString('it', { hour: '2-digit', minute: '2-digit' }) }));
    return true;
  }
  /** Ends the draft, and shows what is in force. */
  async function end(name: 'force' | 'discard'): Promise<void> {
    if (name === 'force' && !(await save())) return;
    try {
      await call(`POST /stats/targets/:id/${name}`, { params, version });
    } catch (error) {
      return void failed(error);
    }
    keep(grid.boxes);
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
        from: typed.get('from') === 'target' ? 'target' : 'done',
        percent: numberOf('percent') ?? 0,
        ...(total !== null && { total: Math.round(total * factor) }),
      });
      for (const cell of cells) {
        const box = byCell.get(keyOf(cell));
        if (box) fill(box, write(cell.amount), cell.origin);
      }
      const facts = { base: write(base), expected: write(expected), to: write(proposed.total), cells: cells.length, kept: proposed.kept, means: proposed.means, off: proposed.off }; // prettier-ignore
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

/** One press brings the parts of a month to what the maker has set, or that to the parts; then both are read again. */
function remedying({ boxes, amountOf, write, fill }: Grid, draft: Draft): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-remedy]')) {
    const { remedy, of, month, sum, seller, fixed } = button.dataset;
    const parts = boxes.filter(
      ({ dataset }) => dataset['month'] === month && (of === 'all' || dataset['place'] === of),
    );
    // What nobody types here counts, too.
    const rest = Number(sum) - added(parts, ({ dataset }) => Number(dataset['saved'] ?? 0));
    button.addEventListener('click', async () => {
      const comesTo = rest + added(parts, amountOf);
      const box = parts.find(({ dataset }) => dataset['seller'] === seller);
      if (remedy === 'part' && box)
        fill(box, write(Math.max(0, (amountOf(box) ?? 0) + Number(fixed) - comesTo)), 'typed');
      if (!(await draft.save())) return;
      const whole = { locationId: of && of !== 'all' ? Number(of) : null, sellerId: null, month: Number(month), amount: comesTo, origin: 'typed' as const, isWhole: true }; // prettier-ignore
      if (remedy === 'part' || (await draft.put([whole])) === null) location.reload();
    });
  }
}

function editing(root: HTMLElement): void {
  const grid = gridOf(root);
  const draft = draftOf(grid);
  const count = document.querySelector<HTMLElement>('[data-count]')!;
  const show = () => {
    addUp(grid);
    const n = draft.changed().length;
    count.textContent = n === 0 ? words.unchanged : n === 1 ? words.oneChanged : t(words.changed, { n });
  };
  moveAndPaste(grid, show);
  sharing(grid, show);
  remedying(grid, draft);
  on('save', () => draft.save().then(show));
  on('undo', () => {
    for (const box of draft.changed()) box.value = box.dataset['saved'] ? grid.write(Number(box.dataset['saved'])) : '';
    draft.say('');
    show();
  });
  on('force', () => draft.end('force'));
  on('discard', () => draft.end('discard'));
  addEventListener('beforeunload', (event) => draft.changed().length > 0 && event.preventDefault());
  const form = document.querySelector<HTMLFormElement>('[data-propose]');
  if (form) proposing(form, grid, draft, show);
  show();
}

const button = document.querySelector<HTMLButtonElement>('[data-begin]');
if (button) beginning(button);
const root = document.querySelector<HTMLElement>('[data-grid]');
if (root) editing(root);
