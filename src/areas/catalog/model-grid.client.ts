/** The grid of a model: what is typed or pasted is checked at once, and saved in the edition when it is pressed. */
import { rowsOfCell, type GridCell } from '#domain/catalog/editions/grid.ts';
import { call, CallError, whyOf } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { askBeforeLeaving, enhance, showErrors } from '#site/lib/native-form.client.ts';
import { catalog as words } from '#site/messages/it/catalog.ts';
import { moveAndPaste, type Box, type Pasted } from '#site/parts/figures/grid.client.ts';

const form = document.querySelector<HTMLFormElement>('#grid form');

function editing(root: HTMLFormElement): void {
  const boxes = [...root.querySelectorAll<Box>('[data-cell]')];
  const rowsOf = (box: Box) => rowsOfCell(JSON.parse(box.dataset['cell']!) as GridCell, box.value);
  const isTouched = (box: Box) => box.value.trim() !== box.defaultValue;
  const look = (box: Box) => {
    box.classList.toggle('changed', box.value.trim() !== box.placeholder);
    box.setAttribute('aria-invalid', String(isTouched(box) && rowsOf(box) === undefined));
  };
  const show = () => boxes.forEach(look);

  const told = root.querySelector<HTMLElement>('[data-pasted]')!;
  let last: Pasted = { over: [], outside: 0 };
  const pasted = (block: Pasted) => {
    last = block;
    const over = block.over.map(({ box }) => box);
    const wrong = over.filter((box) => box.ariaInvalid === 'true').length;
    const changed = over.filter(isTouched).length - wrong;
    const { outside } = block;
    told.querySelector('span')!.textContent = t(words.gridPasted, { n: over.length, changed, wrong, outside });
    told.hidden = false;
  };
  told.querySelector('button')!.addEventListener('click', () => {
    // A cell that the block wrote twice gets what it had first.
    for (const { box, before } of last.over.toReversed()) box.value = before;
    told.hidden = true;
    show();
    last.over[0]?.box.focus();
  });
  const fill = (box: Box, text: string) => void (box.value = text);
  const letGo = askBeforeLeaving(() => boxes.some(isTouched));
  moveAndPaste({ root, fill }, show, pasted);

  const said = root.querySelector<HTMLElement>('[data-said]')!;
  enhance(root, async () => {
    said.textContent = '';
    const touched = boxes.filter(isTouched);
    const read = touched.map((box) => ({ box, rows: rowsOf(box) }));
    const unread = read.find(({ rows }) => rows === undefined);
    if (unread) {
      showErrors(root, words.gridUnread);
      show();
      return unread.box.focus();
    }
    const sent = read.flatMap(({ box, rows }) => rows!.map((row) => ({ box, row })));
    if (sent.length === 0) return void (said.textContent = words.gridUnchanged);
    try {
      const params = { id: Number(root.dataset['edition']) };
      const body = { rows: sent.map(({ row }) => row) };
      const { conflicts } = await call('POST /catalog/editions/:id/rows', { params, body });
      if (conflicts.length === 0) {
        letGo();
        return location.reload();
      }
      showErrors(root, t(words.conflict, { count: conflicts.length }));
    } catch (cause) {
      if (!(cause instanceof CallError)) throw cause;
      showErrors(root, whyOf(cause));
      const wrong = Object.keys(cause.body.fields ?? {}).flatMap((path) => sent[Number(path.split('.')[1])] ?? []);
      for (const { box } of wrong) box.setAttribute('aria-invalid', 'true');
      wrong[0]?.box.focus();
    }
  });
}

if (form) editing(form);
