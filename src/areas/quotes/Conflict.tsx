import { useStore } from '@nanostores/react';
import type { PriceSheet, Quote, QuoteDraft } from '#domain/quotes/schema.ts';
import { money } from '#site/lib/intl.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import { ConflictDialog, type ConflictField } from '#site/ui/Conflict.tsx';
import { sameDraft } from './autosave.ts';
import { useBuilder } from './store.ts';

/** How each part of a draft is written where two versions are compared. */
function fieldsOf(sheet: PriceSheet): ConflictField[] {
  const named = (list: { id: number; name?: string; description?: string }[]) => (value: unknown) =>
    (value as number[])
      .map((id) => list.find((one) => one.id === id))
      .map((one) => one?.name ?? one?.description ?? '?')
      .join(', ') || '—';
  const field = <K extends keyof QuoteDraft>(
    key: K,
    label: string,
    show: (value: QuoteDraft[K]) => string,
  ): ConflictField => ({
    key,
    label,
    show: (value) => show(value as QuoteDraft[K]) || '—',
  });
  const say = words.sections;
  return [
    { key: 'optionIds', label: words.version.optional, show: named(sheet.options) },
    { key: 'accessoryIds', label: words.version.accessories, show: named(sheet.accessories) },
    { key: 'incentiveIds', label: say.incentives, show: named(sheet.incentives) },
    field(
      'province',
      words.version.province,
      (value) => sheet.provinces.find(({ code }) => code === value)?.name ?? value,
    ),
    field('customer', say.customer, (value) => value?.name ?? ''),
    field('tradeIns', say.used, (cars) =>
      cars.map((car) => `${car.plate || car.description} ${money(car.valuation)}`).join(', '),
    ),
    field('customDiscounts', words.incentives.custom, (list) =>
      list
        .map((one) => `${one.label} ${one.percent === null ? money(one.amount ?? 0) : `${one.percent} %`}`)
        .join(', '),
    ),
    { key: 'lowIncome', label: words.incentives.lowIncome },
    field('deposit', words.financial.deposit, money),
    field('financing', say.financial, (value) =>
      value
        ? `${sheet.plans.find(({ id }) => id === value.planId)?.name ?? ''} ${money(value.amount)}, ${value.months} mesi`
        : '',
    ),
    { key: 'notes', label: say.notes },
  ];
}

/** Theirs, with what is the same written the same way: the server orders keys as it likes. */
const alike = (mine: QuoteDraft, theirs: QuoteDraft) =>
  Object.fromEntries(
    Object.entries(theirs).map(([key, value]) => {
      const own = mine[key as keyof QuoteDraft];
      return [key, sameDraft(own, value) ? own : value];
    }),
  );

/** Somebody else saved this quote first: take theirs, or choose part by part. */
export default function Conflict({ current }: { current: Quote }) {
  const store = useBuilder();
  const draft = useStore(store.$draft);
  const sheet = useStore(store.$sheet);
  return (
    <ConflictDialog
      open
      mine={draft}
      theirs={alike(draft, current.draft)}
      fields={fieldsOf(sheet)}
      onReload={() => store.adopt(current)}
      onClose={() => store.autosave.meet(current, false)}
      onMerge={(values) => {
        store.$draft.set(values as QuoteDraft);
        void store.autosave.overwrite(current);
      }}
    />
  );
}
