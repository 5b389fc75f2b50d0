/** Of which rows a number is, in words: what the address asks for beside days, place and person. */
import { accessOutcomes, accessStates, accessSubjects } from '#domain/accesses/terms.ts';
import { NO_LEAD } from '#domain/calendars/counted.ts';
import { contractKinds, objectives } from '#domain/contracts/terms.ts';
import { planTypeWords } from '#domain/financials/terms.ts';
import { insuranceTypes } from '#domain/insurances/terms.ts';
import { leadOutcomes, leadSources } from '#domain/leads/terms.ts';
import { typeWords } from '#domain/quotes/campaigns/terms.ts';
import type { PartFilters } from '#domain/record/figures.ts';
import type { FigureName } from '#domain/stats/figures.ts';
import { saleLineKinds } from '#domain/sale-lines.ts';
import { saleChannels } from '#domain/stock/terms.ts';
import { t } from '#site/lib/intl.ts';
import { figureFilters as words } from '#site/messages/it/stats.ts';

type Labels = Readonly<Record<string, string>>;

const labelsOf = (states: Readonly<Record<string, { label: string }>>): Labels =>
  Object.fromEntries(Object.entries(states).map(([key, { label }]) => [key, label]));

/** What stored keys are called. */
const named: Readonly<Record<string, Labels>> = {
  kind: contractKinds,
  channel: saleChannels,
  objective: objectives,
  line: saleLineKinds,
  lineType: { ...typeWords, ...planTypeWords, ...insuranceTypes },
  subject: accessSubjects,
  state: labelsOf(accessStates),
  source: { ...leadSources, [NO_LEAD]: words.noLead },
};

const outcomes: Readonly<Partial<Record<FigureName, Labels>>> = {
  leads: labelsOf(leadOutcomes),
  visits: accessOutcomes,
  accesses: accessOutcomes,
};

/** A filter in words; `value` may be several, as lists take them. */
function said(figure: FigureName, key: string, value: string): string {
  const flag = (words.flags as Readonly<Record<string, readonly [yes: string, no: string]>>)[key];
  if (flag) return flag[value === 'true' ? 0 : 1];
  if (key === 'hour') return t(words.hour, { from: value, to: Number(value) + 1 });
  if (key === 'lineItem') return words.item;
  if (key === 'basketId') return words.basket;
  const labels = key === 'outcome' ? outcomes[figure] : named[key];
  return value
    .split(',')
    .map((one) => labels?.[one] ?? one)
    .join(', ');
}

/** The filters in words, in the order of the address. */
export const filterWords = (figure: FigureName, filters: PartFilters): string[] =>
  Object.entries(filters).flatMap(([key, value]) => (value === undefined ? [] : [said(figure, key, String(value))]));
