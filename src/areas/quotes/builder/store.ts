import { useStore } from '@nanostores/react';
import { atom, computed, type ReadableAtom, type WritableAtom } from 'nanostores';
import { useRef, useSyncExternalStore } from 'react';
import { offersFor } from '#domain/financials/offers.ts';
import { textOf } from '#domain/record/field-text.ts';
import { shortOf } from '#domain/record/fields.ts';
import { money } from '#domain/italian.ts';
import { netOf } from '#domain/money.ts';
import { lineOf } from '#domain/quotes/sheet/cover.ts';
import { toggle } from '#domain/quotes/sheet/options.ts';
import { repriced } from '#domain/quotes/sheet/changes.ts';
import { comparedFields, draftFacts } from '#domain/quotes/draft.ts';
import { chosenServices, displacedPolicies, displacedServices } from '#domain/quotes/sheet/exclusive.ts';
import { amountOf, basisOf, leftOf } from '#domain/quotes/sheet/financing.ts';
import type { Priced } from '#domain/quotes/sheet/priced.ts';
import { price } from '#domain/quotes/sheet/pricing.ts';
import { issueBlockers, limitsOf } from '#domain/quotes/rules.ts';
import type { FinancingChoice, HashedSheet, QuoteDraft } from '#domain/quotes/schema.ts';
import { recordOf } from '#site/ui/record/store/context.ts';
import type { ConflictField } from '#site/ui/record/page/ConflictDialog.tsx';
import { createQuote, type BuilderProps, type QuoteDeps, type Reckoning } from './quote.ts';
import { weighIncentives, turnedOf, type Turned } from './incentives/incentives.ts';

/** What choosing one option added and removed, by name, with the choice before it. */
export interface OptionChange {
  optionId: number;
  added: string[];
  removed: string[];
  before: number[];
}

export interface BuilderDeps extends QuoteDeps {
  /** Called when a choice displaces an earlier one. */
  onDisplaced?: (displaced: Displaced) => void;
}

/** A choice and what it displaced, by name. */
export interface Displaced {
  taken: string;
  gone: string[];
  undo: () => void;
}

/** What stands in the draft, and how it changes. */
interface Drafting {
  $draft: ReadableAtom<QuoteDraft>;
  $sheet: ReadableAtom<HashedSheet>;
  change: (patch: Partial<QuoteDraft>) => void;
}

/** The colour or the interior that is on the car: chosen or brought by a pack, else the standard one; its id. */
const lookOf = (kind: 'colour' | 'interior', $sheet: ReadableAtom<HashedSheet>, $priced: ReadableAtom<Priced>) =>
  computed([$sheet, $priced], (now, { options }) => {
    const list = now.options.filter((option) => option.kind === kind);
    return (list.find(({ id }) => options.some((one) => one.id === id)) ?? list.find(({ standard }) => standard))?.id;
  });

/** Its fields where two versions are compared. */
const comparing = (draft: QuoteDraft, sheet: HashedSheet): ConflictField[] =>
  comparedFields.map(({ key, fact, field }) => ({
    name: key,
    label: shortOf(field),
    show: (value) => textOf(field, draftFacts({ ...draft, [key]: value }, sheet)[fact]),
  }));

/** What of the sheet is taken or put away. */
function choosing({
  $draft,
  $sheet,
  $said,
  change,
  onDisplaced,
}: Drafting & { $said: WritableAtom<OptionChange | null>; onDisplaced: BuilderDeps['onDisplaced'] }) {
  /**
   * Chooses or removes an option. It may add or remove others; the person is told which and can go back. Replacing one colour or interior
   * by another needs no message.
   */
  function chooseOption(optionId: number) {
    const before = $draft.get();
    const { options } = $sheet.get();
    const result = toggle(before.optionIds, optionId, $sheet.get());
    change({ optionIds: result.selected });
    const kind = options.find((option) => option.id === optionId)?.kind;
    const single = kind === 'colour' || kind === 'interior';
    const names = (ids: number[]) =>
      options.filter((one) => ids.includes(one.id) && !(single && one.kind === kind)).map((one) => one.name);
    const [added, removed] = [names(result.added), names(result.removed)];
    if (added.length || removed.length) $said.set({ optionId, added, removed, before: before.optionIds });
  }

  /** Chooses an entry of a list, or removes it. */
  const toggler = (key: 'accessoryIds' | 'incentiveIds') => (id: number) => {
    const all = $draft.get()[key];
    change({ [key]: all.includes(id) ? all.filter((one) => one !== id) : [...all, id] });
  };

  /** Chooses a service and removes those that it excludes, or removes it. */
  const serviceToggler = (key: 'serviceIds' | 'makerServiceIds') => (id: number) => {
    const { serviceIds, makerServiceIds } = $draft.get();
    const before = { serviceIds, makerServiceIds };
    if (before[key].includes(id)) return change({ [key]: before[key].filter((one) => one !== id) });
    const sheet = $sheet.get();
    const taken = sheet[key === 'serviceIds' ? 'services' : 'makerServices'].find((one) => one.id === id);
    if (!taken) return;
    const gone = displacedServices(taken, chosenServices(before, sheet));
    const kept = (path: typeof key) =>
      before[path].filter((one) => !gone.some((out) => out.path === path && out.id === one));
    const now = { serviceIds: kept('serviceIds'), makerServiceIds: kept('makerServiceIds') };
    change({ ...now, [key]: [...now[key], id] });
    if (gone.length === 0) return;
    const names = gone.map(({ description }) => description);
    onDisplaced?.({ taken: taken.description, gone: names, undo: () => change(before) });
  };

  function togglePolicy(id: number) {
    const all = $draft.get().insurances;
    const others = all.filter(({ tariffId }) => tariffId !== id);
    const tariff = $sheet.get().insurances.find((one) => one.id === id);
    if (!tariff) return;
    if (others.length < all.length) return change({ insurances: others });
    const gone = displacedPolicies(id, $draft.get(), $sheet.get());
    change({ insurances: [...all.filter(({ tariffId }) => !gone.includes(tariffId)), lineOf(tariff)] });
    if (gone.length === 0) return;
    const nameOf = (one: number) => $sheet.get().insurances.find((other) => other.id === one)?.name ?? '';
    onDisplaced?.({ taken: tariff.name, gone: gone.map(nameOf), undo: () => change({ insurances: all }) });
  }

  return {
    chooseOption,
    toggleAccessory: toggler('accessoryIds'),
    toggleService: serviceToggler('serviceIds'),
    toggleMakerService: serviceToggler('makerServiceIds'),
    toggleIncentive: toggler('incentiveIds'),
    togglePolicy,
  };
}

/** How the quote is paid. */
function financing({ $draft, $sheet, $priced, change }: Drafting & { $priced: ReadableAtom<Priced> }) {
  const basis = () => basisOf($priced.get());

  /** Cents that a plan may finance. */
  const open = () => leftOf($draft.get(), $priced.get());

  const choose = (patch: Partial<FinancingChoice>) => {
    const now = $draft.get().financing;
    if (now) change({ financing: { ...now, ...patch } });
  };

  return {
    financing: choose,
    basis,
    open,
    /** Plans to compare at one duration, for the financed amount or for what is left to pay. */
    offers(months: number) {
      const choice = $draft.get().financing;
      const amount = amountOf(choice, open());
      return offersFor($sheet.get(), { months, amount, protection: choice?.protection ?? false }, basis());
    },
  };
}

const reckoning: Reckoning = {
  price,
  repriced,
  blockers: (priced, draft, sheet, saved) =>
    issueBlockers(priced, draft, { ...limitsOf(sheet), approval: saved?.approval ?? null }),
  compared: comparing,
};

/** The state of one builder: a quote, and what can be chosen for its draft. */
export function createBuilder(props: BuilderProps, { onDisplaced, ...deps }: BuilderDeps = {}) {
  const quote = createQuote(props, reckoning, deps);
  const { $draft, $sheet, $priced, $editable } = quote;
  /** Every offered incentive, with why it does not count on this draft or what it is worth. */
  const $incentives = computed([$draft, $sheet], (draft, now) => weighIncentives(draft, now));
  /** Incentives that the last change made possible or removed, with the section of that change. */
  const $turned = atom<Turned | null>(null);
  /** What the last choice of an option added and removed. */
  const $said = atom<OptionChange | null>(null);

  function change(patch: Partial<QuoteDraft>) {
    if (!$editable.get()) return;
    if ('optionIds' in patch) $said.set(null);
    // After a removal the same position may hold another car.
    if (patch.tradeIns && patch.tradeIns.length < $draft.get().tradeIns.length)
      quote.$asked.set(new Set([...quote.$asked.get()].filter((path) => !path.startsWith('tradeIns.'))));
    const before = $incentives.get();
    quote.change(patch);
    const turned = turnedOf(before, $incentives.get(), $draft.get().incentiveIds);
    const [key = ''] = Object.keys(patch);
    if (turned.possible.length + turned.lost.length > 0) $turned.set({ section: quote.sectionOf(key), ...turned });
    else if (quote.sectionOf(key) === 'incentives') $turned.set(null);
  }

  return {
    ...quote,
    $said,
    $incentives,
    $looks: { colour: lookOf('colour', $sheet, $priced), interior: lookOf('interior', $sheet, $priced) },
    $turned,
    change,
    ...choosing({ $draft, $sheet, $said, change, onDisplaced }),
    ...financing({ $draft, $sheet, $priced, change }),
  };
}
export type Builder = ReturnType<typeof createBuilder>;

/** The builder that surrounds the section. */
export const useBuilder = recordOf<Builder>();

/**
 * The draft for a component that reads only these entries: it renders again only when one of them changes, so the other entries may be
 * outdated.
 */
export function useDraft<K extends keyof QuoteDraft>(...keys: K[]): Pick<QuoteDraft, K> {
  const { $draft } = useBuilder();
  const shown = useRef($draft.get());
  const look = () => {
    const now = $draft.get();
    if (keys.some((key) => shown.current[key] !== now[key])) shown.current = now;
    return shown.current;
  };
  return useSyncExternalStore($draft.listen, look, look);
}

/** Formats an amount in cents by the switch of the first section: net or with VAT. */
export function useAmount(): (cents: number, rate?: number) => string {
  const { $view, $sheet } = useBuilder();
  const { net } = useStore($view);
  const { taxRate } = $sheet.get().params;
  return (cents, rate = taxRate) => money(net ? netOf(cents, rate) : cents);
}
