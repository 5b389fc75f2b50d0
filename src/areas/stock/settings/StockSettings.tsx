import { addDays } from '#domain/dates.ts';
import { textOf } from '#domain/record/field-text.ts';
import type { DatedAnswer } from '#domain/record/in-force.ts';
import { day } from '#domain/italian.ts';
import { stockSettingFields as fields, type StockSettings as Values } from '#domain/stock/setting-fields.ts';
import { stockParts } from '#domain/stock/setting-parts.ts';
import type { Timeline as Events } from '#domain/record/timeline.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { stockSettings as words } from '#site/messages/it/stock.ts';
import type { DatedCalls } from '#site/ui/dated/Dated.tsx';
import { DatedFields } from '#site/ui/dated/DatedFields.tsx';

type Answer = DatedAnswer<Values>;
const calls: DatedCalls<Values, Answer> = {
  save: (version, body) => call('PUT /stock/settings', { version, body }),
  unschedule: (version, from) => call('POST /stock/settings/unschedule', { version, body: { from } }),
  history: () => call('GET /stock/settings/timeline', {}),
};

/** The company's settings for its stock, new and used. */
export function StockSettings(props: { data: Answer; events: Events; today: string }) {
  const inDays = (days: number) => day(addDays(props.today, days));
  return (
    <DatedFields<Values>
      {...props}
      fields={fields}
      calls={calls}
      parts={stockParts}
      examples={{
        lists: ({ usedListed, newListed }) =>
          t(words.listsExample, {
            used: textOf(fields.usedListed, usedListed).toLowerCase(),
            fresh: textOf(fields.newListed, newListed).toLowerCase(),
          }),
        restoring: ({ finishAsks }) =>
          finishAsks.length > 0
            ? t(words.restoringExample, { asks: textOf(fields.finishAsks, finishAsks).toLowerCase() })
            : words.restoringFree,
        ageing: ({ slowDays }) =>
          t(words.ageingExample, { day: day(addDays(props.today, -slowDays - 1)), n: slowDays + 1 }),
        reservations: ({ reservationDays, mostReservedDays, holdDays }) =>
          t(words.reservationExample, {
            day: inDays(reservationDays),
            most: inDays(mostReservedDays),
            hold: inDays(holdDays),
          }),
        papers: ({ expiryDays }) => t(words.papersExample, { day: inDays(expiryDays) }),
        feed: ({ feedPhotos }) => t(feedPhotos > 0 ? words.feedExample : words.feedAll, { n: feedPhotos }),
      }}
    />
  );
}
