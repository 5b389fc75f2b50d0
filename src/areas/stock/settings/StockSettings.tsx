import type { DatedAnswer } from '#domain/in-force.ts';
import { stockSettingFields as fields, type StockSettings as Values } from '#domain/stock/setting-fields.ts';
import type { Timeline as Events } from '#domain/timeline.ts';
import { call } from '#site/lib/call.ts';
import { stockSettings as words } from '#site/messages/it/stock.ts';
import type { DatedCalls } from '#site/ui/record/Dated.tsx';
import { DatedFields } from '#site/ui/record/DatedFields.tsx';

type Answer = DatedAnswer<Values>;
const calls: DatedCalls<Values, Answer> = {
  save: (version, body) => call('PUT /stock/settings', { version, body }),
  unschedule: (version, from) => call('POST /stock/settings/unschedule', { version, body: { from } }),
  history: () => call('GET /stock/settings/timeline', {}),
};

/** The company's settings for its stock, new and used. */
export const StockSettings = (props: { data: Answer; events: Events; today: string }) => (
  <DatedFields<Values>
    {...props}
    fields={fields}
    calls={calls}
    parts={[
      { title: words.lists, keys: ['usedListed', 'newListed'] },
      { title: words.ageing, help: words.ageingHelp, keys: ['freshDays', 'normalDays', 'slowDays'] },
      {
        title: words.reservations,
        help: words.reservationsHelp,
        keys: ['reservationDays', 'mostReservedDays', 'holdDays'],
      },
      { title: words.papers, keys: ['expiryDays'] },
      { title: words.restoring, help: words.restoringHelp, keys: ['finishAsks'] },
      { title: words.feed, help: words.feedHelp, keys: ['feedStates', 'feedPhotos'] },
    ]}
  />
);
