import { campaignFields as fields } from '#domain/quotes/campaigns/fields.ts';
import { campaignStates, usages } from '#domain/quotes/campaigns/terms.ts';
import { campaigns as words } from '#site/messages/it/campaigns.ts';
import { priced } from '#site/messages/it/lists.ts';
import { choicesOf, labelsOf } from '#site/ui/choices.ts';
import { columnsOf, type ListSpec } from '#site/ui/list/table/columns.ts';

/** The part of the dealer's page about quotes that holds the campaigns. */
const PART = { part: 'campaigns' } as const;

/** Where campaigns are listed and opened: a dealer's own beside the manufacturer's, and those of the manufacturer. */
export const sides = {
  dealer: `/dealer/preferences/quoteParams?${new URLSearchParams(PART)}`,
  network: '/fms/campaigns',
} as const;
export type SideName = keyof typeof sides;

const within = (side: SideName, query: string) => `${sides[side]}${sides[side].includes('?') ? '&' : '?'}${query}`;
export const campaignHref = (side: SideName, { id }: { id: number | string }) => within(side, `id=${id}`);

const { lines: _lines, audienceId: _audience, ...ofDealer } = fields;

interface ListProps {
  side: SideName;
  userId: number;
  mayManage: boolean;
}

/** The list of campaigns: the company's own and the manufacturer's, or those of the manufacturer alone. */
export const campaignsList = ({ side, userId, mayManage }: ListProps): ListSpec => ({
  area: 'campaigns',
  title: words.title,
  noun: words.noun,
  ...(side === 'dealer' && { within: PART }),
  call: 'GET /campaigns',
  exportCall: 'GET /campaigns/export',
  userId,
  href: campaignHref(side, { id: '{id}' }),
  sort: { key: 'validFrom', dir: 'desc' },
  searchHint: words.search,
  empty: words.empty,
  ...(mayManage ? { create: { label: words.create, href: within(side, 'new') } } : {}),
  columns: columnsOf(
    side === 'dealer' ? ofDealer : { ...ofDealer, audienceId: fields.audienceId },
    [],
    [
      { key: 'name', width: 220, strong: true },
      { key: 'state', label: words.state, kind: 'badge', width: 120, sortable: true, badges: campaignStates },
      side === 'dealer'
        ? {
            key: 'theirs',
            label: words.whose,
            kind: 'badge',
            width: 110,
            badges: { true: { label: words.theirs, tone: 'info' }, false: { label: words.own, tone: 'mute' } },
          }
        : { key: 'audienceId', width: 160, sortable: false },
      { key: 'worth', label: words.worth, kind: 'text', width: 150 },
      { key: 'validFrom' },
      { key: 'validTo' },
      { key: 'maxAmount' },
      // What the network uses of it stands on its own page.
      ...(side === 'dealer'
        ? ([
            { key: 'given', label: words.given, kind: 'money', width: 110 },
            { key: 'uses', label: words.uses, kind: 'number', width: 100 },
          ] as const)
        : []),
    ],
  ),
  filters: [
    { kind: 'many', key: 'state', label: words.state, options: labelsOf(campaignStates) },
    ...(side === 'dealer'
      ? ([
          {
            kind: 'choice',
            key: 'whose',
            label: words.whose,
            options: choicesOf({ own: words.ownMany, theirs: words.theirsMany }),
          },
        ] as const)
      : []),
    { kind: 'choice', key: 'usage', label: words.usage, options: choicesOf(usages) },
    { kind: 'choice', key: 'archived', label: priced.archived, options: [{ value: 'true', label: priced.yes }] },
  ],
  views: [
    { name: words.views.all, state: {} },
    { name: words.views.running, state: { state: 'active' } },
    { name: words.views.draft, state: { state: 'draft' } },
    { name: words.views.archived, state: { archived: 'true' } },
  ],
});
