import { useStore } from '@nanostores/react';
import { atom, computed } from 'nanostores';
import { createContext, useContext } from 'react';
import { actionsOf, type ActionOf } from '#domain/machine.ts';
import { changeRegime, lineOf } from '#domain/quotes/b2b/lines.ts';
import { type B2bDraft, b2bFields, type B2bSection } from '#domain/quotes/b2b/fields.ts';
import type { B2bCar, B2bQuote, B2bSheet } from '#domain/quotes/b2b/schema.ts';
import { priceB2b } from '#domain/quotes/b2b/pricing.ts';
import { b2bBlockers, b2bMachine } from '#domain/quotes/b2b/rules.ts';
import type { CallAnswer } from '#domain/endpoints.ts';
import type { SaleRegime } from '#domain/stock/terms.ts';
import type { Locks } from '#domain/locks.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { b2b as words } from '#site/messages/it/b2b.ts';
import { createRecord } from '#site/ui/record/record.ts';
import type { RecordSpec, SectionSpec } from '#site/ui/record/spec.ts';

export type B2bStory = CallAnswer<'GET /quotes/b2b/:id/timeline'>;

/** What the page gives the island. */
export interface B2bProps {
  sheet: B2bSheet;
  quote: B2bQuote | null;
  /** What happened to an issued offer. */
  story: B2bStory | null;
  /** The draft that a new offer starts from. */
  start: B2bDraft;
  user: { id: number; privileges: readonly number[] };
  may: { createCustomer: boolean; editCustomer: boolean };
  provinces: readonly { code: string; name: string }[];
  /** The day in Rome. */
  today: string;
}

const section = (name: B2bSection, done: (draft: B2bDraft) => boolean): SectionSpec<B2bDraft, B2bSection> => ({
  name,
  label: words.sections[name],
  done,
  holds: Object.entries(b2bFields).flatMap(([key, field]) => (field.section === name ? [key] : [])),
});

const spec: RecordSpec<B2bDraft, B2bSection> = {
  sections: [
    section('customer', ({ customer }) => customer !== null),
    section('cars', ({ cars }) => cars.length > 0),
    section('transfer', () => true),
    section('notes', ({ notes }) => notes.trim() !== ''),
  ],
  ownField: /^(customer|euVatNumber|cars\.\d+\.(price|regime)|transfer|agencyFee|serviceIds|notes)$/,
  words: words.record,
};

const { refused } = b2bMachine.acts.save;

/** An offer is changed as a whole or not at all: once issued it is a document. */
function locksOf(quote: B2bQuote | null): Locks<B2bSection> {
  if (!quote || quote.editable) return {};
  const reason = Object.hasOwn(refused, quote.state) ? refused[quote.state as keyof typeof refused] : refused.else;
  return Object.fromEntries(spec.sections.map(({ name }) => [name, reason]));
}

/** Everything one builder of a wholesale offer knows. One per island, made from props. */
export function createB2b({ sheet, quote, start, user, may, provinces, today }: B2bProps) {
  const $sheet = atom(sheet);
  const $quote = atom(quote);
  const $draft = atom(quote?.draft ?? start);
  /** What was issued is shown as it was computed then. */
  const $priced = computed([$draft, $sheet, $quote], (draft, now, saved) => saved?.priced ?? priceB2b(draft, now));
  const $editable = computed($quote, (now) => now?.editable ?? true);
  const $actions = computed($quote, (now): ActionOf<typeof b2bMachine>[] =>
    now ? actionsOf(b2bMachine, { ...now, sellerId: now.seller.id }, { ...user, today }) : ['save', 'issue'],
  );
  const $blockers = computed([$draft, $priced], (draft, priced) => b2bBlockers(priced, draft));
  /** What was missing when issuing was asked for. */
  const $asked = atom(false);
  /** Does who works here look at margins? A trader may stand beside. */
  const $view = atom({ margin: false });
  /** How often something was sent since the page was opened: what was written is read again. */
  const $sent = atom(0);
  const $issues = computed([$blockers, $priced, $asked, $view], (blockers, { issues }, asked, { margin }) => [
    ...(asked ? blockers : issues.filter(({ level }) => level === 'error')),
    ...issues.filter(({ level, ofMargin }) => level === 'warning' && (margin || !ofMargin)),
  ]);

  const record = createRecord<B2bDraft, B2bQuote, B2bQuote, B2bSection>({
    spec,
    opened: quote,
    $value: $draft,
    $saved: $quote,
    $locks: computed($quote, locksOf),
    $issues,
    calls: {
      create: (body, key) => call('POST /quotes/b2b', { body, key }),
      save: (body, { id, version }) => call('PUT /quotes/b2b/:id', { params: { id }, version, body }),
      valueOf: ({ draft }) => draft,
    },
    copyKey: (id) => `draft:b2b:${user.id}:${id ?? 'new'}`,
    onSaved(saved) {
      // Cars that were added since are not on the server's sheet yet.
      const { cars } = saved.sheet;
      const newer = $sheet.get().cars.filter(({ id }) => !cars.some((car) => car.id === id));
      $sheet.set({ ...saved.sheet, cars: [...cars, ...newer] });
      if (location.pathname + location.search !== saved.href)
        history.replaceState(history.state, '', saved.href + location.hash);
    },
  });

  return {
    ...record,
    $sheet,
    $quote,
    $draft,
    $priced,
    $editable,
    $actions,
    $blockers,
    $view,
    $sent,
    user,
    may,
    provinces,
    today,
    ask: () => $asked.set(true),
    /** A car joins the offer as the stock has it. */
    add(car: B2bCar) {
      const { cars } = $draft.get();
      if (cars.some(({ carId }) => carId === car.id)) return;
      const known = $sheet.get();
      $sheet.set({ ...known, cars: [...known.cars.filter(({ id }) => id !== car.id), car] });
      record.change({ cars: [...cars, lineOf(car)] });
    },
    setRegime(index: number, regime: SaleRegime) {
      const { taxRate } = $sheet.get();
      const change = (line: B2bDraft['cars'][number], at: number) =>
        at === index ? changeRegime(line, regime, taxRate) : line;
      record.change({ cars: $draft.get().cars.map(change) });
    },
  };
}
export type B2bStore = ReturnType<typeof createB2b>;

export const B2bContext = createContext<B2bStore | null>(null);

/** The builder that the part belongs to. */
export function useB2b(): B2bStore {
  const store = useContext(B2bContext);
  if (!store) throw new Error('A part stands outside its builder');
  return store;
}

/** To whom, and how many cars. */
export function useAbout(): string[] {
  const { customer, cars } = useStore(useB2b().$draft);
  const count = t(words.cars, { n: cars.length });
  return customer ? [customer.name, count] : [words.title, count];
}
