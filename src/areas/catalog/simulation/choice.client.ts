/** A choice of options of a version as the open edition leaves it: each press does what the rules do in a quote, and says what it costs. */
import { optionKinds, ruleKinds } from '#domain/catalog/terms.ts';
import { money } from '#domain/italian.ts';
import { resolveOptions, toggle } from '#domain/quotes/sheet/options.ts';
import { t } from '#site/lib/intl.ts';
import { catalog as words } from '#site/messages/it/catalog.ts';

/** Follows the boxes in `choice`, once. */
export function tryOn(choice: HTMLDetailsElement): void {
  const said = choice.querySelector<HTMLElement>('[role=status]')!;
  const boxes = [...choice.querySelectorAll<HTMLInputElement>('input[name=optionIds]')];
  const nameOf = new Map(boxes.map((box) => [Number(box.value), box.parentElement!.textContent.trim()]));
  const named = (ids: readonly number[]) => ids.map((id) => nameOf.get(id)).join(', ');
  // As in a quote, what is neither standard nor priced is not sold.
  const options = boxes.flatMap(({ value, dataset }) => {
    const [standard, price] = [dataset.standard !== undefined, dataset.price];
    const id = Number(value);
    const kind = optionKinds.find((one) => one === dataset.kind)!;
    return standard || price ? [{ id, code: '', name: nameOf.get(id)!, kind, colour: null, standard, price: Number(price ?? 0) }] : []; // prettier-ignore
  });
  const rules = choice.dataset.rules!.split(' ').flatMap((key) => {
    const [optionId, kind, otherId] = key.split(':');
    const known = ruleKinds.find((one) => one === kind);
    return known ? [{ optionId: Number(optionId), kind: known, otherId: Number(otherId) }] : [];
  });
  const offered = { options, rules };
  let selected = boxes.filter(({ checked }) => checked).map(({ value }) => Number(value));
  const show = (done: readonly string[]) => {
    const on = resolveOptions(selected, offered);
    const included = new Set(on.options.filter((one) => one.included).map(({ id }) => id));
    for (const box of boxes) {
      const id = Number(box.value);
      // What a pack brings is not chosen beside it.
      box.disabled = included.has(id);
      box.checked = included.has(id) || selected.includes(id);
    }
    const sum = on.options.reduce((all, { price }) => all + price, Number(choice.dataset.list));
    const issues = on.issues.map(({ message }) => `${message}.`);
    said.textContent = [...done, ...issues, t(words.choiceSum, { sum: money(sum) })].join(' ');
  };
  const why = (id: number) => resolveOptions([...selected, id], offered).issues.map(({ message }) => `${message}.`);
  choice.addEventListener('change', ({ target }) => {
    const id = Number((target as HTMLInputElement).value);
    const name = nameOf.get(id)!;
    if (!options.some((one) => one.id === id)) return show([t(words.choiceUnpriced, { name })]);
    const next = toggle(selected, id, offered);
    const isRefused = next.selected.length === selected.length && next.selected.every((one) => selected.includes(one));
    selected = next.selected;
    show([
      ...(isRefused ? [t(words.choiceRefused, { name }), ...why(id)] : []),
      ...(next.added.length > 0 ? [t(words.choiceAdded, { names: named(next.added) })] : []),
      ...(next.removed.length > 0 ? [t(words.choiceRemoved, { names: named(next.removed) })] : []),
    ]);
  });
  show([]);
}
