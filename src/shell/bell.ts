import { call } from '../lib/call.ts';
import { atLeast } from '../lib/delayed.ts';
import { day, moment } from '../lib/intl.ts';
import { shell as words } from '../messages/it/shell.ts';
import { read } from '../stores/persisted.ts';

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

async function fill(): Promise<void> {
  const recent = (read('toasts') ?? []).slice(0, 5);
  const kept = recent.map(({ text, at }) => element('li', text, {}, element('small', moment(at))));
  panel.replaceChildren(element('h2', words.notifications), element('div', '', { className: 'spin' }));
  const wanted = await atLeast(call('GET /notifications', {})).then(
    (rows) =>
      rows.length === 0
        ? [element('p', words.notificationsNone, { className: 'muted' })]
        : rows.map(({ title, text, href, at }) =>
            element('a', title, { href }, element('span', text), element('small', day(at))),
          ),
    () => [element('p', words.notificationsFailed, { className: 'muted' })],
  );
  panel.replaceChildren(
    element('h2', words.notifications),
    ...wanted,
    ...(kept.length ? [element('h3', words.recentToasts), element('ul', '', {}, ...kept)] : []),
  );
}

panel.addEventListener('toggle', (event) => {
  if ((event as ToggleEvent).newState === 'open') void fill();
});
if (panel.matches(':popover-open')) void fill();
