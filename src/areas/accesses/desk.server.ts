/** Visits of the showroom on the dashboard: who waits, who is with whom, who is expected. */
import type { Expected, Here, ReceptionNow } from '#domain/accesses/schema.ts';
import { accessSubjects, ticketOf } from '#domain/accesses/terms.ts';
import { dayInRome } from '#domain/dates.ts';
import { day, integer, time } from '#domain/italian.ts';
import { plural } from '#site/lib/icu.server.ts';
import { t } from '#site/lib/intl.ts';
import { desk } from '#site/messages/it/desk.ts';
import type { Line } from '#site/parts/desk/line.ts';
import { minutesSince, toneOf, type Waits } from './waiting.ts';

const words = desk.accesses;
export const handlingHref = '/dealer/accesses/handling';
const MOST = 5;

const tones = { ok: undefined, warn: 'warn', bad: 'urgent' } as const;

const hereLine = (here: Here, waits: Waits, now: Date, end: string | undefined): Line => {
  const minutes = minutesSince(here.since, now);
  const its = dayInRome(new Date(here.since));
  return {
    href: `${handlingHref}?access=${here.id}`,
    lead: its < dayInRome(now) ? day(its).slice(0, 5) : t(words.minutes, { n: minutes }),
    title: here.name || (here.ticket === null ? words.anonymous : ticketOf(here.ticket)),
    note: [accessSubjects[here.subject], here.reason, here.wish].filter(Boolean).join(' · '),
    end,
    tone: here.seller === null ? tones[toneOf(minutes, waits)] : undefined,
  };
};

/** The visits of a place that are still to be closed: their number, and exactly these rows. */
export const openVisits = ({ open, location }: ReceptionNow) => ({
  href: `/dealer/accesses/list?open=true&state=waiting,assigned&locationId=${location.id}`,
  label: t(words.open, { n: integer(open) }),
});

/** A visit of this person, with what is to be done on its page and what it is to them. */
const withAct = (line: Line, about: string, label: string): Line => ({
  ...line,
  note: [about, line.note].filter(Boolean).join(' · '),
  act: { label, href: line.href!, first: true },
});

/** Who waits, and who is with this person, or was on an earlier day. */
export const mineNow = ({ waiting, present, left, waits }: ReceptionNow, userId: number, now: Date): Line[] =>
  [
    ...waiting.map((here) => {
      const whose = here.ownSeller ?? here.proposal;
      // Who is somebody else's, or proposed to somebody else, is not taken from here.
      if (whose?.id !== userId) return hereLine(here, waits, now, whose?.name);
      return withAct(hereLine(here, waits, now, undefined), here.ownSeller ? words.yours : '', words.take);
    }),
    ...[...present, ...left]
      .filter(({ seller }) => seller?.id === userId)
      .map((here) => withAct(hereLine(here, waits, now, undefined), words.withYou, words.outcome)),
  ].slice(0, MOST);

/** How many wait, and how many are with this person. */
export const nowNote = ({ waiting, present }: ReceptionNow, userId: number): string =>
  [
    plural(words.wait, { n: waiting.length }),
    t(words.with, { n: present.filter(({ seller }) => seller?.id === userId).length }),
  ].join(', ');

export const waitingNow = ({ waiting, waits }: ReceptionNow, now: Date): Line[] =>
  waiting.map((here) => hereLine(here, waits, now, here.ownSeller?.name ?? here.proposal?.name));
export const presentNow = ({ present, waits }: ReceptionNow, now: Date): Line[] =>
  present.map((here) => hereLine(here, waits, now, here.seller?.name));
export const expectedToday = ({ expected }: ReceptionNow): Line[] =>
  expected.map(({ kind, id, at, name, what, seller, missed }: Expected) => ({
    href: kind === 'access' ? `${handlingHref}?access=${id}` : `/dealer/calendars?view=day&event=${id}`,
    lead: time(at),
    title: name || words.anonymous,
    note: what,
    end: seller ?? undefined,
    tone: missed ? ('urgent' as const) : undefined,
  }));
