import { useStore } from '@nanostores/react';
import { atom, computed, type ReadableAtom } from 'nanostores';
import { fuels, gearboxes } from '#domain/catalog/terms.ts';
import { configuredOf } from '#domain/homologations/emissions.ts';
import { day, km } from '#domain/italian.ts';
import { actionsOf, type ActionOf } from '#domain/record/machine.ts';
import type { Repriced } from '#domain/quotes/sheet/changes.ts';
import { quoteLocks } from '#domain/quotes/locks.ts';
import type { Issue, Priced } from '#domain/quotes/sheet/priced.ts';
import { quoteMachine } from '#domain/quotes/rules.ts';
import type { HashedSheet, Quote, QuoteDraft } from '#domain/quotes/schema.ts';
import { quoteStates, type QuoteSection } from '#domain/quotes/terms.ts';
import type { ForContract } from '#site/areas/quotes/another.ts';
import { vehicleOf } from '#site/areas/quotes/vehicle.ts';
import { call } from '#site/lib/call.ts';
import type { ConflictField } from '#site/ui/record/page/ConflictDialog.tsx';
import { recordOf } from '#site/ui/record/store/context.ts';
import { createCourse, type CourseDeps } from '#site/ui/record/store/course.ts';
import { quoteRecord } from './record.ts';

/** Props that the page gives the island. */
export interface BuilderProps {
  sheet: HashedSheet;
  quote: Quote | null;
  /** What a draft costs otherwise than when it was saved. */
  repriced?: Repriced | null;
  start: QuoteDraft;
  /** The contract that gets the price; null or absent: none. */
  contract?: ForContract | null;
  /** Its version when the price was begun. */
  contractSeen?: number | null;
  /** The signed-in person. Their id keeps copies of unsaved drafts apart; their privileges decide what they may do. */
  user: { id: number; privileges: readonly number[] };
  /** What the person may do outside the quote; the page reads it from the table of calls. */
  may: { compare: boolean; list: boolean; createCustomer: boolean; editCustomer: boolean };
  /** The sections in the company's order. */
  sections: readonly QuoteSection[];
  /** Today in Rome. */
  today: string;
}

type Deps = CourseDeps<QuoteDraft, Quote, QuoteSection, ActionOf<typeof quoteMachine>>;
export interface QuoteDeps extends Partial<Pick<Deps, 'calls' | 'onSaved'>> {
  /** Reads the current price sheet; the browser has it cached in most cases. */
  readSheet?: (id: number) => Promise<HashedSheet>;
}

/** What the rules of prices say about a draft. The page of an issued quote does not load them. */
export interface Reckoning {
  price(draft: QuoteDraft, sheet: HashedSheet): Priced;
  /** How another sheet changes the price of a draft; null when nothing changes. */
  repriced(draft: QuoteDraft, before: HashedSheet, after: HashedSheet): Repriced | null;
  /** What keeps the quote from being issued, including a discount above the cap. */
  blockers(priced: Priced, draft: QuoteDraft, sheet: HashedSheet, saved: Quote | null): readonly Issue[];
  /** Its fields where two versions are compared. */
  compared(draft: QuoteDraft, sheet: HashedSheet): readonly ConflictField[];
}

/** The facts that the state machine needs about a quote. */
export const factsOf = (quote: Quote) => ({ ...quote, sellerId: quote.seller.id });

const calls: Deps['calls'] = {
  create: (body, key) => call('POST /quotes', { body, key }),
  save: (body, { id, version }) => call('PUT /quotes/:id', { params: { id }, version, body }),
  valueOf: ({ draft }) => draft,
};

/** The car in figures, as one line. */
const technicalOf = (sheet: HashedSheet, { options }: Priced): string => {
  const { used, version } = sheet;
  const { kw, fuel, gearbox } = version;
  return [
    `${kw} kW`,
    used ? used.km !== null && km(used.km) : `${configuredOf(sheet, options).co2} g/km`,
    used?.registeredOn && day(used.registeredOn),
    fuels[fuel],
    gearboxes[gearbox],
  ]
    .filter(Boolean)
    .join(' · ');
};

/** The sheet that prices the draft, and what it changed since the person saw its prices. */
function pricing(
  sheet: HashedSheet,
  first: Repriced | null,
  $draft: ReadableAtom<QuoteDraft>,
  { repriced }: Pick<Reckoning, 'repriced'>,
  readSheet: NonNullable<QuoteDeps['readSheet']>,
) {
  const $sheet = atom(sheet);
  const $repriced = atom(first);
  /** What was told when the draft was opened, until the person has seen it. */
  let opened = first;
  let seenSheet = sheet;

  /** Reads the current sheet. `$repriced` holds what it changes for this draft until the person has seen it. */
  async function refresh(id: number) {
    const now = await readSheet(id);
    const changed = repriced($draft.get(), seenSheet, now);
    if (!changed) seenSheet = now;
    $sheet.set(now);
    $repriced.set(changed ?? opened);
  }

  /** The person has seen the prices on the screen and continues with them. */
  function seen() {
    seenSheet = $sheet.get();
    opened = null;
    $repriced.set(null);
  }
  return { $sheet, $repriced, refresh, seen };
}

/** Reads the sheet that prices a quote, or the contract for which it is a working copy. */
const sheetFor = (contract: ForContract | null) => (id: number) =>
  call('GET /quotes/:id/sheet', {
    params: { id },
    query: { contract: typeof contract === 'number' ? contract : undefined },
  });

/**
 * The state of one quote: its draft, price and sheet, whether it is saved, how it is shown. Each island makes one from
 * its props, so that visitors share nothing on the server.
 */
export function createQuote(
  {
    sheet,
    quote,
    repriced: first = null,
    contract = null,
    contractSeen = null,
    start,
    user,
    may,
    sections,
    today,
  }: BuilderProps,
  reckoning: Reckoning,
  { readSheet = sheetFor(contract), onSaved, ...deps }: QuoteDeps = {},
) {
  const $quote = atom(quote);
  const $draft = atom(quote?.draft ?? start);
  const { $sheet, $repriced, refresh, seen } = pricing(sheet, first, $draft, reckoning, readSheet);
  /** An issued quote shows the figures computed when it was issued, whatever the engine computes today. */
  const $priced = computed(
    [$draft, $sheet, $quote],
    (draft, now, saved) => saved?.priced ?? reckoning.price(draft, now),
  );
  const $editable = computed($quote, (now) => now?.editable ?? true);
  const $blockers = computed([$draft, $priced, $sheet, $quote], (draft, priced, now, saved) =>
    reckoning.blockers(priced, draft, now, saved),
  );
  /** Whether amounts are net or with VAT, and whether figures that the customer should not see are shown. */
  const $view = atom({ net: false, margin: false });

  const record = createCourse<QuoteDraft, Quote, QuoteSection, ActionOf<typeof quoteMachine>>({
    spec: quoteRecord(sections, contract),
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
    compared: () => reckoning.compared($draft.get(), $sheet.get()),
    revisions: {
      stateOf: ({ state }) => quoteStates[state].label,
      revise: (id, key) => call('POST /quotes/:id/revise', { params: { id }, key }),
    },
    calls,
    copyKey: (id) =>
      `draft:quotes:${user.id}:${id ?? `${contract ? `contract-${contract}-` : ''}new-${sheet.used ? `used-${sheet.used.stockId}` : sheet.version.id}`}`,
    ...deps,
    onSaved(saved) {
      // A failure is harmless: the next save tries again, and issuing at the latest.
      if (saved.sheetHash !== $sheet.get().hash) refresh(saved.id).catch(console.info);
      onSaved?.(saved);
    },
  });

  return {
    ...record,
    /** The car in figures. */
    $technical: computed([$sheet, $priced], technicalOf),
    $sheet,
    $quote,
    $draft,
    $priced,
    $editable,
    contract,
    contractSeen,
    may,
    user,
    today,
    sections,
    $view,
    $repriced,
    refresh,
    seen,
  };
}
export type QuoteStore = ReturnType<typeof createQuote>;

/** The quote around a part, for what a draft and an issued quote both show. */
export const useQuote = recordOf<QuoteStore>();

/** Its draft, sheet and price, followed as they change. */
export function useReckoned() {
  const { $draft, $sheet, $priced } = useQuote();
  return { draft: useStore($draft), sheet: useStore($sheet), priced: useStore($priced) };
}
