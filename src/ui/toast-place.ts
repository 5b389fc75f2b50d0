/** Pixels between a toast and what stands above it. */
const GAP = 8;
const ACTIONS = 'a[href], button, input, select, textarea, summary, [role=button], .ag-header-cell, .ag-cell.editable';

interface Box {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** Pixels that two boxes have in common. */
const shared = (a: Box, b: Box) =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/**
 * The place of a box below `least` where it covers no action, the highest first; where there is none, the one that
 * covers least. `room`: the lowest bottom that the box may have.
 */
export function freeTop(
  { left, right, height }: Pick<Box, 'left' | 'right'> & { height: number },
  actions: readonly Box[],
  { least, room }: { least: number; room: number },
): number {
  const near = actions.filter((one) => one.bottom > least && one.left < right && one.right > left);
  const tops = [least, ...near.map(({ bottom }) => bottom + GAP)].filter(
    (top) => top === least || top + height <= room,
  );
  const covered = (top: number) =>
    near.reduce((sum, one) => sum + shared(one, { top, bottom: top + height, left, right }), 0);
  const tried = tops.toSorted((a, b) => a - b).map((top) => ({ top, covered: covered(top) }));
  return tried.reduce((best, one) => (one.covered < best.covered ? one : best)).top;
}

/** Moves the toasts below the action bar to where they cover nothing that can be pressed. */
export function placeToasts(box: HTMLElement): void {
  const bar = document.querySelector('header.bar')?.getBoundingClientRect().bottom ?? 0;
  // Below a dialog nothing can be pressed.
  const within = document.querySelector('dialog:modal') ?? document;
  const actions = [...within.querySelectorAll<HTMLElement>(ACTIONS)]
    .filter((one) => !box.contains(one) && one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .map((one) => one.getBoundingClientRect())
    .filter(({ width, height }) => width > 1 && height > 1);
  const top = freeTop(box.getBoundingClientRect(), actions, { least: Math.max(0, bar) + GAP, room: innerHeight * 0.8 });
  box.style.setProperty('--toast-top', `${top}px`);
}
