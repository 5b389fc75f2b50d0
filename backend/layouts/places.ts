/** Where the blocks of a layout stand on the pages of a print. */
import type { Place } from '#domain/layouts/schema.ts';
import type { PageForm } from '#domain/signatures/terms.ts';
import type { Mark } from '../documents/draw.ts';

const MM = 72 / 25.4;
/** A page of each form, and what of its height its contents have, in points (letter.typ). */
const sizes = {
  page: { height: 297 * MM, top: 37 * MM, bottom: 275 * MM },
  phone: { height: 170 * MM, top: 3.5 * MM, bottom: 166.5 * MM },
} as const satisfies Record<PageForm, object>;
/** Less than a line, in points: nothing of a block stands there. */
const LEAST = 6;

/** Each block from where it begins to where the next one does, on each of its pages; one that prints nothing has no place. */
export function placesOf({ pages, marks }: { pages: number; marks: readonly Mark[] }, form: PageForm): Place[] {
  const { height, top, bottom } = sizes[form];
  return marks.flatMap(({ id, page: first, y }, at) => {
    const next = marks[at + 1] ?? { page: pages, y: bottom };
    return Array.from({ length: next.page - first + 1 }, (_, n) => {
      const page = first + n;
      return { id, page, from: n === 0 ? y : top, to: page === next.page ? next.y : bottom };
    })
      .filter(({ from, to }) => to - from > LEAST)
      .map(({ from, to, ...of }) => ({ ...of, from: from / height, to: to / height }));
  });
}
