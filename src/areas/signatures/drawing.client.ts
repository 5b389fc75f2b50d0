/** The field in which somebody signs by hand on the dealer's tablet. */
import { begun, goneOn } from '#site/parts/signatures/stroke.ts';

/** Lets a field be drawn in; returns what reads the drawing, empty where there is none. */
export function drawingIn(field: HTMLElement): () => string {
  const pad = field.querySelector('svg')!;
  const line = pad.querySelector('path')!;
  let path = '';
  const show = (now: string) => {
    path = now;
    line.setAttribute('d', path);
  };
  pad.addEventListener('pointerdown', (event) => {
    pad.setPointerCapture(event.pointerId);
    show(begun(path, event));
  });
  pad.addEventListener('pointermove', (event) => {
    if (event.buttons > 0) show(goneOn(path, event));
  });
  field.querySelector('button')!.addEventListener('click', () => show(''));
  return () => path;
}
