/** Options of a version tried on its rules, as an edition leaves them: the engine of quotes decides. */
import { Failure } from '#domain/errors.ts';
import { isSold, type Catalogue } from '#domain/catalog/editions/changes.ts';
import { DAY } from '#domain/catalog/editions/day.ts';
import { optionsWith } from '#domain/catalog/find.ts';
import type { simulations as table } from '#domain/catalog/simulation/endpoints.ts';
import { CHOICE_SHOWN } from '#domain/catalog/simulation/schema.ts';
import { optionKinds, ruleKinds, type OptionKind } from '#domain/catalog/terms.ts';
import { sum } from '#domain/money.ts';
import { byNumbers } from '#domain/order.ts';
import { resolveOptions, toggle } from '#domain/quotes/sheet/options.ts';
import type { VerbOf } from '#backend/lib/work/bind.ts';
import { aroundVersion } from '../editions/lists.ts';

/** The options that a version has on a day, by kind and code. */
function optionsOf(list: Catalogue, versionId: number, day: string) {
  return [...list.versionOptions]
    .flatMap(([key, row]) => {
      const [of, id] = key.split(':') as [string, string];
      const option = list.options.get(id);
      if (Number(of) !== versionId || !option || !isSold(row, day)) return [];
      const price = list.versionOptionPrices.get(`${key}:${DAY}`)?.price;
      return {
        id: Number(id),
        code: String(option.code),
        name: String(option.name),
        kind: option.kind as OptionKind,
        colour: null,
        standard: row.standard === true,
        price: row.standard === true ? 0 : typeof price === 'number' ? price : null,
      };
    })
    .toSorted(
      (one, other) =>
        optionKinds.indexOf(one.kind) - optionKinds.indexOf(other.kind) || byNumbers(one.code, other.code),
    );
}
type Option = ReturnType<typeof optionsOf>[number];

/** What a quote has of them: as there, what is neither standard nor priced is not sold. */
const offeredOf = (options: readonly Option[], list: Catalogue, day: string) => ({
  options: options.flatMap(({ price, ...one }) => (price === null ? [] : { ...one, price })),
  rules: [...list.optionRules].flatMap(([key, row]) => {
    const [optionId, verb, otherId] = key.split(':');
    const kind = ruleKinds.find((one) => one === verb);
    return kind && isSold(row, day) ? { optionId: Number(optionId), kind, otherId: Number(otherId) } : [];
  }),
});

export const choice: VerbOf<typeof table, 'GET /catalog/lists/versions/:id/choice'> = async (
  ctx,
  { params: { id }, query: { edition, q, chosen, press } },
) => {
  const { after } = await aroundVersion(ctx, id, edition);
  const all = optionsOf(after, id, ctx.today);
  const byId = new Map(all.map((one) => [one.id, one]));
  if (press !== undefined && !byId.has(press)) throw new Failure('not_found');
  const offered = offeredOf(all, after, ctx.today);
  const before = chosen.filter((one) => byId.has(one));
  const unchanged = { selected: before, added: [], removed: [] };
  const next = press === undefined || byId.get(press)!.price === null ? unchanged : toggle(before, press, offered);
  const isRefused = press !== undefined && next.selected.join() === before.join();
  const on = resolveOptions(next.selected, offered);
  const issues = [...on.issues, ...(isRefused ? resolveOptions([...before, press], offered).issues : [])];
  const included = new Set(on.options.flatMap((one) => (one.included ? one.id : [])));
  const isOn = new Set([...next.selected, ...included]);
  const typed = q.toLowerCase();
  // Whoever types a whole code means that option, however many others hold it.
  const found = optionsWith(all, typed).toSorted(
    (one, other) => Number(other.code.toLowerCase() === typed) - Number(one.code.toLowerCase() === typed),
  );
  const shown = [
    ...all.filter((one) => isOn.has(one.id)),
    ...found.slice(0, CHOICE_SHOWN).filter((one) => !isOn.has(one.id)),
  ];
  const named = (ids: readonly number[]) => ids.map((one) => byId.get(one)!.name);
  return {
    sum: sum([Number(after.versionPrices.get(`${id}:${DAY}`)?.price ?? 0), ...on.options.map(({ price }) => price)]),
    chosen: next.selected,
    added: named(next.added),
    removed: named(next.removed),
    refused: isRefused ? byId.get(press)!.name : null,
    issues: [...new Set(issues.map(({ message }) => message))],
    left: Math.max(0, found.length - CHOICE_SHOWN),
    options: shown.map(({ colour: _colour, ...one }) => ({
      ...one,
      on: included.has(one.id) ? ('included' as const) : isOn.has(one.id) ? ('chosen' as const) : null,
    })),
  };
};
