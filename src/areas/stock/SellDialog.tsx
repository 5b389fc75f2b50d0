import { blankOf, type Values } from '#domain/record/fields.ts';
import { newSaleFields, saleFields } from '#domain/stock/sale-fields.ts';
import type { UsedCar } from '#domain/stock/schema.ts';
import { car as words } from '#site/messages/it/used-cars.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';
import { toast } from '#site/ui/toast.ts';
import { findCustomers } from './find.ts';

type Sale = Values<typeof newSaleFields>;

/** Dialog that enters a sale: to whom and for how much. It proposes the car's price and the customer whom it is held for. */
export default function SellDialog<A extends { version?: number }>({
  kind,
  name,
  price,
  reservation,
  today,
  findsCustomers,
  sell,
  onClose,
  onDone,
}: {
  kind: 'new' | 'used';
  name: string;
  price: number | null;
  reservation: UsedCar['reservation'];
  today: string;
  findsCustomers: boolean;
  sell: (body: Sale) => Promise<A>;
  onClose: () => void;
  onDone: (car: A) => void;
}) {
  const { customerId = null, customer = null } = reservation ?? {};
  const known = customerId === null ? [] : [{ id: customerId, name: customer ?? '' }];
  // The form of a used car offers fewer channels.
  const fields = (kind === 'new' ? newSaleFields : saleFields) as typeof newSaleFields;
  const form = formOf(fields, { customerId: { search: findCustomers, known } });
  return (
    <RecordForm<Sale, A>
      title={`${words.sellTitle}: ${name}`}
      verb={words.sell}
      fields={form.filter((field) => findsCustomers || field.name !== 'customerId')}
      initial={{ ...blankOf(fields), price: price ?? 0, soldOn: today, customerId }}
      save={sell}
      onSaved={(car) => {
        onDone(car);
        void toast(words.soldNow, { kind: 'ok' });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
