/** The bands of ageing, as lists show and filter them. */
import { bandLabel, bandShort, bandsOf, type Borders } from '#domain/stock/ageing.ts';
import { ageBands } from '#domain/stock/terms.ts';

export const bandBadges = (borders: Borders) =>
  Object.fromEntries(
    bandsOf(borders).map((each) => [each.band, { label: bandShort(each), tone: ageBands[each.band].tone }]),
  );
export const bandOptions = (borders: Borders) =>
  bandsOf(borders).map((each) => ({ value: each.band, label: bandLabel(each) }));
