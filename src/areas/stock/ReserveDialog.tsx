import { useState } from 'react';
import type { Body } from '#domain/endpoint.ts';
import type { Endpoints } from '#domain/endpoints.ts';
import { addDays, dayInRome, instantInRome } from '#domain/dates.ts';
import { day as written } from '#domain/italian.ts';
import type { StockTerms } from '#domain/stock/setting-endpoints.ts';
import type { UsedCar } from '#domain/stock/schema.ts';
import { CallError } from '#site/lib/call.ts';
import { refusalOf } from '#site/lib/forms.ts';
import { t } from '#site/lib/intl.ts';
import { controls, kit } from '#site/messages/it/kit.ts';
import { car as words } from '#site/messages/it/used-cars.ts';
import { Combobox } from '#site/ui/Combobox.tsx';
import { DateField, TimeField } from '#site/ui/DateField.tsx';
import { Dialog } from '#site/ui/Dialog.tsx';
import { Field } from '#site/ui/Field.tsx';
import { toast } from '#site/ui/toast.ts';
import { findCustomers, type Found } from './find.ts';

const NAMES = ['until', 'customerId', 'note'];
interface Props<A> {
  car: { name: string; reservation: UsedCar['reservation'] };
  terms: Pick<StockTerms, 'reservationDays' | 'mostReservedDays'>;
  findsCustomers: boolean;
  reserve: (body: Body<Endpoints['POST /stock/used/:id/reserve']>) => Promise<A>;
  onClose: () => void;
  onDone: (car: A) => void;
}

/** What is typed, and what the server says of it. */
function useReserving<A>({ car: { reservation }, terms, reserve, onClose, onDone }: Props<A>) {
  const [today] = useState(() => dayInRome(new Date()));
  const [day, setDay] = useState<string | null>(addDays(today, terms.reservationDays));
  const [time, setTime] = useState<string | null>('18:00');
  const held = reservation && !reservation.lapsed ? reservation : null;
  const [customer, setCustomer] = useState<Found | null>(
    held?.customerId ? { id: held.customerId, name: held.customer ?? '' } : null,
  );
  const [note, setNote] = useState(held?.note ?? '');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const send = async () => {
    if (busy) return;
    if (!day || !time) {
      const lacking: Record<string, string> = {};
      if (!day) lacking.until = controls.day;
      if (!time) lacking.time = controls.time;
      setErrors(lacking);
      return;
    }
    setBusy(true);
    setErrors({});
    setFailure('');
    try {
      const body = { until: instantInRome(day, time).toISOString(), customerId: customer?.id ?? null, note };
      onDone(await reserve(body));
      void toast(t(words.reserved, { day: written(day), time }), { kind: 'ok' });
      onClose();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const { atFields, rest } = refusalOf(error.body, NAMES);
      setErrors(atFields);
      setFailure(rest);
    } finally {
      setBusy(false);
    }
  };
  return { today, day, setDay, time, setTime, customer, setCustomer, note, setNote, errors, failure, busy, send };
}

/** Dialog that holds a car for a customer. It proposes the company's usual evening; the person can choose another moment. */
export default function ReserveDialog<A>(props: Props<A>) {
  const { car, terms, findsCustomers, onClose } = props;
  const { today, day, setDay, time, setTime, customer, setCustomer, note, setNote, errors, failure, busy, send } =
    useReserving(props);
  return (
    <Dialog
      open
      size="s"
      title={`${words.reserveTitle}: ${car.name}`}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {kit.cancel}
          </button>
          <button type="button" className="btn primary" data-save aria-busy={busy} onClick={() => void send()}>
            {words.reserve}
          </button>
        </>
      }
    >
      {failure && (
        <p className="callout bad" role="alert">
          {failure}
        </p>
      )}
      <div className="two">
        <DateField
          name="until"
          label={words.until}
          value={day}
          min={today}
          max={addDays(today, terms.mostReservedDays)}
          error={errors.until}
          onChange={setDay}
        />
        <TimeField name="time" label={words.time} required value={time} error={errors.time} onChange={setTime} />
      </div>
      {findsCustomers && (
        <Combobox<Found>
          name="customerId"
          label={words.customer}
          value={customer}
          text={(one) => one.name}
          search={findCustomers}
          error={errors.customerId}
          onSelect={setCustomer}
        />
      )}
      <Field
        name="note"
        label={words.note}
        maxLength={200}
        value={note}
        error={errors.note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </Dialog>
  );
}
