/**
 * On a slow line a page is read seconds before its islands are alive. What is typed and pressed in one of them until then is kept, and
 * done in its order as soon as that one is; the loading bar says that a press was heard.
 */
import { startLoading, stopLoading } from './loading.client.ts';

/** Of each island, in the order in which they were used: what is written in a field, or null for what was pressed. */
const waiting = new Map<Element, Map<HTMLElement, string | null>>();

const BOX = '[type=checkbox], [type=radio]';
/** Links, forms (below) and what opens by itself work without script. */
const NATIVE = 'a, summary, [type=submit], [popovertarget]';

/** A part of an island that stands elsewhere in the page, such as a record's head in the bar, names its component. */
const placeOf = (island: Element) =>
  document.querySelector(`[data-island="${island.getAttribute('component-export')}"]`);

/** The island that the element belongs to, as long as it is not alive. */
function asleep(target: Element): Element | null {
  const name = target.closest<HTMLElement>('[data-island]')?.dataset.island;
  return name
    ? document.querySelector(`astro-island[component-export="${name}"][ssr]`)
    : target.closest('astro-island[ssr]');
}

function used(island: Element): Map<HTMLElement, string | null> {
  const own = waiting.get(island) ?? new Map<HTMLElement, string | null>();
  waiting.set(island, own);
  return own;
}

function press(element: HTMLElement, island: Element): void {
  const own = used(island);
  // A checkbox pressed twice is as it was before: nothing is left to do.
  if (element.matches('[type=checkbox]') && own.delete(element)) return;
  own.set(element, null);
  startLoading();
}

function onInput({ target }: Event): void {
  const field = target as HTMLInputElement;
  const island = asleep(field);
  if (island && !field.matches(BOX)) used(island).set(field, field.value);
}

/** A form that names no address is the island's own: the browser would send it to this very page. */
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

/** What is disabled until the island is alive hears no click. */
function onPointer({ target }: Event): void {
  const near = (target as Element).closest<HTMLElement>('label, button, input, select, textarea');
  const field = near instanceof HTMLLabelElement ? near.control : near;
  const island = field?.matches('[data-asleep] :disabled') && asleep(field);
  if (island) press(field!, island);
}

const tell = (element: Element, type: string) => element.dispatchEvent(new Event(type, { bubbles: true }));

/** The element, or the one with its name that the living island has put in its place. */
function living(element: HTMLElement, island: Element): HTMLElement | null {
  const name = element.getAttribute('name');
  if (element.isConnected || !name) return element;
  const same = `${element.localName}[name="${name}"]`;
  return island.querySelector<HTMLElement>(same) ?? placeOf(island)?.querySelector<HTMLElement>(same) ?? null;
}

/** One after the other: a quote is not issued without what was ticked a moment before. */
function redoAll([first, ...rest]: [HTMLElement, string | null][], island: Element): void {
  if (!first) return;
  const now = living(first[0], island);
  // A part of a record takes nothing in until the record does.
  if (now?.closest('[data-asleep]')) return void requestAnimationFrame(() => redoAll([first, ...rest], island));
  if (now) redo(now, first[1]);
  redoAll(rest, island);
}

function redo(now: HTMLElement, text: string | null): void {
  if (text === null) {
    // Not from where the person has gone on meanwhile.
    if (document.activeElement?.contains(now)) now.focus();
    if (now.matches(`button, [data-id], ${BOX}`)) now.click();
  } else {
    // Set through the prototype's setter: React watches only the field's own setter, so it takes this value for typed text.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(now), 'value')?.set?.call(now, text);
    tell(now, 'input');
    tell(now, 'change');
  }
}

/** What was kept of an island that is alive now. */
function taken(from: Element): Map<HTMLElement, string | null> | undefined {
  const own = waiting.get(from);
  waiting.delete(from);
  // An island may go away asleep.
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
