import { useEffect, useRef, useState } from 'react';
import type { ShownCalendar, Slot } from '#domain/calendars/schema.ts';
import type { Lead } from '#domain/leads/schema.ts';
import { call, type CallInput } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';

/** What is planned next with a customer: a call, or an event of the calendars. */
export type NextKind = 'call' | 'appointment' | 'test_drive';
const MINUTES = 45;
/**
 * The remaining values of a new event, all empty. They are written out, because importing the fields of events would
 * add their code to every page of leads.
 */
const blank = {
  contractId: null,
  isPrivate: false,
  note: '',
  checklist: [],
  licence: null,
  licenceUntil: null,
  kmOut: null,
  kmIn: null,
  fuelOut: null,
  fuelIn: null,
  damage: null,
  repeat: { every: 'never', interval: 1, weekdays: [], until: null, times: null },
} satisfies Partial<CallInput<'POST /calendars/events'>['body']>;

const wordsOf = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean);
/** The car whose name has most words of what was asked for. */
const carFor = (cars: readonly ShownCalendar[], vehicle: string) => {
  const asked = new Set(wordsOf(vehicle));
  const fits = ({ name }: ShownCalendar) => wordsOf(name).filter((word) => asked.has(word)).length;
  return cars.toSorted((a, b) => fits(b) - fits(a))[0];
};

/** The calendars that the next event of a lead takes, their next free times, and taking one of them, once. */
export function useBooking(lead: Lead, kind: NextKind, today: string, userId: number) {
  const [all, setAll] = useState<readonly ShownCalendar[] | null>(null);
  const [carId, setCarId] = useState<number | null>(null);
  const [slots, setSlots] = useState<readonly Slot[]>([]);
  const key = useRef(newKey());
  const booked = useRef(false);
  const isEvent = kind !== 'call';
  const cars = (all ?? []).filter((one) => one.kind === 'car');
  const car = cars.find(({ id }) => id === carId) ?? carFor(cars, lead.vehicle);
  const whose = (id: number | undefined) => all?.find((one) => one.userId === id);
  const own = whose(lead.assignee?.id) ?? whose(userId);
  const taken = [own, kind === 'test_drive' ? car : undefined].filter((one) => one !== undefined);
  const ids = taken.map(({ id }) => id).join(',');
  useEffect(() => {
    if (isEvent && all === null)
      call('GET /calendars/open', { query: { from: today, to: today } }).then(setAll, () => setAll([]));
  }, [isEvent, all, today]);
  useEffect(() => {
    setSlots([]);
    if (!isEvent || ids === '') return;
    const abort = new AbortController();
    const query = { calendarIds: ids, day: today, minutes: MINUTES };
    call('GET /calendars/slots', { query, signal: abort.signal }).then(setSlots, () => undefined);
    return () => abort.abort();
  }, [isEvent, ids, today]);
  return {
    cars: kind === 'test_drive' ? cars : [],
    car,
    setCarId,
    slots,
    minutes: MINUTES,
    names: taken.map(({ name }) => name),
    /** Takes the time; answers the lead, which has learnt of it. */
    book: async (day: string, time: string): Promise<Lead> => {
      const { id, customerId } = lead;
      if (!booked.current && isEvent) {
        await call('POST /calendars/events', {
          key: key.current,
          body: {
            ...blank,
            kind,
            title: lead.name || lead.phone || lead.number,
            customerId,
            leadId: id,
            day,
            time,
            minutes: MINUTES,
            calendarIds: taken.map((one) => one.id),
          },
        });
        booked.current = true;
      }
      return call('GET /leads/:id', { params: { id } });
    },
  };
}
