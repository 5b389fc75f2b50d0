import { call } from '../lib/call.ts';
import { showWhile } from '../lib/delayed.ts';
import { t } from '../lib/intl.ts';
import { panels as words } from '../messages/it/shell.ts';
import { recent as before } from '../stores/recent.ts';

const WAIT_MS = 180;

const dialog = document.getElementById('palette') as HTMLDialogElement;
const input = dialog.querySelector('input')!;
const list = dialog.querySelector<HTMLElement>('[role=listbox]')!;
const recent = before();
/** The number of recent records offered before anything is typed. */
const RECENT = 5;
const opened = Object.assign(document.createElement('div'), { role: 'group', ariaLabel: words.paletteRecent });
opened.append(
  Object.assign(document.createElement('p'), { textContent: words.paletteRecent, role: 'presentation' }),
  ...recent.slice(0, RECENT).map(({ title, href }, index) => {
    const hit = { label: '', icon: 'history', title, subtitle: '', href };
    return optionOf(hit, `recent-${index}`);
  }),
);
list.prepend(opened);
/** Pages and actions, which the server has rendered. */
const groups = dialog.querySelectorAll<HTMLElement>('[data-pages]');
const found = dialog.querySelector<HTMLElement>('[data-found]')!;
const status = dialog.querySelector<HTMLElement>('[role=status]')!;
const hint = status.textContent;
let asked: AbortController | undefined;
let timer: ReturnType<typeof setTimeout>;

const options = () => [...list.querySelectorAll<HTMLAnchorElement>('[role=option]')].filter((option) => !option.hidden);

function select(option: HTMLElement | undefined): void {
  for (const other of list.querySelectorAll('[aria-selected=true]')) other.setAttribute('aria-selected', 'false');
  option?.setAttribute('aria-selected', 'true');
  option?.scrollIntoView({ block: 'nearest' });
  if (option) input.setAttribute('aria-activedescendant', option.id);
  else input.removeAttribute('aria-activedescendant');
}

type Hit = Record<'label' | 'icon' | 'title' | 'subtitle' | 'href', string>;

function optionOf(hit: Hit, id: string): HTMLElement {
  const option = Object.assign(document.createElement('a'), { href: hit.href, id, tabIndex: -1 });
  option.setAttribute('role', 'option');
  option.setAttribute('aria-selected', 'false');
  const kind = Object.assign(document.createElement('span'), { className: 'kind', textContent: hit.label });
  const title = Object.assign(document.createElement('span'), { textContent: hit.title });
  option.append(
    dialog.querySelector(`[data-icon=${hit.icon}] > svg`)!.cloneNode(true),
    kind,
    title,
    Object.assign(document.createElement('small'), { textContent: hit.subtitle }),
  );
  return option;
}

/** Moves recently opened records to the front; the others keep their order. */
const recentFirst = (hits: readonly Hit[]): Hit[] => {
  const hrefs = recent.map(({ href }) => href);
  const at = ({ href }: Hit) => (hrefs.includes(href) ? hrefs.indexOf(href) : hrefs.length);
  return hits.toSorted((one, other) => at(one) - at(other));
};

function say(text: string): void {
  status.textContent = options().length || asked ? text : t(words.paletteNone, { text: input.value.trim() });
}

async function look(text: string): Promise<void> {
  asked?.abort();
  const own = (asked = new AbortController());
  try {
    const calls = dialog.dataset.search!.split(',') as 'GET /search'[];
    const asks = calls.map((name) => call(name, { query: { q: text }, signal: own.signal }));
    const answer = Promise.all(asks).then((all) => all.flat());
    const hits = await showWhile(answer, () => own.signal.aborted || (status.textContent = words.paletteBusy));
    if (own.signal.aborted) return;
    const heading = Object.assign(document.createElement('p'), {
      textContent: words.paletteFound,
      role: 'presentation',
    });
    found.replaceChildren(heading, ...recentFirst(hits).map((hit, index) => optionOf(hit, `hit-${index}`)));
    found.hidden = hits.length === 0;
    asked = undefined;
    select(options()[0]);
    say('');
  } catch {
    if (!own.signal.aborted) status.textContent = words.paletteFailed;
  }
}

/** Whether an option is called so, or is found by such words; what only words describe waits for some to be typed. */
const finds = ({ textContent, dataset: { words: said } }: HTMLElement, text: string): boolean =>
  textContent.toLowerCase().includes(text)
    ? said === undefined || text !== ''
    : text.length > 2 && text.split(/\s+/).every((word) => `${textContent} ${said ?? ''}`.toLowerCase().includes(word));

const typed = () => input.value.trim().toLowerCase();

function offer(group: HTMLElement, text: string): void {
  const own = [...group.querySelectorAll<HTMLElement>('[role=option]')];
  for (const option of own) option.hidden = !finds(option, text);
  group.hidden = own.every((option) => option.hidden);
}

function filter(): void {
  const text = typed();
  clearTimeout(timer);
  asked?.abort();
  asked = undefined;
  for (const group of groups) offer(group, text);
  for (const option of opened.querySelectorAll<HTMLElement>('[role=option]')) option.hidden = text !== '';
  opened.hidden = text !== '' || recent.length === 0;
  found.hidden = true;
  found.replaceChildren();
  const search = 'search' in dialog.dataset && text.length >= 2;
  if (search) timer = setTimeout(() => void look(text), WAIT_MS);
  select(options()[0]);
  if (!search) say(hint);
}

input.addEventListener('input', filter);
input.addEventListener('keydown', (event) => {
  const shown = options();
  const at = shown.findIndex((option) => option.ariaSelected === 'true');
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault();
    select(shown[(at + (event.key === 'ArrowDown' ? 1 : -1) + shown.length) % shown.length]);
  } else if (event.key === 'Enter' && shown[at]) {
    event.preventDefault();
    if (event.ctrlKey) window.open(shown[at].href);
    else shown[at].click();
  }
});
// A link to a section of this page loads nothing, so the dialog must be closed here.
list.addEventListener('click', ({ target }) => (target as Element).closest('a')?.hash && dialog.close());
dialog.addEventListener('close', () => {
  input.value = '';
  filter();
});
filter();

type Place = Record<'title' | 'where' | 'href' | 'words' | 'drawing', string>;

/** Adds what is set in the preferences before what is set elsewhere: each page would be twice as large with it. */
async function addPreferences(group: HTMLElement): Promise<void> {
  const first = group.querySelector<HTMLAnchorElement>('[role=option]')!;
  const places = (await (await fetch('/places.json')).json()) as Place[];
  const added = places.map(({ title, where, href, words: said, drawing }, index) => {
    const option = first.cloneNode(true) as HTMLAnchorElement;
    Object.assign(option, { href, id: `preference-${index}` });
    option.dataset.words = said;
    option.querySelector('path')!.setAttribute('d', drawing);
    option.querySelector('span')!.textContent = title;
    option.querySelector('small')!.textContent = where;
    return option;
  });
  first.before(...added);
  offer(group, typed());
  // Somebody may have typed meanwhile what only these are found by.
  if (!list.querySelector('[aria-selected=true]')) filter();
}
const preferences = dialog.querySelector<HTMLElement>('[data-preferences]');
if (preferences) addPreferences(preferences).catch((cause: unknown) => console.info('places.json', cause));
