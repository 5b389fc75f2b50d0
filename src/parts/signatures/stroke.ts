/** A signature as it is drawn by finger, pen or mouse: the data of an SVG path, lines only. */
import { DRAWING } from '#domain/signatures/drawing.ts';
import { MOST_DRAWING } from '#domain/signatures/terms.ts';

interface Pointer {
  currentTarget: EventTarget | null;
  clientX: number;
  clientY: number;
}

/** The point of the drawing under the pointer, in its own units. */
function pointOf({ currentTarget, clientX, clientY }: Pointer): string {
  const { left, top, width, height } = (currentTarget as Element).getBoundingClientRect();
  const within = (at: number, most: number) => Math.round(Math.max(0, Math.min(1, at)) * most);
  return `${within((clientX - left) / width, DRAWING.width)} ${within((clientY - top) / height, DRAWING.height)}`;
}

/** The drawing with `more`; as it was where that is nothing new, or it would be too long. */
const added = (path: string, more: string): string =>
  path.length + more.length > MOST_DRAWING || path.endsWith(more) ? path : path + more;

/** The drawing once a pointer is set down. */
export function begun(path: string, event: Pointer): string {
  const point = pointOf(event);
  return added(path, `M${point}L${point}`);
}
/** The drawing once a pointer that is down has moved. */
export const goneOn = (path: string, event: Pointer): string =>
  path === '' ? path : added(path, `L${pointOf(event)}`);
