import { may, type CallAnswer, type CallInput, type CallName } from '#domain/endpoints.ts';
import { dayInRome, isDay } from '#domain/dates.ts';
import { Failure } from '#domain/errors.ts';
import { MOST_BESIDE } from '#domain/calendars/endpoints.ts';
import { daysOf, MOST_BANDS, packed, views, type Look, type View } from './view.ts';

/** Which records of other areas a person may look for. */
export const findsOf = (user: Parameters<typeof may>[0]) => ({
  customers: may(user, 'GET /customers/matches'),
  leads: may(user, 'GET /leads'),
  contracts: may(user, 'GET /contracts'),
});

type Call = <N extends CallName>(name: N, input: CallInput<N>) => Promise<CallAnswer<N>>;

interface Wanted {
  call: Call;
  url: URL;
  userId: number;
  mayBook: boolean;
  mayManage: boolean;
  handsWork: boolean;
  /** The page shows one calendar, several, or one's own. */
  only?: number | undefined;
  beside?: boolean;
}

/** What the address asks for, with its calendars and events. */
export async function loadCalendars({
  call,
  url,
  userId,
  mayBook,
  mayManage,
  handsWork,
  only,
  beside = false,
}: Wanted) {
  const now = new Date();
  const today = dayInRome(now);
  const query = url.searchParams;
  const eventId = Number(query.get('event')) || null;
  // A link to an event leads to its day.
  const event = eventId === null ? null : await call('GET /calendars/events/:id', { params: { id: eventId } });
  const asked = query.get('day') ?? '';
  const view: View = views.find((one) => one === query.get('view')) ?? 'week';
  const day = event?.day ?? (isDay(asked) ? asked : today);
  const days = daysOf({ view, day });
  const range = { from: days[0]!, to: days.at(-1)! };
  const all = await call('GET /calendars/open', { query: range });
  if (only !== undefined && !all.some(({ id }) => id === only)) throw new Failure('not_found');
  const wished = (event?.calendarIds ?? (query.get('cal') ?? '').split(',').map(Number)).filter((id) =>
    all.some((one) => one.id === id),
  );
  const own = all.filter((one) => one.userId === userId);
  const first = beside ? all.slice(0, MOST_BANDS) : own.length > 0 ? own : all.slice(0, 1);
  const ids =
    only !== undefined ? [only] : (wished.length > 0 ? wished : first.map(({ id }) => id)).slice(0, MOST_BESIDE);
  const taken = { query: { ...range, calendarIds: ids.join(',') } };
  const isMonth = view === 'month';
  const events = isMonth || ids.length === 0 ? [] : await call('GET /calendars/events', taken);
  const month = isMonth && ids.length > 0 ? await call('GET /calendars/month', taken) : [];
  const reasons = mayBook ? await call('GET /calendars/events/reasons', {}) : [];
  const look: Look = { view, day, ids };
  return {
    look,
    all,
    events: packed(events),
    month,
    reasons,
    opened: event,
    userId,
    mayBook,
    mayManage,
    handsWork,
    beside,
    isNew: query.has('new') && mayBook,
    today,
    now: now.toISOString(),
  };
}
