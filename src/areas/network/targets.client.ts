/** the targets of a year: what is typed is saved at once for all changed cells, against the version that was read. */
import { call, CallError, whyOf } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { network } from '#site/messages/it/network.ts';
import { addUp, gridOf, monthOf, moveAndPaste, type Box } from '#site/parts/figures/grid.client.ts';

const words = network.targets;

function editing(root: HTMLElement): void {
  const grid = gridOf(root);
  const { dataset } = root;
  const [year, most] = [Number(dataset['year']), Number(dataset['most'])];
  let version = Number(dataset['version']);
  const said = document.querySelector<HTMLElement>('[data-said]')!;
  const say = (text: string, isBad = false) => {
    said.textContent = text;
    said.classList.toggle('error', isBad);
  };
  const changed = () => grid.boxes.filter(grid.isChanged);
  const acts = document.querySelectorAll<HTMLElement>('[data-undo], [data-save]');
  const bar = said.parentElement!;
  const show = () => {
    addUp(grid);
    const isSaved = changed().length === 0;
    for (const act of acts) act.hidden = isSaved;
    bar.hidden = isSaved && said.textContent === '';
  };

  async function write(boxes: readonly Box[]): Promise<void> {
    const cells = boxes.map((box) => ({
      dealerId: Number(box.dataset['place']),
      month: monthOf(box),
      amount: grid.amountOf(box) ?? null,
    }));
    ({ version } = await call('PUT /network/targets', { version, body: { year, cells } }));
    // What was typed since is not saved yet.
    for (const [at, box] of boxes.entries()) box.dataset['saved'] = String(cells[at]!.amount ?? '');
  }
  let isSaving = false;
  async function save(): Promise<void> {
    if (isSaving) return;
    const boxes = changed();
    const unread = boxes.find((box) => grid.amountOf(box) === undefined);
    if (unread) {
      unread.focus();
      return say(words.unread, true);
    }
    if (boxes.length === 0) return;
    isSaving = true;
    try {
      for (let at = 0; at < boxes.length; at += most) await write(boxes.slice(at, at + most));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      for (const field of Object.keys(error.body.fields ?? {}))
        boxes[Number(field.split('.')[1])]?.setAttribute('aria-invalid', 'true');
      return say(error.status === 412 ? words.stale : whyOf(error), true);
    } finally {
      isSaving = false;
    }
    say(t(words.saved, { n: boxes.length }));
    show();
  }
  // What was said is of the cells as they were.
  const typed = () => {
    say('');
    show();
  };
  moveAndPaste(grid, typed, ({ over, outside }) => {
    const texts = [t(words.pasted, { n: over.length }), outside > 0 && t(words.outside, { n: outside })];
    say(texts.filter(Boolean).join(', '), outside > 0);
    show();
  });
  document.querySelector('[data-save]')!.addEventListener('click', () => void save());
  document.querySelector('[data-undo]')!.addEventListener('click', () => {
    for (const box of changed()) box.value = box.dataset['saved'] ?? '';
    typed();
  });
  addEventListener('beforeunload', (event) => changed().length > 0 && event.preventDefault());
  show();
}

const root = document.querySelector<HTMLElement>('[data-grid]');
if (root) editing(root);
