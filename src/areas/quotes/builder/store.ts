import { useStore } from '@nanostores/react';
import { atom, computed } from 'nanostores';
import { useRef, useSyncExternalStore } from 'react';
import { fuels, gearboxes } from '#domain/catalog/terms.ts';
import { offersFor } from '#domain/financials/offers.ts';
import { textOf } from '#domain/field-text.ts';
import { shortOf } from '#domain/fields.ts';
import { day, km, money } from '#domain/italian.ts';
import { netOf } from '#domain/money.ts';
import { lineOf } from '#domain/quotes/cover.ts';
import { toggle } from '#domain/quotes/options.ts';
import { actionsOf, type ActionOf } from '#domain/machine.ts';
import { repriced, type Repriced } from '#domain/quotes/changes.ts';
import { comparedFields, draftFacts } from '#domain/quotes/draft.ts';
import { displacedPolicies, displacedServices } from '#domain/quotes/exclusive.ts';
import { amountOf, basisOf } from '#domain/quotes/financing.ts';
import { price } from '#domain/quotes/pricing.ts';
import { issueBlockers, limitsOf, quoteMachine } from '#domain/quotes/rules.ts';
import type { FinancingChoice, HashedSheet, Quote, QuoteDraft } from '#domain/quotes/schema.ts';
import { quoteLocks } from '#domain/quotes/locks.ts';
import { quoteStates, type QuoteSection } from '#domain/quotes/terms.ts';
import { vehicleOf } from '#site/areas/quotes/vehicle.ts';
import { call } from '#site/lib/call.ts';
import { recordOf } from '#site/ui/record/context.ts';
import { createCourse } from '#site/ui/record/course.ts';
import type { RecordDeps } from '#site/ui/record/record.ts';
import { standings, turnedOf, type Turned } from './incentives/incentives.ts';
import { quoteRecord } from './record.ts';

/** What the page gives the island. */
export interface BuilderProps {
  sheet: HashedSheet;
  quote: Quote | null;
  /** The draft that a new quote starts from. */
  start: QuoteDraft;
  /** Who works here: copies of unsaved drafts are kept per person, and what may be done depends on privileges. */
  user: { id: number; privileges: readonly number[] };
  /** The comparison is of those who make quotes, the list of those who follow them; the page asks the table of calls. */
  may: { compare: boolean; list: boolean; createCustomer: boolean; editCustomer: boolean };
  /** The company's order of the sections. */
  sections: readonly QuoteSection[];
  /** The day in Rome. */
  today: string;
}

/** What choosing one option brought and took away, by name, with the choice before it. */
export interface Told {
  optionId: number;
  added: string[];
  removed: string[];
  before: number[];
}

type Deps = RecordDeps<QuoteDraft, Quote, Quote, QuoteSection>;
export interface BuilderDeps extends Partial<Pick<Deps, 'calls' | 'onSaved'>> {
  /** The sheet that prices a quote now; the browser has most of them already. */
  readSheet?: (id: number) => Promise<HashedSheet>;
  /** Something was chosen that excludes what was chosen before. */
  onDisplaced?: (displaced: Displaced) => void;
}

/** What took whose place, by name. */
export interface Displaced {
  taken: string;
  gone: string[];
  undo: () => void;
}

/** What the machine asks of a quote. */
export const factsOf = (quote: Quote) => ({ ...quote, sellerId: quote.seller.id });

/** The calls that keep a quote. */
const calls: Deps['calls'] = {
  create: (body, key) => call('POST /quotes', { body, key }),
  save: (body, { id, version }) => call('PUT /quotes/:id', { params: { id }, version, body }),
  valueOf: ({ draft }) => draft,
};

/**
 * Everything one builder knows: the draft, what it costs, whether it is saved, how it is shown. One per island, made from props,
 * so that nothing is shared between visitors on the server.
 */
export function createBuilder(
  { sheet, quote, start, user, may, sections, today }: BuilderProps,
  {
    readSheet = (id) => call('GET /quotes/:id/sheet', { params: { id } }),
    onSaved,
    onDisplaced,
    ...deps
  }: BuilderDeps = {},
) {
  const $sheet = atom(sheet);
  /** What the sheet changed since the person saw its prices. */
  const $repriced = atom<Repriced | null>(null);
  let seenSheet = sheet;
  const $quote = atom(quote);
  const $draft = atom(quote?.draft ?? start);
  /** What was issued is shown as it was computed then, whatever the engine says today. */
  const $priced = computed([$draft, $sheet, $quote], (draft, now, saved) => saved?.priced ?? price(draft, now));
  const $editable = computed($quote, (now) => now?.editable ?? true);
  /** What keeps the quote from being issued as it stands, a discount past the cap included. */
  const $blockers = computed([$draft, $priced, $sheet, $quote], (draft, priced, now, saved) =>
    issueBlockers(priced, draft, { ...limitsOf(now), approval: saved?.approval ?? null }),
  );
  /** Net or VAT-inclusive amounts in the sections, and the figures that a customer beside the seller should not see. */
  const $view = atom({ net: false, margin: false });
  /** Every incentive on offer: why it does not count on this draft, or what it is worth. */
  const $incentives = computed([$draft, $sheet], (draft, now) => standings(draft, now));
  /** Chosen or brought by a pack, else the standard one: its id. */
  const looks = (kind: 'colour' | 'interior') =>
    computed([$sheet, $priced], (now, { options }) => {
      const list = now.options.filter((option) => option.kind === kind);
      return (list.find(({ id }) => options.some((one) => one.id === id)) ?? list.find(({ standard }) => standard))?.id;
    });
  /** Incentives that the last change made possible or took away, for the section where it was made. */
  const $turned = atom<Turned | null>(null);
  /** What the last change of options did to others. */
  const $said = atom<Told | null>(null);

  const record = createCourse<QuoteDraft, Quote, QuoteSection, ActionOf<typeof quoteMachine>>({
    spec: quoteRecord(sections),
    $value: $draft,
    $saved: $quote,
    $about: computed([$draft, $sheet], ({ customer }, now) => [customer?.name ?? '', vehicleOf(now)].filter(Boolean)),
    actionsOf: (now) => (now ? actionsOf(quoteMachine, factsOf(now), { ...user, today }) : ['save', 'issue']),
    locksOf: quoteLocks,
    $issues: computed([$blockers, $priced], (blockers, { issues }) => [
      ...blockers.filter((issue) => issues.includes(issue)),
      ...issues.filter(({ level }) => level !== 'error'),
    ]),
    $blockers,
    compared: () =>
      comparedFields.map(({ key, fact, field }) => ({
        key,
        label: shortOf(field),
        show: (value) => textOf(field, draftFacts({ ...$draft.get(), [key]: value }, $sheet.get())[fact]),
      })),
    revisions: {
      stateOf: ({ state }) => quoteStates[state].label,
      revise: (id, key) => call('POST /quotes/:id/revise', { params: { id }, key }),
    },
    calls,
    copyKey: (id) =>
      `draft:quotes:${user.id}:${id ?? `new-${sheet.used ? `used-${sheet.used.stockId}` : sheet.version.id}`}`,
    ...deps,
    onSaved(saved) {
      // Not known yet is tried again with the next save, and at the latest when it is issued.
      if (saved.sheetHash !== $sheet.get().hash) refresh(saved.id).catch(console.info);
      onSaved?.(saved);
    },
  });

  /** Take the sheet of now: what it changes for this draft stands in `$repriced` until the person has seen it. */
  async function refresh(id: number) {
    const now = await readSheet(id);
    const changed = repriced($draft.get(), seenSheet, now);
    if (!changed) seenSheet = now;
    $sheet.set(now);
    $repriced.set(changed);
  }

  /** The prices on the screen are those that the person goes on with. */
  function seen() {
    seenSheet = $sheet.get();
    $repriced.set(null);
  }

  function change(patch: Partial<QuoteDraft>) {
    if (!$editable.get()) return;
    if ('optionIds' in patch) $said.set(null);
    // Another car may take the place of one that was taken away.
    if (patch.tradeIns && patch.tradeIns.length < $draft.get().tradeIns.length)
      record.$asked.set(new Set([...record.$asked.get()].filter((path) => !path.startsWith('tradeIns.'))));
    const before = $incentives.get();
    record.change(patch);
    const turned = turnedOf(before, $incentives.get(), $draft.get().incentiveIds);
    const [key = ''] = Object.keys(patch);
    if (turned.possible.length + turned.lost.length > 0) $turned.set({ section: record.sectionOf(key), ...turned });
    else if (record.sectionOf(key) === 'incentives') $turned.set(null);
  }

  /**
   * A click on an option. It may bring others or put them away: the person is told which and can go back. One colour or interior
   * instead of another is what was asked for and needs no word.
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

  /** Take one of a list, or put it away. */
  const toggler = (key: 'accessoryIds' | 'incentiveIds') => (id: number) => {
    const all = $draft.get()[key];
    change({ [key]: all.includes(id) ? all.filter((one) => one !== id) : [...all, id] });
  };

  /** Take a service in the place of those that it excludes, or put it away. */
  const serviceToggler = (key: 'serviceIds' | 'makerServiceIds') => (id: number) => {
    const all = $draft.get()[key];
    const items = $sheet.get()[key === 'serviceIds' ? 'services' : 'makerServices'];
    if (all.includes(id)) return change({ [key]: all.filter((one) => one !== id) });
    const gone = displacedServices(id, all, items);
    change({ [key]: [...all.filter((one) => !gone.includes(one)), id] });
    if (gone.length === 0) return;
    const nameOf = (one: number) => items.find((item) => item.id === one)?.description ?? '';
    onDisplaced?.({ taken: nameOf(id), gone: gone.map(nameOf), undo: () => change({ [key]: all }) });
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

  const basis = () => basisOf($priced.get());

  /** What is left to finance when nothing is financed. */
  const open = () => $priced.get().balance + $priced.get().financed;

  const financing = (patch: Partial<FinancingChoice>) => {
    const now = $draft.get().financing;
    if (now) change({ financing: { ...now, ...patch } });
  };

  const { used } = sheet;
  const { kw, fuel, gearbox, co2 } = sheet.version;

  return {
    ...record,
    /** The car in figures. */
    technical: [
      `${kw} kW`,
      used ? used.km !== null && km(used.km) : `${co2} g/km`,
      used?.registeredOn && day(used.registeredOn),
      fuels[fuel],
      gearboxes[gearbox],
    ]
      .filter(Boolean)
      .join(' · '),
    $sheet,
    $quote,
    $draft,
    $priced,
    $editable,
    may,
    user,
    today,
    sections,
    $view,
    $said,
    $incentives,
    /** The colour and the interior that are on the car. */
    $looks: { colour: looks('colour'), interior: looks('interior') },
    $turned,
    $repriced,
    refresh,
    seen,
    change,
    chooseOption,
    toggleAccessory: toggler('accessoryIds'),
    toggleService: serviceToggler('serviceIds'),
    toggleMakerService: serviceToggler('makerServiceIds'),
    toggleIncentive: toggler('incentiveIds'),
    togglePolicy,
    financing,
    basis,
    open,
    /** Plans side by side at the duration that is chosen, for what is chosen or what is left to pay. */
    offers(months: number) {
      const choice = $draft.get().financing;
      const amount = amountOf(choice, open());
      return offersFor($sheet.get(), { months, amount, protection: choice?.protection ?? false }, basis());
    },
  };
}
export type Builder = ReturnType<typeof createBuilder>;

/** The builder that the section belongs to. */
export const useBuilder = recordOf<Builder>();

/** The draft, drawn again only when one of these entries changes: of the others it may hold what they were. */
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

/** An amount in cents as the switch of the first section wants it: net or VAT-inclusive. */
export function useAmount(): (cents: number, rate?: number) => string {
  const { $view, $sheet } = useBuilder();
  const { net } = useStore($view);
  const { taxRate } = $sheet.get().params;
  return (cents, rate = taxRate) => money(net ? netOf(cents, rate) : cents);
}
