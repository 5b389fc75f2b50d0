/**
 * A field that is left says what it read, and the button or box that is being pressed moves from under the pointer: the browser then sees
 * the press begin on one thing and end on another, and drops it. It counts all the same.
 */

/** Pixels that a resting hand moves. */
const STILL = 4;
const PRESSED = 'button, a, label:has(input), input';
let down: { button: HTMLElement; x: number; y: number } | null = null;

document.addEventListener(
  'pointerdown',
  ({ target, isPrimary, button, clientX: x, clientY: y }) => {
    const pressed = isPrimary && button === 0 && (target as Element).closest<HTMLElement>(PRESSED);
    down = pressed ? { button: pressed, x, y } : null;
  },
  true,
);

document.addEventListener(
  'click',
  (event) => {
    const began = event.isTrusted && event.detail > 0 ? down : null;
    if (!began || began.button.contains(event.target as Element)) return;
    if (Math.hypot(event.clientX - began.x, event.clientY - began.y) > STILL) return;
    event.preventDefault();
    event.stopPropagation();
    began.button.click();
  },
  true,
);
