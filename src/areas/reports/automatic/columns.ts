import { keysOf } from '#domain/record/machine.ts';
import { lastStates } from '#domain/reports/automatic/terms.ts';
import { automatic as words } from '#site/messages/it/reports.ts';
import { archivedFilter } from '#site/ui/list/record/priced.ts';
import { columnsOf, type ListSpec } from '#site/ui/list/table/columns.ts';
import type { AutomaticFields } from './begins.ts';

/** How a report stands, as lists and its head say it. */
export const states = {
  active: { label: words.states.active, tone: 'ok' },
  paused: { label: words.states.paused, tone: 'mute' },
  left: { label: words.states.left, tone: 'bad' },
} as const;

const standWords = Object.fromEntries(keysOf(states).map((state) => [state, states[state].label]));
const stateWords = Object.fromEntries(keysOf(lastStates).map((state) => [state, lastStates[state].label]));

/** `fields`: from the server, because with them come all reports with their columns; `sent`: mailings of the last days. */
export const automaticList = (userId: number, fields: AutomaticFields, sent: number): ListSpec => ({
  area: 'automatic-reports',
  call: 'GET /automatic-reports',
  exportCall: 'GET /automatic-reports/export',
  userId,
  title: words.title,
  noun: words.noun,
  empty: words.empty,
  searchHint: words.search,
  create: { label: words.create, href: '?new' },
  href: '?id={id}',
  sort: { key: 'name', dir: 'asc' },
  filters: [
    {
      kind: 'choice',
      key: 'state',
      label: words.state,
      options: (['active', 'paused', 'left', 'failed'] as const).map((value) => ({
        value,
        label: words.states[value],
      })),
    },
    archivedFilter,
  ],
  elsewhere: [{ name: words.mailings, href: '?sent', count: sent }],
  views: [
    { name: words.views.all, state: {} },
    { name: words.views.active, state: { state: 'active' } },
    { name: words.views.paused, state: { state: 'paused' } },
    { name: words.views.left, state: { state: 'left' } },
    { name: words.views.failed, state: { state: 'failed' } },
    { name: words.views.archived, state: { archived: 'true' } },
  ],
  columns: columnsOf(
    fields,
    [],
    [
      {
        key: 'name',
        width: 225,
        strong: true,
        under: [
          { key: 'report', label: '', kind: 'text', width: 0, words: fields.report.words },
          { key: 'period', label: '', kind: 'text', width: 0, words: fields.period.words },
        ],
      },
      { key: 'times', label: words.times, kind: 'text', width: 140, wrap: true },
      { key: 'recipients', label: words.recipients, kind: 'number', width: 60 },
      {
        key: 'dueAt',
        label: words.due,
        kind: 'instant',
        width: 150,
        sortable: true,
        under: [{ key: 'state', label: '', kind: 'text', width: 0, words: standWords }],
      },
      {
        key: 'lastAt',
        label: words.last,
        kind: 'instant',
        width: 150,
        sortable: true,
        under: [
          { key: 'lastState', label: '', kind: 'text', width: 0, words: stateWords },
          { key: 'lastRows', label: '', kind: 'number', width: 0, suffix: words.rows.toLowerCase() },
        ],
      },
      { key: 'owner', label: words.owner, kind: 'text', width: 120, hidden: true },
      { key: 'lastRows', label: words.rows, kind: 'number', width: 60, hidden: true },
      { key: 'state', label: words.state, kind: 'badge', width: 110, badges: states, hidden: true },
      { key: 'lastState', label: words.how, kind: 'badge', width: 130, badges: lastStates, hidden: true },
    ],
  ),
});
