import { read, write } from '#site/stores/persisted.ts';

/** Shows the columns that this person has chosen before, unless the address names some, and keeps a new choice. */
export function keepColumns(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-columns]');
  if (!form) return;
  const key = `columns:sellers:${form.dataset.columns!}` as const;
  const boxes = [...form.querySelectorAll<HTMLInputElement>('input[name=column]')];
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const chosen = boxes.filter(({ checked }) => checked).map(({ value }) => value);
    write(key, chosen);
    const at = new URL(location.href);
    at.searchParams.delete('column');
    location.assign(at);
  });
  const kept = read(key) as readonly string[] | null;
  if (!kept?.length || new URLSearchParams(location.search).has('column')) return;
  for (const box of boxes) box.checked = kept.includes(box.value);
  const hidden = boxes.flatMap(({ checked, dataset }) => (checked ? [] : dataset['label']!));
  for (const card of document.querySelectorAll<HTMLElement>('[data-columned]')) {
    const heads = [...card.querySelectorAll<HTMLElement>('thead th')];
    const gone = heads.map((head) => hidden.includes(head.textContent.trim()));
    for (const row of card.querySelectorAll('tr'))
      [...row.children].forEach((cell, at) => ((cell as HTMLElement).hidden = gone[at]!));
    card.hidden = gone.slice(1).every(Boolean);
  }
}
