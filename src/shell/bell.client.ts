import { moment } from '#site/lib/intl.ts';
import { call, type CallAnswer } from '../lib/call.ts';
import { showWhile } from '../lib/delayed.ts';
import { live, panels as words } from '../messages/it/shell.ts';
import { read, write } from '../stores/persisted.ts';
import { showUnread } from './unread.client.ts';

type Row = CallAnswer<'GET /notifications'>['rows'][number];
const panel = document.getElementById('bell')!;

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  text: string,
  more: object = {},
  ...inside: Node[]
) {
  const made = Object.assign(document.createElement(tag), { textContent: text, ...more });
  made.append(...inside);
  return made;
}

function link({ id, title, text, href, at, read }: Row): HTMLElement {
  const made = element('a', title, { href }, element('span', text), element('small', moment(at)));
  made.dataset.unread = String(!read);
  if (!read) made.prepend(element('span', words.unreadOne, { className: 'sr-only' }));
  // Marks the notification as read before the next page loads, because that page shows the number of unread ones. A new tab does not wait.
  made.addEventListener('click', async (event) => {
    const here = !event.ctrlKey && !event.metaKey && !event.shiftKey;
    // A link to the current page reloads it: the page may be older than the notification.
    const again = here && made.pathname + made.search === location.pathname + location.search;
    if (read && !again) return;
    if (here) event.preventDefault();
    if (!read)
      await call('PUT /notifications/:id/read', { params: { id }, body: { read: true } }).then(
        ({ unread }) => (here ? write('unread', unread) : showUnread(unread)),
        console.info,
      );
    if (here) location.assign(href);
    if (again) location.reload();
  });
  return made;
}

/** The rows of the panel, with a button for older ones when there are any. */
async function rowsFrom(
  before?: number,
): Promise<{ parts: HTMLElement[]; newest: number | undefined; unread: number }> {
  const { rows, more, unread } = await call('GET /notifications', before === undefined ? {} : { query: { before } });
  const older = element('button', words.notificationsOlder, { type: 'button', className: 'btn' });
  older.addEventListener('click', async () => {
    const { parts } = await rowsFrom(rows.at(-1)!.id);
    older.replaceWith(...parts);
    parts[0]?.focus();
  });
  return { parts: [...rows.map(link), ...(more ? [older] : [])], newest: rows[0]?.id, unread };
}

function readAll(upTo: number): HTMLElement {
  const button = element('button', words.notificationsRead, { type: 'button', className: 'link' });
  button.addEventListener('click', async () => {
    const { unread } = await call('PUT /notifications/read', { body: { upTo } });
    showUnread(unread);
    await fill();
    panel.querySelector<HTMLElement>('a[data-unread]')?.focus();
  });
  return button;
}

/** What waits for the person, with links to exactly those records; nothing when there is none or it does not answer. */
async function waiting(): Promise<HTMLElement[]> {
  if (!('waits' in panel.dataset)) return [];
  const all = await call('GET /contracts/waiting', {}).catch(() => []);
  const rows = all
    .filter(({ count }) => count > 0)
    .map(({ label, count, href }) => element('a', label, { href }, element('b', String(count))));
  return rows.length > 0 ? [element('div', '', { className: 'waits' }, ...rows)] : [];
}

/** The discounts that wait for this person, to be decided from here. */
const asked = async (): Promise<HTMLElement[]> =>
  'decides' in panel.dataset ? (await import('#site/areas/quotes/desk/asked.client.ts')).askedRows(panel) : [];

async function fill(): Promise<void> {
  const recent = (read('toasts') ?? []).slice(0, 5);
  const kept = recent.map(({ text, at }) => element('li', text, {}, element('small', moment(at))));
  const head = element('h2', live.notifications);
  panel.replaceChildren(head);
  const wait = () => panel.append(element('div', '', { className: 'spin' }));
  const [decisions, waits] = [asked(), waiting()];
  const wanted = await showWhile(rowsFrom(), wait).then(
    ({ parts, newest, unread }) => {
      showUnread(unread);
      if (unread && newest) head.append(readAll(newest));
      return parts.length ? parts : [element('p', words.notificationsNone, { className: 'muted' })];
    },
    () => [element('p', words.notificationsFailed, { className: 'muted' })],
  );
  const settings = element('a', words.notificationsSettings, {
    href: '/dealer/settings#notifications',
    className: 'more',
  });
  panel.replaceChildren(
    head,
    ...(await decisions),
    ...(await waits),
    ...wanted,
    ...(kept.length ? [element('h3', words.recentToasts), element('ul', '', {}, ...kept)] : []),
    settings,
  );
}

panel.addEventListener('toggle', (event) => {
  if ((event as ToggleEvent).newState === 'open') void fill();
});
if (panel.matches(':popover-open')) void fill();
