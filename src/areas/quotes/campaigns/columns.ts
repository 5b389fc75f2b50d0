import { campaignFields as fields } from '#domain/quotes/campaigns/fields.ts';
import { campaignStates, usages } from '#domain/quotes/campaigns/terms.ts';
import { campaigns as words } from '#site/messages/it/campaigns.ts';
import { priced } from '#site/messages/it/lists.ts';
import { choicesOf, labelsOf } from '#site/ui/choices.ts';
import { columnsOf, type ListSpec } from '#site/ui/list/table/columns.ts';

/** The part of the page about quotes that holds the campaigns. */
export const PART = { part: 'campaigns' } as const;
export const LIST = `/dealer/preferences/quoteParams?${new URLSearchParams(PART)}`;
export const campaignHref = ({ id }: { id: number | string }) => `${LIST}&id=${id}`;

const { lines: _lines, ...listed } = fields;

/** The list of campaigns, the company's own and the manufacturer's. */
export const campaignsList = ({ userId, mayManage }: { userId: number; mayManage: boolean }): ListSpec => ({
  area: 'campaigns',
  title: words.title,
  noun: words.noun,
  within: PART,
  call: 'GET /campaigns',
  exportCall: 'GET /campaigns/export',
  userId,
  href: campaignHref({ id: '{id}' }),
  sort: { key: 'validFrom', dir: 'desc' },
  searchHint: words.search,
  empty: words.empty,
  ...(mayManage ? { create: { label: words.create, href: `${LIST}&new` } } : {}),
  columns: columnsOf(
    listed,
    [],
    [
      { key: 'name', width: 220, strong: true },
      { key: 'state', label: words.state, kind: 'badge', width: 120, sortable: true, badges: campaignStates },
      {
        key: 'theirs',
        label: words.whose,
        kind: 'badge',
        width: 110,
        badges: { true: { label: words.theirs, tone: 'info' }, false: { label: words.own, tone: 'mute' } },
      },
      { key: 'worth', label: words.worth, kind: 'text', width: 150 },
      { key: 'validFrom' },
      { key: 'validTo' },
      { key: 'maxAmount' },
      { key: 'given', label: words.given, kind: 'money', width: 110 },
      { key: 'uses', label: words.uses, kind: 'number', width: 100 },
    ],
  ),
  filters: [
    { kind: 'many', key: 'state', label: words.state, options: labelsOf(campaignStates) },
    {
      kind: 'choice',
      key: 'whose',
      label: words.whose,
      options: choicesOf({ own: words.ownMany, theirs: words.theirsMany }),
    },
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
