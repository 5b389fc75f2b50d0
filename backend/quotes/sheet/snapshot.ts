import type { Priced } from '#domain/quotes/sheet/priced.ts';
import type { PriceSheet, QuoteDraft } from '#domain/quotes/schema.ts';
import type { Derived } from './derive.ts';
import type { Snapshot } from './stored.ts';
import type { Texts } from '../print/texts.ts';

/**
 * The part of the sheet that an issued quote keeps: what its draft uses, standard equipment and every parameter. It
 * gives the same prices. Pictures may go, and it shows the car in its paint.
 */
function keptSheet(
  { images: _images, ...sheet }: PriceSheet,
  draft: QuoteDraft,
  priced: Pick<Priced, 'options'>,
): PriceSheet {
  const used = new Set(priced.options.map(({ id }) => id));
  const options = sheet.options.filter((option) => option.standard || used.has(option.id));
  const kept = new Set(options.map(({ id }) => id));
  return {
    ...sheet,
    options,
    rules: sheet.rules.filter((rule) => kept.has(rule.optionId) && kept.has(rule.otherId)),
    accessories: sheet.accessories.filter(({ id }) => draft.accessoryIds.includes(id)),
    services: sheet.services.filter(({ id }) => draft.serviceIds.includes(id)),
    makerServices: sheet.makerServices.filter(({ id }) => draft.makerServiceIds.includes(id)),
    incentives: sheet.incentives.filter(({ id }) => draft.incentiveIds.includes(id)),
    plans: sheet.plans.filter(({ id }) => [draft.financing, ...draft.alternatives].some((one) => one?.planId === id)),
    insurances: sheet.insurances.filter(({ id }) => draft.insurances.some(({ tariffId }) => tariffId === id)),
    provinces: sheet.provinces.filter(({ code }) => code === draft.province),
  };
}

/** The snapshot of an issued quote. Margins are stored apart, so that no document can contain them. */
export const snapshotOf = (
  { sheet, draft, priced }: Pick<Derived, 'sheet' | 'draft' | 'priced'>,
  texts: Texts,
): Snapshot => ({
  form: 4,
  sheet: keptSheet(sheet, draft, priced),
  priced: { ...priced, margin: null },
  margin: priced.margin,
  texts,
});
