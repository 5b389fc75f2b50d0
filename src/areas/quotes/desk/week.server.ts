/** The figures of this week, each with that of the week before up to the same weekday. */
import { integer, percent, wholeMoney } from '#domain/italian.ts';
import { exactly } from '#domain/record/list.ts';
import type { CallAnswer } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { desk as words } from '#site/messages/it/quotes-list.ts';
import type { Tile } from '#site/parts/desk/tile.ts';

export type Lead = NonNullable<CallAnswer<'GET /quotes/desk'>['lead']>;

/** `list`: the address of the quotes by a query; undefined where the person may not open that list. */
export function weekOf(
  { from, now, before }: Lead,
  list: (query: Record<string, string>) => string | undefined,
): Tile[] {
  const href = list({ issuedFrom: from, ...exactly(now.issued) });
  const beside = (figure: string) => t(words.weekBefore, { figure });
  const share = (figure: number | null) => (figure === null ? '—' : percent(figure));
  const sum = (figure: number | null) => (figure === null ? '—' : wholeMoney(figure));
  const isLoss = now.margin !== null && now.margin < 0;
  return [
    { label: words.weekIssued, value: integer(now.issued), help: beside(integer(before.issued)), href },
    { label: words.weekValue, value: wholeMoney(now.value), help: beside(wholeMoney(before.value)), href },
    {
      label: isLoss ? words.weekLoss : words.weekMargin,
      value: sum(now.margin),
      help: beside(sum(before.margin)),
      href,
      tone: isLoss ? 'bad' : undefined,
    },
    { label: words.weekDiscount, value: share(now.discountPercent), help: beside(share(before.discountPercent)), href },
  ];
}
