/** Whose target a cell is, and sharing what nobody has. */
import { divide } from '#domain/stats/targets/divide.ts';
import type { Box, Grid } from '#site/parts/figures/grid.client.ts';

const idOf = (text: string | undefined) => (text ? Number(text) : null);
export const cellOf = ({ dataset }: Box) => ({
  locationId: idOf(dataset['place']),
  sellerId: idOf(dataset['seller']),
  month: Number(dataset['month']),
  origin: (['divided', 'mean'] as const).find((one) => one === dataset['origin']) ?? ('typed' as const),
  isWhole: dataset['whole'] !== undefined,
});

/** What nobody has of a place goes to who is there, by what they have already of the year. */
export function sharing({ root, boxes, amountOf, write, fill }: Grid, changed: () => void): void {
  const yearOf = (here: readonly Box[], { dataset }: Box) =>
    here.reduce((sum, box) => sum + (box.dataset['seller'] === dataset['seller'] ? (amountOf(box) ?? 0) : 0), 0);
  root.addEventListener('click', ({ target }) => {
    const place = target instanceof HTMLElement ? target.dataset['divide'] : undefined;
    if (place === undefined) return;
    const here = boxes.filter(({ dataset }) => dataset['place'] === place);
    for (let month = 1; month <= 12; month++) {
      const of = here.filter((box) => cellOf(box).month === month);
      const vacant = of.find((box) => cellOf(box).sellerId === null);
      const people = of.filter((box) => box !== vacant);
      const amount = vacant && amountOf(vacant);
      if (!amount || people.length === 0) continue;
      const parts = divide(
        amount,
        people.map((box) => yearOf(here, box)),
      );
      for (const [n, box] of people.entries()) fill(box, write((amountOf(box) ?? 0) + parts[n]!), 'typed');
      fill(vacant, '', 'typed');
    }
    changed();
  });
}
