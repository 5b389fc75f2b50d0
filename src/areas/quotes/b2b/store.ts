import { atom, computed, type ReadableAtom, type WritableAtom } from 'nanostores';
import { isEuVatNumber } from '#domain/customers/foreign-codes.ts';
import { textOf } from '#domain/record/field-text.ts';
import { shortOf } from '#domain/record/fields.ts';
import { day } from '#domain/italian.ts';
import type { Locks } from '#domain/record/locks.ts';
import { type ActionOf, actionsOf } from '#domain/record/machine.ts';
import { b2bCompared, b2bFacts, b2bFields, type B2bDraft, type B2bSection } from '#domain/quotes/b2b/fields.ts';
import { changeRegime, lineOf } from '#domain/quotes/b2b/lines.ts';
import { priceB2b } from '#domain/quotes/b2b/pricing.ts';
import { b2bBlockers, b2bMachine, offeredB2b } from '#domain/quotes/b2b/rules.ts';
import type { B2bCar, B2bQuote, B2bService, B2bSheet } from '#domain/quotes/b2b/schema.ts';
import { displacedServices } from '#domain/quotes/sheet/exclusive.ts';
import type { CallAnswer } from '#domain/endpoints.ts';
import { b2bStates, type CloseReason } from '#domain/quotes/terms.ts';
import type { SaleRegime } from '#domain/stock/terms.ts';
import { call, CallError } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { b2b as words } from '#site/messages/it/b2b.ts';
import { builder } from '#site/messages/it/quotes.ts';
import type { ChosenCustomer } from '#site/parts/customers/CustomerPicker.tsx';
import { recordOf } from '#site/ui/record/store/context.ts';
import type { ConflictField } from '#site/ui/record/page/ConflictDialog.tsx';
import { createCourse, type CourseDeps, type CourseStore } from '#site/ui/record/store/course.ts';
import { createMoves } from '#site/ui/record/store/moves.ts';
import { heldBy, sectionsOf, type RecordSpec } from '#site/ui/record/form/spec.ts';
import { toast } from '#site/ui/toast.ts';

export type B2bStory = CallAnswer<'GET /quotes/b2b/:id/timeline'>;

/** Props that the page gives the island. */
export interface B2bProps {
  sheet: B2bSheet;
  quote: B2bQuote | null;
  /** The history of an issued offer. */
  story: B2bStory | null;
  /** The initial draft of a new offer. */
  start: B2bDraft;
  user: { id: number; privileges: readonly number[] };
  may: { createCustomer: boolean; editCustomer: boolean };
  provinces: readonly { code: string; name: string }[];
  /** Today in Rome. */
  today: string;
}

const spec: RecordSpec<B2bDraft, B2bSection> = {
  sections: sectionsOf<B2bDraft, B2bSection>(heldBy(b2bFields, words.sections), words.sections, {
    customer: ({ customer }) => customer !== null,
    transfer: () => true,
  }),
  ownField: /^(customer|euVatNumber|cars\.\d+\.(price|regime)|transfer|agencyFee|serviceIds|notes)$/,
  words: words.record,
};

const { moves, acts } = b2bMachine;
const { refused } = acts.save;
const factsOf = (quote: B2bQuote) => ({ ...quote, sellerId: quote.seller.id });

/** The calls that keep an offer. */
const calls: CourseDeps<B2bDraft, B2bQuote, B2bSection, ActionOf<typeof b2bMachine>>['calls'] = {
  create: (body, key) => call('POST /quotes/b2b', { body, key }),
  save: (body, { id, version }) => call('PUT /quotes/b2b/:id', { params: { id }, version, body }),
  valueOf: ({ draft }) => draft,
};

/** An offer is editable as a whole or not at all: an issued one is a document. */
function locksOf(now: B2bQuote | null): Locks<B2bSection> {
  if (!now || now.editable) return {};
  const reason = Object.hasOwn(refused, now.state) ? refused[now.state as keyof typeof refused] : refused.else;
  return Object.fromEntries(spec.sections.map(({ name }) => [name, reason]));
}

/** Its fields where two versions are compared. */
const comparing = (draft: B2bDraft, sheet: B2bSheet): ConflictField[] =>
  b2bCompared.map(([key, field]) => ({
    name: key,
    label: shortOf(field),
    show: (value) => textOf(field, b2bFacts({ ...draft, [key]: value }, sheet)[key]),
  }));

/** The cars of the offer, and how each of them is sold. */
function choosing({
  $draft,
  $sheet,
  change,
}: {
  $draft: ReadableAtom<B2bDraft>;
  $sheet: WritableAtom<B2bSheet>;
  change: (patch: Partial<B2bDraft>) => void;
}) {
  return {
    /** A car joins the offer as the stock has it. */
    add(car: B2bCar) {
      const { cars } = $draft.get();
      if (cars.some(({ carId }) => carId === car.id)) return;
      const known = $sheet.get();
      $sheet.set({ ...known, cars: [...known.cars.filter(({ id }) => id !== car.id), car] });
      change({ cars: [...cars, lineOf(car)] });
    },
    /** The trader of the offer; one from another member state brings the VAT number. */
    chooseTrader(one: ChosenCustomer | null) {
      const { customer, euVatNumber } = $draft.get();
      const own = one?.vatNumber && isEuVatNumber(one.vatNumber) ? one.vatNumber : '';
      change({
        customer: one && { id: one.id, name: one.name, type: one.type, country: one.country ?? 'IT' },
        // A number typed for this very trader stays.
        euVatNumber: own || (one?.id === customer?.id ? euVatNumber : ''),
      });
    },
    setRegime(index: number, regime: SaleRegime) {
      const { taxRate } = $sheet.get();
      const changed = (line: B2bDraft['cars'][number], at: number) =>
        at === index ? changeRegime(line, regime, taxRate) : line;
      change({ cars: $draft.get().cars.map(changed) });
    },
    /** Chooses a service in place of those that it excludes, which is said and can be undone; or removes it. */
    toggleService(service: B2bService) {
      const { serviceIds: before } = $draft.get();
      if (before.includes(service.id)) return change({ serviceIds: before.filter((id) => id !== service.id) });
      const chosen = $sheet.get().services.filter(({ id }) => before.includes(id));
      const gone = displacedServices(service, chosen);
      change({ serviceIds: [...before.filter((id) => !gone.some((out) => out.id === id)), service.id] });
      if (gone.length === 0) return;
      const names = gone.map(({ description }) => description);
      const undo = () => change({ serviceIds: before });
      void import('../builder/sayDisplaced.ts').then(({ sayDisplaced }) =>
        sayDisplaced({ taken: service.description, gone: names, undo }),
      );
    },
  };
}

/** Issues the offer as it stands, and says what stands against it. */
async function issue(
  course: CourseStore<B2bDraft, B2bQuote, B2bSection, ActionOf<typeof b2bMachine>>,
  $sheet: WritableAtom<B2bSheet>,
): Promise<void> {
  const { $saved: $quote } = course;
  async function refresh() {
    const now = await call('GET /quotes/b2b/:id', { params: { id: $quote.get()!.id } });
    $sheet.set(now.sheet);
  }
  // Somebody may have decided a request that this page still shows as open.
  if ($sheet.get().approval?.state === 'asked') await refresh().catch(console.info);
  if (course.isBlocked(words.issueBlocked)) return;
  const isIssued = await course.attempt(async ({ id, version }) => {
    try {
      return await call('POST /quotes/b2b/:id/issue', { params: { id }, version });
    } catch (error) {
      // A car was sold or changed its price while the page was open: show the current facts.
      if (error instanceof CallError && error.body.fields) await refresh();
      throw error;
    }
  });
  if (!isIssued) return;
  const { number, expiresOn } = $quote.get()!;
  void toast(t(moves.issue.done, { number: number ?? '', day: expiresOn ? day(expiresOn) : '' }), { kind: 'ok' });
  scrollTo({ top: 0 });
  document.getElementById('content')?.focus({ preventScroll: true });
}

/** The state of one builder of a wholesale offer. Each island makes one from its props. */
export function createB2b({ sheet, quote, start, user, may, provinces, today }: B2bProps) {
  const actor = { ...user, today };
  const $sheet = atom(sheet);
  const $quote = atom(quote);
  const $draft = atom(quote?.draft ?? start);
  /** An issued offer shows the figures computed when it was issued. */
  const $priced = computed([$draft, $sheet, $quote], (draft, now, saved) => saved?.priced ?? priceB2b(draft, now));
  /** Whether margins are shown; off at first, because the trader may stand beside. */
  const $view = atom({ margin: false });
  const course = createCourse<B2bDraft, B2bQuote, B2bSection, ActionOf<typeof b2bMachine>>({
    spec,
    $value: $draft,
    $saved: $quote,
    /** The title: the trader and the number of cars. */
    $about: computed($draft, ({ customer, cars }) => [
      customer?.name ?? words.title,
      t(words.cars, { n: cars.length }),
    ]),
    actionsOf: (now) => (now ? offeredB2b(actionsOf(b2bMachine, factsOf(now), actor), now) : ['save', 'issue']),
    locksOf,
    $issues: computed([$priced, $view], ({ issues }, { margin }) => [
      ...issues.filter(({ level }) => level === 'error'),
      ...issues.filter(({ level, ofMargin }) => level === 'warning' && (margin || !ofMargin)),
    ]),
    $blockers: computed([$draft, $priced], (draft, priced) => b2bBlockers(priced, draft)),
    compared: () => comparing($draft.get(), $sheet.get()),
    revisions: {
      stateOf: ({ state }) => b2bStates[state].label,
      revise: (id, key) => call('POST /quotes/b2b/:id/revise', { params: { id }, key }),
    },
    calls,
    copyKey: (id) => `draft:b2b:${user.id}:${id ?? 'new'}`,
    onSaved(saved) {
      // A car added after the save began is not on the server's sheet yet.
      const { cars } = saved.sheet;
      const newer = $sheet.get().cars.filter(({ id }) => !cars.some((car) => car.id === id));
      $sheet.set({ ...saved.sheet, cars: [...cars, ...newer] });
      if (location.pathname + location.search !== saved.href)
        history.replaceState(history.state, '', saved.href + location.hash);
    },
  });
  const { stepOf, go } = createMoves(course, {
    machine: b2bMachine,
    actor,
    factsOf,
    make: (name, { id, version }, body) =>
      name === 'close'
        ? call('POST /quotes/b2b/:id/close', { params: { id }, version, body: body as { reason: CloseReason } })
        : call(`POST /quotes/b2b/:id/${name}`, { params: { id }, version }),
    back: { accept: 'withdraw', close: 'reopen' },
    why: { title: builder.loseTitle, verb: builder.lose },
  });

  return {
    ...course,
    $sheet,
    $quote,
    $draft,
    $priced,
    $editable: computed($quote, (now) => now?.editable ?? true),
    $view,
    /** Counts what was sent while the page is open; each change reloads the history. */
    $sent: atom(0),
    user,
    may,
    provinces,
    today,
    stepOf,
    accept: () => go('accept'),
    reopen: () => go('reopen'),
    issue: () => issue(course, $sheet),
    /** Makes a new offer from this one. */
    another: (name: 'revise' | 'duplicate') =>
      course.derive(name, (id, key) => call(`POST /quotes/b2b/:id/${name}`, { params: { id }, key })),
    remove: () =>
      course.alone(async () => {
        const { id, version } = $quote.get()!;
        await call('DELETE /quotes/b2b/:id', { params: { id }, version });
        course.autosave.forget();
        location.assign('/dealer/quotes/b2b');
      }),
    ...choosing({ $draft, $sheet, change: course.change }),
  };
}
export type B2bStore = ReturnType<typeof createB2b>;

/** The builder that surrounds the component. */
export const useB2b = recordOf<B2bStore>();
