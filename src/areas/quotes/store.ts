import { atom, computed } from 'nanostores';
import { createContext, useContext } from 'react';
import { offersFor, type FinanceBasis } from '#domain/financials/offers.ts';
import { toggle } from '#domain/quotes/options.ts';
import { price } from '#domain/quotes/pricing.ts';
import { issueBlockers, quoteActions, type QuoteAction } from '#domain/quotes/rules.ts';
import type { FinancingChoice, PriceSheet, Quote, QuoteDraft, TradeIn } from '#domain/quotes/schema.ts';
import { call } from '#site/lib/call.ts';
import { read, remove, write } from '#site/stores/persisted.ts';
import { newKey } from '#site/lib/forms.ts';
import { createAutosave, type Copy } from './autosave.ts';

/** What the page gives the island. */
export interface BuilderProps {
  sheet: PriceSheet;
  quote: Quote | null;
  /** The draft that a new quote starts from. */
  start: QuoteDraft;
  /** Who works here: copies of unsaved drafts are kept per person, and what may be done depends on privileges. */
  user: { id: number; privileges: readonly number[] };
  /** The day in Rome. */
  today: string;
}

export type BuilderDeps = Partial<Omit<Parameters<typeof createAutosave>[2], 'onSaved'>> & {
  onSaved?(quote: Quote): void;
};

/** Where the copy of an unsaved draft lies: by quote, or by version while the server does not know the quote. */
const copyKey = (userId: number, quoteId: number | null, versionId: number) =>
  `draft:quote:${userId}:${quoteId ?? `new-${versionId}`}` as const;

/**
 * Everything one builder knows: the draft, what it costs, whether it is saved, how it is shown. One per island, made from props,
 * so that nothing is shared between visitors on the server.
 */
export function createBuilder({ sheet, quote, start, user, today }: BuilderProps, deps: BuilderDeps = {}) {
  const $sheet = atom(sheet);
  const $quote = atom(quote);
  const $draft = atom(quote?.draft ?? start);
  const $priced = computed([$draft, $sheet], price);
  const $editable = computed($quote, (now) => now?.editable ?? true);
  /** What this person may do with the quote as it stands. */
  const $actions = computed($quote, (now) =>
    now ? quoteActions(now, user.privileges, now.seller.id === user.id, today) : (['save', 'issue'] as QuoteAction[]),
  );
  /** The page of the server takes nothing in: what was typed there would be gone when the island comes alive. */
  const $alive = atom(false);
  /** Issuing was asked for: from then on what is missing for it is shown, too. */
  const $asked = atom(false);
  const $problems = computed([$draft, $priced, $asked], (draft, priced, asked) =>
    asked
      ? [...issueBlockers(priced, draft), ...priced.issues.filter(({ level }) => level !== 'error')]
      : priced.issues,
  );
  /** Net or VAT-inclusive amounts in the sections, figures that a customer beside the seller should not see, larger type. */
  const $view = atom({ net: false, margin: false, customer: false });
  /** What the last change of options brought along, with the draft before it. */
  const $said = atom<{ added: string[]; removed: string[]; before: QuoteDraft } | null>(null);

  const newCopy = copyKey(user.id, null, sheet.version.id);
  const ownCopy = () => ($quote.get() ? copyKey(user.id, $quote.get()!.id, 0) : newCopy);
  const autosave = createAutosave($draft, quote, {
    call,
    newKey,
    copies: {
      read: () => read(ownCopy()) as Copy | null,
      write: (copy) => write(ownCopy(), copy),
      remove: () => remove(ownCopy()),
    },
    ...deps,
    onSaved(saved) {
      // The copy of a new quote lies under its version; from now on under its id.
      if (!$quote.get() && !deps.copies) remove(newCopy);
      $quote.set(saved);
      deps.onSaved?.(saved);
    },
  });

  function change(patch: Partial<QuoteDraft>) {
    if (!$editable.get()) return;
    $said.set(null);
    $draft.set({ ...$draft.get(), ...patch });
    autosave.changed();
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
    if (added.length || removed.length) $said.set({ added, removed, before });
  }

  const basis = (): FinanceBasis => {
    const { listTotal, keysInHand, deposit, tradeIn } = $priced.get();
    return { listTotal, keysInHand, upfront: deposit + Math.max(0, tradeIn) };
  };

  /** What is left to finance when nothing is financed. */
  const open = () => $priced.get().balance + $priced.get().financed;

  const financing = (patch: Partial<FinancingChoice>) => {
    const now = $draft.get().financing;
    if (now) change({ financing: { ...now, ...patch } });
  };

  /** A larger deposit lowers what is financed while the financing covers the whole balance. */
  function setDeposit(deposit: number) {
    const { financing: choice, deposit: before } = $draft.get();
    const follows = choice && $priced.get().balance === 0;
    const amount = Math.max(0, (choice?.amount ?? 0) + before - deposit);
    change({ deposit, ...(follows ? { financing: { ...choice, amount } } : {}) });
  }

  const setTradeIn = (index: number, patch: Partial<TradeIn>) =>
    change({ tradeIns: $draft.get().tradeIns.map((car, at) => (at === index ? { ...car, ...patch } : car)) });

  /** Take what the server says as the truth, for example after issuing or after somebody else's save. */
  function adopt(saved: Quote) {
    $sheet.set(saved.sheet);
    $draft.set(saved.draft);
    autosave.settle(saved);
  }

  /** Go on from a copy that a killed tab left. */
  function resume(copy: Copy) {
    if (copy.version === null) autosave.resume(copy);
    $draft.set(copy.draft);
    autosave.changed();
  }

  /** Bring back what a killed tab left, unless it was typed on another version of the quote: then the person decides. */
  function restore(): { copy: Copy; older: boolean } | null {
    const copy = $editable.get() ? autosave.left() : null;
    if (!copy) return null;
    const older = copy.version !== ($quote.get()?.version ?? null);
    if (!older) resume(copy);
    return { copy, older };
  }

  return {
    $sheet,
    $quote,
    $draft,
    $priced,
    $problems,
    $alive,
    $asked,
    $editable,
    $actions,
    /** The comparison is of those who make quotes; others may follow them here. */
    mayCompare: user.privileges.includes(13),
    /** The list is of those who follow quotes; others may make them. */
    mayList: [14, 15, 16].some((number) => user.privileges.includes(number)),
    $view,
    $said,
    $save: autosave.$state,
    autosave,
    change,
    chooseOption,
    financing,
    setDeposit,
    setTradeIn,
    adopt,
    resume,
    restore,
    basis,
    open,
    /** Plans side by side at the duration that is chosen, for what is chosen or what is left to pay. */
    offers(months: number) {
      const choice = $draft.get().financing;
      const amount = choice?.amount ?? Math.max(0, open());
      return offersFor($sheet.get(), { months, amount, protection: choice?.protection ?? false }, basis());
    },
  };
}
export type Builder = ReturnType<typeof createBuilder>;

export const BuilderContext = createContext<Builder | null>(null);

/** The builder that the section belongs to. */
export function useBuilder(): Builder {
  const builder = useContext(BuilderContext);
  if (!builder) throw new Error('A section stands outside its builder');
  return builder;
}
