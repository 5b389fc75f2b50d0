/**
 * Forms of the server that say what a page shows (`data-asked`): what is chosen is shown at once, what is typed by Invio or the
 * button, unless it is the only thing that is typed.
 */
import { read, remove, write } from '#site/stores/persisted.ts';

const FORM = 'form[data-asked]';
const isTyped = (one: unknown) => one instanceof HTMLInputElement && /^(text|search|number)$/.test(one.type);

document.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
  const { form, name } = target;
  if (!form?.matches(FORM)) return;
  // Both days are typed before they are asked for.
  if (isTyped(target) && [...form.elements].filter(isTyped).length > 1) return;
  write('asked', name);
  form.requestSubmit();
});

/** Whoever chooses by the keyboard goes on from there in the page that comes. */
const name = read('asked');
remove('asked');
if (name)
  document
    .querySelector<HTMLElement>(`${FORM} :is(select, input:not([type=radio]), :checked)[name="${CSS.escape(name)}"]`)
    ?.focus();

// Gone back to, the page shows what its address says, and so do its choices: no browser fills them in again where the form is
// `autocomplete="off"`, but what it kept whole is as it was left.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) for (const form of document.querySelectorAll<HTMLFormElement>(FORM)) form.reset();
});
