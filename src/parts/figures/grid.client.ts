/** Cells by line and month that are typed: what is in each, their sums, arrow keys and paste. */
import { hundredths, integer, parseNumber, wholeMoney } from '#domain/italian.ts';
import { signedPercent } from './signed.ts';

export type Box = HTMLInputElement;
export type Origin = 'typed' | 'divided' | 'mean';

export const monthOf = ({ dataset }: Box) => Number(dataset['month']);

/** The cells of a table. */
export function gridOf(root: HTMLElement) {
  const boxes = [...root.querySelectorAll<Box>('input[data-month]')];
  const { unit } = root.dataset;
  const isCount = unit === 'count';
  const factor = isCount ? 1 : 100;
  /** Null: empty; undefined: no number. */
  const amountOf = ({ value }: Box): number | null | undefined => {
    if (value.trim() === '') return null;
    const read = parseNumber(value, unit === 'percent' ? '%' : '€');
    if (read === null || read < 0 || (isCount && !Number.isInteger(read))) return undefined;
    return Math.round(read * factor);
  };
  const write = (amount: number | null): string =>
    amount === null ? '' : isCount ? String(amount) : hundredths(amount / 100).replace(/,00$/, '');
  const isChanged = (box: Box): boolean => {
    const amount = amountOf(box);
    return amount === undefined || String(amount ?? '') !== (box.dataset['saved'] ?? '');
  };
  const fill = (box: Box, text: string, origin: Origin) => {
    box.value = text;
    box.dataset['origin'] = origin;
  };
  return { root, boxes, isCount, factor, amountOf, write, isChanged, fill };
}
export type Grid = ReturnType<typeof gridOf>;

/** Shows what the year of a line comes to: of `all`, a place, or somebody at a place (`3/7`), and how it changes. */
function addUpYears({ root, boxes, isCount, amountOf }: Grid): void {
  for (const shown of root.querySelectorAll<HTMLElement>('[data-year-of]')) {
    const { yearOf, rest, from } = shown.dataset;
    const [place, person] = yearOf!.split('/');
    const parts = boxes.filter(
      ({ dataset }) =>
        (place === 'all' || dataset['place'] === place) && (person === undefined || dataset['seller'] === person),
    );
    if (parts.length === 0) continue;
    const sum = parts.reduce((all, box) => all + (amountOf(box) ?? 0), Number(rest ?? 0));
    // Nothing is written: that is no 0.
    const isEmpty = rest === '0' && parts.every((box) => amountOf(box) === null);
    shown.textContent = isEmpty ? '—' : (isCount ? integer : wholeMoney)(sum);
    const change = shown.closest('tr')!.querySelector('[data-change]');
    if (change && from !== undefined) change.textContent = signedPercent(sum / Number(from) - 1);
  }
}

/** Shows what the parts come to, and which cells are changed or cannot be read. */
export function addUp(grid: Grid): void {
  const { root, boxes, isCount, amountOf, write, isChanged } = grid;
  addUpYears(grid);
  for (const shown of root.querySelectorAll<HTMLElement>('[data-sum]')) {
    const [place, month] = shown.dataset['sum']!.split(':');
    const isPart = ({ dataset }: Box) => dataset['month'] === month && (place === 'all' || dataset['place'] === place);
    const parts = boxes.filter(isPart);
    if (parts.length === 0) continue;
    const sum = parts.reduce((all, box) => all + (amountOf(box) ?? 0), 0);
    shown.textContent = isCount ? integer(sum) : write(sum);
    const { fixed } = shown.dataset;
    shown.parentElement!.classList.toggle('wrong', fixed !== undefined && Number(fixed) !== sum);
  }
  for (const box of boxes) {
    box.classList.toggle('changed', isChanged(box));
    // What the server has refused stays marked until something else is typed.
    box.setAttribute('aria-invalid', String(amountOf(box) === undefined || box.dataset['refused'] === box.value));
  }
}

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  Enter: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The cells by lines, and the one so many lines and months away. */
function placesOf({ root }: Pick<Grid, 'root'>) {
  const lines = [...root.querySelectorAll('tr')]
    .map((row) => [...row.querySelectorAll<Box>('input[data-month]')])
    .filter((line) => line.length > 0);
  const lineOf = (box: Box) => lines.findIndex((line) => line.includes(box));
  return (box: Box, down: number, right: number): Box | undefined =>
    lines[lineOf(box) + down]?.find((one) => monthOf(one) === monthOf(box) + right);
}

/** Whether an arrow leaves the cell: at its end, or while all of it is selected. */
function leaves(box: Box, key: string): boolean {
  const isSelected = box.selectionStart === 0 && box.selectionEnd === box.value.length;
  if (key === 'ArrowLeft') return isSelected || box.selectionStart === 0;
  return key !== 'ArrowRight' || isSelected || box.selectionEnd === box.value.length;
}

const boxIn = ({ target }: Event): Box | null =>
  target instanceof HTMLInputElement && target.dataset['month'] ? target : null;

/** What a paste wrote over: each cell with its text before, and how many cells of the block found none. */
export interface Pasted {
  over: readonly { box: Box; before: string }[];
  outside: number;
}

/** Arrow keys and Enter go from cell to cell; a block of a spreadsheet is pasted over them, which `pasted` hears of. */
export function moveAndPaste(
  grid: Pick<Grid, 'root' | 'fill'>,
  changed: () => void,
  pasted: (block: Pasted) => void = () => undefined,
): void {
  const { root, fill } = grid;
  const beside = placesOf(grid);
  root.addEventListener('keydown', (event) => {
    const box = boxIn(event);
    const step = steps[event.key];
    if (!box || !step || !leaves(box, event.key)) return;
    // Cells that cannot be written are passed over.
    for (let n = 1; n <= 12; n++) {
      const next = beside(box, step[0] * n, step[1] * n);
      if (!next) continue;
      event.preventDefault();
      next.focus();
      return;
    }
  });
  root.addEventListener('focusin', (event) => boxIn(event)?.select());
  root.addEventListener('input', (event) => {
    const box = boxIn(event);
    if (box) box.dataset['origin'] = 'typed';
    changed();
  });
  root.addEventListener('paste', (event) => {
    const box = boxIn(event);
    const text = event.clipboardData?.getData('text') ?? '';
    if (!box || !/[\t\n]/.test(text.trim())) return;
    event.preventDefault();
    const rows = text.replaceAll('\r', '').replace(/\n$/, '').split('\n');
    const cells = rows.flatMap((row, down) =>
      row.split('\t').map((cell, right) => ({ cell: cell.trim(), into: beside(box, down, right) })),
    );
    const over = cells.flatMap(({ into }) => (into ? [{ box: into, before: into.value }] : []));
    for (const { cell, into } of cells) if (into) fill(into, cell, 'typed');
    changed();
    pasted({ over, outside: cells.length - over.length });
  });
}
