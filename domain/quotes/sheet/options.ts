import type { Issue, Priced } from './priced.ts';
import type { PriceSheet } from '../schema.ts';

type Catalogue = Pick<PriceSheet, 'options' | 'rules'>;
type Rule = PriceSheet['rules'][number];
type Option = PriceSheet['options'][number];

/** Kinds of which a car has only one. */
const exclusive = ['colour', 'interior'];

/** The sheet's options and rules, indexed once for each calculation. */
function indexOf(sheet: Catalogue) {
  const byId = new Map(sheet.options.map((option) => [option.id, option]));
  const rules = {
    requires: new Map<number, number[]>(),
    includes: new Map<number, number[]>(),
    excludes: new Map<number, number[]>(),
  };
  const put = (kind: Rule['kind'], from: number, to: number) => {
    if (!byId.has(from) || !byId.has(to) || from === to) return;
    const list = rules[kind].get(from);
    if (list) list.push(to);
    else rules[kind].set(from, [to]);
  };
  for (const rule of sheet.rules) put(rule.kind, rule.optionId, rule.otherId);
  return { byId, ...rules };
}
type Index = ReturnType<typeof indexOf>;

/** The ids and everything that they bring by one kind of rule, at any depth. */
function closure(ids: Iterable<number>, brings: Map<number, number[]>): Set<number> {
  const all = new Set(ids);
  for (const id of all) for (const other of brings.get(id) ?? []) all.add(other);
  return all;
}

/** Two options that exclude each other, by a rule or because both are of an exclusive kind; null if there are none. */
function conflict(on: Set<number>, index: Index): [number, number] | null {
  const taken = new Map<string, number>();
  for (const id of on) {
    for (const other of index.excludes.get(id) ?? []) if (on.has(other)) return [id, other];
    const { kind } = index.byId.get(id)!;
    if (!exclusive.includes(kind)) continue;
    const other = taken.get(kind);
    if (other !== undefined) return [other, id];
    taken.set(kind, id);
  }
  return null;
}

/** Whether an option is on the car. Standard equipment is, unless another colour or interior replaces it. */
function present(id: number, on: Set<number>, index: Index): boolean {
  if (on.has(id)) return true;
  const option = index.byId.get(id)!;
  if (!option.standard) return false;
  return !exclusive.includes(option.kind) || ![...on].some((other) => index.byId.get(other)!.kind === option.kind);
}

const missing = (id: number, on: Set<number>, index: Index) =>
  (index.requires.get(id) ?? []).filter((other) => !present(other, on, index));

/**
 * The options that a selection puts on the car: the chosen ones, and those that packs include, which cost nothing; and
 * what is wrong with it. Unknown ids are left out with a warning. The order of `selected` does not matter.
 */
export function resolveOptions(
  selected: readonly number[],
  sheet: Catalogue,
): { options: Priced['options']; issues: Issue[] } {
  const index = indexOf(sheet);
  const issues: Issue[] = [];
  const add = (level: Issue['level'], message: string) => issues.push({ level, path: 'optionIds', message });
  const chosen = [...new Set(selected)].filter((id) => index.byId.has(id)).sort((a, b) => a - b);
  if (chosen.length < new Set(selected).size) add('warning', 'Un optional scelto non è più a listino e non è contato');
  const on = closure(chosen, index.includes);
  const included = new Set(chosen.flatMap((id) => [...closure([id], index.includes)].filter((other) => other !== id)));
  const name = (id: number) => index.byId.get(id)!.name;
  for (const id of on) {
    for (const other of missing(id, on, index)) add('error', `${name(id)} richiede ${name(other)}`);
  }
  const clash = conflict(on, index);
  if (clash) add('error', `${name(clash[0])} non può stare con ${name(clash[1])}`);
  const toLine = ({ id, name, code, kind, price, standard }: Option) => ({
    id,
    name,
    code,
    kind,
    price: included.has(id) || standard ? 0 : price,
    included: included.has(id),
  });
  return { options: sheet.options.filter((option) => on.has(option.id)).map(toLine), issues };
}

/** A selection after a click, with the other options that were added or removed because of it. */
export interface Selection {
  selected: number[];
  added: number[];
  removed: number[];
}

/**
 * The selection after a click on an option. Choosing an option adds what it requires, replaces another colour or
 * interior and removes what it excludes; removing one also removes what requires it. Options that a pack includes
 * cannot be clicked; a click that breaks the catalogue's rules changes nothing.
 */
export function toggle(selected: readonly number[], id: number, sheet: Catalogue): Selection {
  const index = indexOf(sheet);
  const before = selected.filter((each) => index.byId.has(each));
  const on = closure(before, index.includes);
  const others = before.filter((each) => each !== id);
  const next = others.length < before.length ? settle(others, index) : choose(before, id, on, index);
  if (!next) return { selected: [...selected], added: [], removed: [] };
  const after = closure(next, index.includes);
  return {
    selected: next,
    added: [...after].filter((each) => each !== id && !on.has(each)),
    removed: [...on].filter((each) => each !== id && !after.has(each)),
  };
}

function choose(before: number[], id: number, on: Set<number>, index: Index): number[] | null {
  if (!index.byId.has(id) || on.has(id)) return null;
  const fresh = new Set([id]);
  for (const each of fresh) {
    for (const other of index.includes.get(each) ?? []) fresh.add(other);
    for (const other of missing(each, new Set([...on, ...fresh]), index)) fresh.add(other);
  }
  const brought = new Set([...fresh].flatMap((each) => index.includes.get(each) ?? []));
  const roots = [...fresh].filter((each) => each === id || !brought.has(each));
  const rest = before.filter((each) => !fresh.has(each));
  const next = settle([...rest, ...roots], index);
  // A rule that cannot be met removed it again.
  return next.includes(id) ? next : null;
}

/**
 * Removes options until nothing excludes anything and every requirement is met; the earliest chosen are removed first.
 */
function settle(selected: number[], index: Index): number[] {
  const on = closure(selected, index.includes);
  const clash = conflict(on, index);
  const leaves = selected.find((id) => {
    const brings = closure([id], index.includes);
    return clash
      ? clash.some((each) => brings.has(each))
      : [...brings].some((each) => missing(each, on, index).length > 0);
  });
  return leaves === undefined
    ? selected
    : settle(
        selected.filter((id) => id !== leaves),
        index,
      );
}
