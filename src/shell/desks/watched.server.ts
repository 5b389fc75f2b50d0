/** What a manager follows in leads, visits and valuations, counted by the filters of the list behind each figure. */
import type { User } from '#domain/auth/schema.ts';
import { addDays, dayInRome, mondayOf } from '#domain/dates.ts';
import { may } from '#domain/endpoints.ts';
import { integer } from '#domain/italian.ts';
import { exactly } from '#domain/record/list.ts';
import { openLeads } from '#site/areas/leads/desk.server.ts';
import { plural } from '#site/lib/icu.server.ts';
import { t } from '#site/lib/intl.ts';
import { desk as words } from '#site/messages/it/desk.ts';
import type { Tile } from '#site/parts/desk/tile.ts';

type Call = App.Locals['call'];
type Filters = Record<string, string>;
type Days = { from: string; to: string };

/** The rows of several filters of a list, counted in one answer, however many. */
export async function viewCounts(
  call: Call,
  list: '/leads' | '/accesses' | '/valuations' | '/stock/used',
  filters: readonly Filters[],
): Promise<number[]> {
  const views = filters.map((one) => String(new URLSearchParams(one))).join('|');
  return (await call(`GET ${list}/counts`, { query: { views } })).map((count) => count ?? 0);
}

/** This week, and the one before up to the same weekday. */
export function weeks(today: string): [now: Days, before: Days] {
  const from = mondayOf(today);
  return [
    { from, to: today },
    { from: addDays(from, -7), to: addDays(today, -7) },
  ];
}

/** `tiles`: leads that nobody works; `week`: this week beside the one before; `waits`: what is still to be done. */
export async function watched(call: Call, user: User, locationId: number | undefined) {
  const place: Filters = locationId === undefined ? {} : { locationId: String(locationId) };
  const [now, before] = weeks(dayInRome(new Date()));
  const at = (path: string, filters: Filters) => `${path}?${new URLSearchParams({ ...filters, ...place })}`;
  const of = (...filters: readonly Filters[]) => filters.map((one) => ({ ...one, ...place }));
  const weekly = (
    label: string,
    path: string,
    filters: Filters,
    [value = 0, earlier = 0]: readonly number[],
  ): Tile => ({
    label,
    value: integer(value),
    help: t(words.weekBefore, { n: integer(earlier) }),
    href: at(path, { ...filters, ...exactly(value) }),
  });
  const late = { state: openLeads, late: 'true' };
  const free = { state: openLeads, free: 'true' };
  const open = { open: 'true', state: 'waiting,assigned' };
  // Visits are those of people who came.
  const came = { arrived: 'true' };
  const asked = { state: 'requested' };
  const mayEvents = may(user, 'GET /calendars/figures');
  const events = (days: Days) =>
    call('GET /calendars/figures', { query: { ...days, ...(locationId !== undefined && { locationId }) } });
  const [leads, visits, valuations, held, heldBefore, todo] = await Promise.all([
    may(user, 'GET /leads') && viewCounts(call, '/leads', of(late, free, now, before)),
    may(user, 'GET /accesses') && viewCounts(call, '/accesses', of(open, { ...now, ...came }, { ...before, ...came })),
    may(user, 'GET /valuations') && viewCounts(call, '/valuations', of(asked)),
    mayEvents && events(now),
    mayEvents && events(before),
    may(user, 'GET /calendars/todo') ? call('GET /calendars/todo', {}) : [],
  ]);
  const leadTile = (label: string, filters: Filters, total: number, help: string): Tile => ({
    label,
    value: integer(total),
    help,
    href: at('/dealer/leads/list', { ...filters, ...exactly(total) }),
    tone: total > 0 ? 'bad' : undefined,
  });
  return {
    tiles: leads
      ? [
          leadTile(words.leads.late, late, leads[0]!, leads[0]! > 0 ? words.leads.lateHelp : words.leads.noneLate),
          leadTile(words.leads.free, free, leads[1]!, words.leads.freeHelp),
        ]
      : [],
    week: [
      ...(leads ? [weekly(words.leads.week, '/dealer/leads/list', now, leads.slice(2))] : []),
      ...(visits ? [weekly(words.accesses.week, '/dealer/accesses/list', { ...now, ...came }, visits.slice(1))] : []),
      ...(held && heldBefore
        ? [
            {
              label: words.events.week,
              value: integer(held.appointments),
              help: [
                t(words.weekBefore, { n: integer(heldBefore.appointments) }),
                held.missed > 0 && plural(words.events.missed, { n: held.missed }),
                held.hostMissed > 0 && plural(words.events.hostMissed, { n: held.hostMissed }),
              ]
                .filter(Boolean)
                .join(' · '),
              href: at('/dealer/calendars/overView', now),
              tone: held.missed + held.hostMissed > 0 ? ('warn' as const) : undefined,
            },
          ]
        : []),
    ],
    waits: [
      ...todo.slice(0, 1).map(({ id }) => ({
        label: words.events.todo,
        count: todo.length,
        // The one that waits longest comes first.
        href: `/dealer/calendars?event=${id}`,
      })),
      ...(visits
        ? [
            {
              label: words.accesses.toClose,
              count: visits[0]!,
              href: at('/dealer/accesses/list', { ...open, ...exactly(visits[0]!) }),
            },
          ]
        : []),
      ...(valuations
        ? [
            {
              label: words.valuations.asked,
              count: valuations[0]!,
              href: at('/dealer/usedEvaluation', { ...asked, ...exactly(valuations[0]!) }),
            },
          ]
        : []),
    ],
  };
}
