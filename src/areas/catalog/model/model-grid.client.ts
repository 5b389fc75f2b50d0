/** The grid of a model: what is typed or pasted is checked at once, and saved in the edition when it is pressed. */
import { cellSaved, rowsOfCell, theirText, type GridCell } from '#domain/catalog/editions/grid.ts';
import { call, CallError, whyOf, type CallAnswer } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { askBeforeLeaving, enhance, showErrors } from '#site/lib/native-form.client.ts';
import { catalog as words } from '#site/messages/it/catalog.ts';
import { moveAndPaste, type Box, type Pasted } from '#site/parts/figures/grid.client.ts';
import type { SentRow } from '../controls.client.ts';

type Answer = CallAnswer<'POST /catalog/editions/:id/rows'>;

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

  /** Cells that are saved are so; at the others stands what somebody else wrote there, until it is saved again. */
  const showTheirs = (sent: readonly { box: Box; row: SentRow }[], answer: Answer) => {
    const versions = new Map(
      [...answer.saved, ...answer.conflicts].map(({ kind, key, version }) => [`${kind} ${key}`, version]),
    );
    for (const { box, row } of sent) {
      const cell = JSON.parse(box.dataset['cell']!) as GridCell;
      box.dataset['cell'] = JSON.stringify(cellSaved(cell, row.kind, versions.get(`${row.kind} ${row.key}`) ?? 0));
    }
    const theirs = answer.conflicts.map((row) => {
      const { box } = sent.find((one) => one.row.kind === row.kind && one.row.key === row.key)!;
      const value = theirText(row.theirs);
      const what = value === null ? words.theirsGone : t(words.theirs, { name: row.changer ?? '', value });
      return { box, what: `${box.ariaLabel}: ${what}` };
    });
    const open = new Set(theirs.map(({ box }) => box));
    for (const { box } of sent) if (!open.has(box)) box.defaultValue = box.value;
    show();
    const count = theirs.length;
    showErrors(root, [t(words.conflictHere, { count }), ...new Set(theirs.map(({ what }) => what))].join(' · '));
    for (const box of open) box.setAttribute('aria-invalid', 'true');
    theirs[0]!.box.focus();
  };

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
      const answer = await call('POST /catalog/editions/:id/rows', { params, body });
      if (answer.conflicts.length === 0) {
        letGo();
        return location.reload();
      }
      showTheirs(sent, answer);
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
