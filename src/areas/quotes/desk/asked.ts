import { money, percent } from '#domain/italian.ts';
import { askReasons } from '#domain/quotes/approvals/terms.ts';
import type { CallAnswer } from '#site/lib/call.ts';
import { moment, t } from '#site/lib/intl.ts';
import { approvals as words } from '#site/messages/it/quotes.ts';

export type DiscountRequest = CallAnswer<'GET /approvals'>[number];

/** What a request for a discount says before somebody decides: how much on what, why it is asked for, what is left; the same under the bell. */
export function askedTexts(row: DiscountRequest) {
  const { percent: given, cap, floor, margin } = row;
  const whose = given > cap ? words.over : floor === null ? words.underFloor : words.askedBy;
  return {
    share: `−${percent(given)}`,
    about: [t(words.on, { vehicle: row.vehicle }), row.customer].filter(Boolean).join(' · '),
    badges: [
      { tone: 'warn', label: t(whose, { cap: percent(cap), name: row.askedBy.name }) },
      ...(floor === null ? [] : [{ tone: 'bad', label: t(words.floor, { floor: money(floor) }) }]),
      ...(margin === null
        ? []
        : [
            {
              tone: margin < 0 ? 'bad' : 'mute',
              label: t(margin < 0 ? words.loss : words.margin, { margin: money(margin) }),
            },
          ]),
    ],
    why: [`«${row.note || askReasons[row.reason]}»`, `−${money(row.facts.discount)}`, moment(row.askedAt), row.hindered]
      .filter(Boolean)
      .join(' · '),
    refuseTitle: t(words.refuseTitle, { percent: percent(given) }),
  };
}
