/**
 * Leaving a field may show a message that moves the button under the pointer. The browser then sees the press begin on one element and end
 * on another, and drops the click. This script performs that click.
 */

/** A resting hand moves the pointer by at most this many pixels. */
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
