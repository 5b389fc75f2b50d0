/** A choice of options of a version as the open edition leaves it: each press does what the rules do in a quote, and says what it costs. */
import { integer, money } from '#domain/italian.ts';
import { call, type CallAnswer } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { catalog as words } from '#site/messages/it/catalog.ts';

type Answer = CallAnswer<'GET /catalog/lists/versions/:id/choice'>;
type Option = Answer['options'][number];

/** After how many milliseconds without typing is searched. */
const PAUSE = 250;

const noteOf = ({ code, standard, price }: Option) =>
  [code, standard ? words.isStandard : price === null ? words.unpriced : money(price)].join(' · ');

function labelOf(option: Option): HTMLLabelElement {
  const { id, name, on, price } = option;
  const box = Object.assign(document.createElement('input'), {
    type: 'checkbox',
    name: 'optionIds',
    value: String(id),
    checked: on !== null,
    // What a pack brings is not chosen beside it; what has no price nobody sells.
    disabled: on === 'included' || price === null,
  });
  const note = Object.assign(document.createElement('small'), { className: 'muted', textContent: noteOf(option) });
  const said = document.createElement('span');
  said.append(`${name} `, note);
  const label = Object.assign(document.createElement('label'), { className: 'check' });
  label.append(box, said);
  return label;
}

const saidOf = ({ refused, added, removed, issues, sum }: Answer) =>
  [
    ...(refused === null ? [] : [t(words.choiceRefused, { name: refused })]),
    ...(added.length > 0 ? [t(words.choiceAdded, { names: added.join(', ') })] : []),
    ...(removed.length > 0 ? [t(words.choiceRemoved, { names: removed.join(', ') })] : []),
    ...issues.map((message) => `${message}.`),
    t(words.choiceSum, { sum: money(sum) }),
  ].join(' ');

/** Fills `choice`, of this version, with options, and follows them; once. */
export function tryOn(choice: HTMLDetailsElement, versionId: number): void {
  const said = choice.querySelector<HTMLElement>('[role=status]')!;
  const search = choice.querySelector<HTMLInputElement>('input[type=search]')!;
  const more = choice.querySelector<HTMLElement>('[data-more]')!;
  const groups = [...choice.querySelectorAll<HTMLElement>('[data-kind-of]')];
  const edition = Number(choice.dataset.edition) || undefined;
  let chosen: readonly number[] = [];

  const show = (answer: Answer) => {
    const { options, left } = answer;
    const focused = document.activeElement instanceof HTMLInputElement ? document.activeElement.value : '';
    for (const group of groups) {
      const own = options.filter(({ kind }) => kind === group.dataset.kindOf);
      group.hidden = own.length === 0;
      group.querySelector('.fields')!.replaceChildren(...own.map(labelOf));
    }
    const isNone = options.every(({ on }) => on !== null) && search.value.trim() !== '';
    more.hidden = left === 0 && !isNone;
    more.textContent = isNone ? words.noOption : t(words.choiceMore, { n: integer(left) });
    said.textContent = saidOf(answer);
    const again = choice.querySelector<HTMLInputElement>(`[name=optionIds][value="${CSS.escape(focused)}"]`);
    if (focused !== '' && document.activeElement === document.body) again?.focus();
  };
  // One after the other: each press goes on from what the one before it has left.
  let last = Promise.resolve();
  const ask = (press?: number) =>
    (last = last.then(async () => {
      try {
        const query = { edition, q: search.value.trim(), chosen: chosen.join(','), press };
        const answer = await call('GET /catalog/lists/versions/:id/choice', { params: { id: versionId }, query });
        ({ chosen } = answer);
        show(answer);
      } catch (cause) {
        said.textContent = (cause as Error).message;
      }
    }));

  choice.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === 'optionIds') void ask(Number(target.value));
  });
  let timer: ReturnType<typeof setTimeout>;
  search.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void ask(), PAUSE);
  });
  search.addEventListener('keydown', (event) => {
    // It searches; it does not send the form around it.
    if (event.key === 'Enter') event.preventDefault();
  });
  void ask();
}
