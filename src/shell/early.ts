/**
 * On a slow line a page is read seconds before its islands are alive. What is typed and pressed in them until then is kept and
 * done as soon as they are; the loading bar says that a press was heard.
 */
import { startLoading, stopLoading } from './loading.ts';

/** In the order in which they were used: what is written in a field, or null for what was pressed. */
const waiting = new Map<HTMLElement, string | null>();

const BOX = '[type=checkbox], [type=radio]';
/** Links, forms and what opens by itself work without script. */
const NATIVE = 'a, summary, [type=submit], [popovertarget]';

/** The builder's head stands in the bar, outside its island. */
const asleep = (target: Element) =>
  target.closest('astro-island[ssr]') ??
  (target.closest('.bar .actions') && document.querySelector('astro-island[ssr]'));

function press(element: HTMLElement): void {
  // A box that is pressed twice is as it was.
  if (element.matches('[type=checkbox]') && waiting.delete(element)) return;
  waiting.set(element, null);
  startLoading();
}

function onInput({ target }: Event): void {
  const field = target as HTMLInputElement;
  if (asleep(field) && !field.matches(BOX)) waiting.set(field, field.value);
}

function onClick({ target }: Event): void {
  const pressed = (target as Element).closest<HTMLElement>(`a, summary, button, [data-id], ${BOX}`);
  if (pressed && asleep(pressed) && !pressed.matches(NATIVE)) press(pressed);
}

/** What is disabled until the island is alive hears no click. */
function onPointer({ target }: Event): void {
  const near = (target as Element).closest<HTMLElement>('label, button, input, select, textarea');
  const field = near instanceof HTMLLabelElement ? near.control : near;
  if (field?.closest('[data-asleep]')) press(field);
}

const tell = (element: Element, type: string) => element.dispatchEvent(new Event(type, { bubbles: true }));

function redo(element: HTMLElement, text: string | null): void {
  if (element.closest('[data-asleep]')) return void requestAnimationFrame(() => redo(element, text));
  if (text === null) {
    const { textContent } = element;
    const heads = document.querySelectorAll<HTMLElement>('.bar .actions button');
    const living = element.isConnected ? element : [...heads].find((head) => head.textContent === textContent);
    living?.focus();
    if (living?.matches(`button, [data-id], ${BOX}`)) living.click();
    return;
  }
  // By the prototype: React knows only values that were set on the field itself, and takes this one for typed.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')?.set?.call(element, text);
  tell(element, 'input');
  tell(element, 'change');
}

function onAlive({ target }: Event): void {
  if (waiting.size === 0) return;
  for (const element of waiting.keys()) {
    if (!(element instanceof HTMLInputElement)) continue;
    if (element.matches(BOX)) element.checked = element.defaultChecked;
    else element.value = element.defaultValue;
  }
  // React comes alive at once when something happens in what it has not taken over yet.
  tell((target as Element).firstElementChild!, 'input');
  const todo = [...waiting];
  waiting.clear();
  stopLoading();
  for (const [element, text] of todo) redo(element, text);
}

document.addEventListener('input', onInput, true);
document.addEventListener('click', onClick, true);
document.addEventListener('pointerup', onPointer, true);
document.addEventListener('astro:hydrate', onAlive, true);
