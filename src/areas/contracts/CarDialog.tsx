import { useEffect, useState } from 'react';
import { carFields } from '#domain/contracts/car-fields.ts';
import type { Contract } from '#domain/contracts/schema.ts';
import type { CallAnswer } from '#domain/endpoints.ts';
import type { Values } from '#domain/record/fields.ts';
import { newStates } from '#domain/stock/new-terms.ts';
import { call } from '#site/lib/call.ts';
import { contract } from '#site/messages/it/contracts.ts';
import { Dialog } from '#site/ui/Dialog.tsx';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';
import { toast } from '#site/ui/toast.ts';
import { useContract, useContractNow } from './store.ts';

const words = contract.otherCar;

/** Puts another car of the same version and options in the place of the one that was ordered or held. */
export default function CarDialog({ onClose }: { onClose: () => void }) {
  const store = useContract();
  const { id, version } = useContractNow();
  const [cars, setCars] = useState<CallAnswer<'GET /contracts/:id/cars'> | null>(null);
  useEffect(() => {
    void call('GET /contracts/:id/cars', { params: { id } }).then(setCars);
  }, [id]);
  if (!cars) return null;
  if (cars.length === 0)
    return (
      <Dialog open size="s" title={words.title} onClose={onClose}>
        <p>{words.none}</p>
      </Dialog>
    );
  const options = cars.map((car) => ({
    value: String(car.id),
    label: [car.code, car.vin, newStates[car.state].label].filter(Boolean).join(' · '),
  }));
  return (
    <RecordForm<Values<typeof carFields>, Contract>
      title={words.title}
      verb={words.verb}
      note={words.note}
      fields={formOf(carFields, { newCarId: { span: 6, options } })}
      initial={{ newCarId: null }}
      version={version}
      save={({ newCarId }, { version }) =>
        call('PUT /contracts/:id/car', { params: { id }, version, body: { newCarId: newCarId! } })
      }
      onSaved={(now) => {
        store.take(now);
        onClose();
        void toast(words.done, { kind: 'ok' });
      }}
      onClose={onClose}
    />
  );
}
