/**
 * On a slow line a page is readable seconds before its islands are hydrated. This script records what the person types and presses in an
 * island until then, and repeats it in order once that island is hydrated. The loading bar shows that a press was received.
 */
import { startLoading, stopLoading } from './loading.client.ts';

/** Recorded input by island, in order of use: the text of a field, or null for a press. */
const waiting = new Map<Element, Map<HTMLElement, string | null>>();

const BOX = '[type=checkbox], [type=radio]';
/** Elements that work without JavaScript; forms are handled below. */
const NATIVE = 'a, summary, [type=submit], [popovertarget]';

/** A part of an island that is placed elsewhere in the page (a record's head is in the bar) names the island's component. */
const placeOf = (island: Element) =>
  document.querySelector(`[data-island="${island.getAttribute('component-export')}"]`);

/** The island of the element, if it is not hydrated yet, or not as far as this part of it. */
function asleep(target: Element): Element | null {
  const place = target.closest<HTMLElement>('[data-island]');
  const island = place
    ? document.querySelector(`astro-island[component-export="${place.dataset.island}"]`)
    : target.closest('astro-island');
  const isLate = place?.hasAttribute('data-asleep') || target.matches('[data-asleep] :disabled');
  return isLate || island?.hasAttribute('ssr') ? island : null;
}

function used(island: Element): Map<HTMLElement, string | null> {
  const own = waiting.get(island) ?? new Map<HTMLElement, string | null>();
  waiting.set(island, own);
  return own;
}

function press(element: HTMLElement, island: Element): void {
  if (!island.hasAttribute('ssr')) return redoAll([[element, null]], island);
  const own = used(island);
  // Pressing a checkbox twice changes nothing.
  if (element.matches('[type=checkbox]') && own.delete(element)) return;
  own.set(element, null);
  startLoading();
}

function onInput({ target }: Event): void {
  const field = target as HTMLInputElement;
  const island = asleep(field);
  if (island && !field.matches(BOX)) used(island).set(field, field.value);
}

/** A form without an address belongs to its island: the browser would send it to this page. */
function onSubmit(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement;
  const island = !form.hasAttribute('action') && asleep(form);
  if (!island) return;
  event.preventDefault();
  const button = event.submitter ?? form.querySelector<HTMLElement>('[type=submit]');
  if (button) press(button, island);
}

function onClick(event: Event): void {
  const pressed = (event.target as Element).closest<HTMLElement>(`a, summary, button, [data-id], ${BOX}`);
  const island = pressed && asleep(pressed);
  if (island && !pressed.matches(NATIVE)) press(pressed, island);
}

/** An element that is disabled until hydration gets no click event, so this listens to the pointer. */
function onPointer({ target }: Event): void {
  const near = (target as Element).closest<HTMLElement>('label, button, input, select, textarea');
  const field = near instanceof HTMLLabelElement ? near.control : near;
  const island = field?.matches('[data-asleep] :disabled') && asleep(field);
  if (island) press(field!, island);
}

const tell = (element: Element, type: string) => element.dispatchEvent(new Event(type, { bubbles: true }));

/** The element, or the one of the same name that replaced it on hydration. */
function living(element: HTMLElement, island: Element): HTMLElement | null {
  const name = element.getAttribute('name');
  if (element.isConnected || !name) return element;
  const same = `${element.localName}[name="${name}"]`;
  return island.querySelector<HTMLElement>(same) ?? placeOf(island)?.querySelector<HTMLElement>(same) ?? null;
}

/** Repeats the input in order: an option that was ticked before "issue" must be in the quote. */
function redoAll([first, ...rest]: [HTMLElement, string | null][], island: Element): void {
  if (!first) return;
  const now = living(first[0], island);
  // A part of a record accepts input only once the whole record is hydrated.
  if (now?.closest('[data-asleep]')) return void requestAnimationFrame(() => redoAll([first, ...rest], island));
  if (now) redo(now, first[1]);
  redoAll(rest, island);
}

function redo(now: HTMLElement, text: string | null): void {
  if (text === null) {
    // Keeps the focus where the person has moved it meanwhile.
    if (document.activeElement?.contains(now)) now.focus();
    if (now.matches(`button, [data-id], ${BOX}`)) now.click();
  } else {
    // Set through the prototype's setter: React watches only the field's own setter, so it takes this value for typed text.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(now), 'value')?.set?.call(now, text);
    tell(now, 'input');
    tell(now, 'change');
  }
}

/** Removes and returns the recorded input of an island that is now hydrated. */
function taken(from: Element): Map<HTMLElement, string | null> | undefined {
  const own = waiting.get(from);
  waiting.delete(from);
  // An island can leave the page before it is hydrated.
  for (const one of waiting.keys()) if (!one.isConnected) waiting.delete(one);
  if (own && waiting.size === 0) stopLoading();
  return own;
}

function onAlive({ target }: Event): void {
  const island = target as Element;
  const own = taken(island);
  if (!own) return;
  for (const element of own.keys()) {
    if (!(element instanceof HTMLInputElement)) continue;
    if (element.matches(BOX)) element.checked = element.defaultChecked;
    else element.value = element.defaultValue;
  }
  // An event inside a part that React has not hydrated yet makes React hydrate it at once.
  tell(island.firstElementChild!, 'input');
  redoAll([...own], island);
}

document.addEventListener('input', onInput, true);
document.addEventListener('click', onClick, true);
document.addEventListener('submit', onSubmit, true);
document.addEventListener('pointerup', onPointer, true);
document.addEventListener('astro:hydrate', onAlive, true);
