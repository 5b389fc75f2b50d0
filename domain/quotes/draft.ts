/** Reads stored drafts, and describes drafts in the words of the seller. */
import { factOf } from '../record/field-text.ts';
import { headOf, type Field } from '../record/fields.ts';
import { readStored, type Upgrade } from '../record/stored.ts';
import { quoteFields } from './fields.ts';
import type { FinancingChoice, PriceSheet, QuoteDraft } from './schema.ts';

/**
 * Steps that convert older drafts to today's shape, oldest first. A field whose shape changes adds a step; a new field
 * needs none.
 */
const upgrades: readonly Upgrade[] = [];

/** Reads a stored draft of any age. */
export const readDraft = (json: unknown): QuoteDraft => readStored(quoteFields, json, upgrades);

/** A draft as it is stored, with the number of upgrades that its shape includes. */
export const storedDraft = (draft: QuoteDraft): object => ({ ...draft, format: upgrades.length });

const fields: [string, Field][] = Object.entries(quoteFields);
type Named = { id: number; name?: string; description?: string };

const names = (ids: readonly number[], rows: readonly Named[]) =>
  ids.map((id) => rows.find((row) => row.id === id)).map((row) => row?.name ?? row?.description ?? '?');

const withPlan = (choice: FinancingChoice, { plans }: PriceSheet) => ({
  ...choice,
  plan: names([choice.planId], plans)[0],
});

/** A draft with names from the price sheet in place of ids. */
const withNames = (draft: QuoteDraft, sheet: PriceSheet): Record<string, unknown> => ({
  ...draft,
  province: sheet.provinces.find(({ code }) => code === draft.province)?.name ?? draft.province,
  options: names(draft.optionIds, sheet.options),
  accessories: names(draft.accessoryIds, sheet.accessories),
  services: names(draft.serviceIds, sheet.services),
  makerServices: names(draft.makerServiceIds, sheet.makerServices),
  incentives: names(draft.incentiveIds, sheet.incentives),
  financing: draft.financing && withPlan(draft.financing, sheet),
  alternatives: draft.alternatives.map((choice) => withPlan(choice, sheet)),
});

/** The facts of a draft for the activity and the conflict dialog: each field by its key, or by the key of its text. */
export function draftFacts(draft: QuoteDraft, sheet: PriceSheet): Record<string, unknown> {
  const named = withNames(draft, sheet);
  return Object.fromEntries(
    fields
      .filter(([, field]) => headOf(field) !== null)
      .map(([key, field]) => [field.shown ?? key, factOf(field, named[field.shown ?? key])]),
  );
}

/** Fields shown in comparisons: key in the draft, key of the fact, and the field. */
export const comparedFields = fields
  .filter(([, field]) => headOf(field) !== null)
  .map(([key, field]) => ({ key: key as keyof QuoteDraft, fact: field.shown ?? key, field }));
