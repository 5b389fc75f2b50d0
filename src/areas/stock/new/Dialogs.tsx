import type { Move } from '#domain/machine.ts';
import { newCarMachine as machine } from '#domain/stock/new/rules.ts';
import { unsellReasons } from '#domain/stock/sale-fields.ts';
import { call } from '#site/lib/call.ts';
import { car as words } from '#site/messages/it/used-cars.ts';
import ReasonDialog from '#site/ui/ReasonDialog.tsx';
import ReserveDialog from '../ReserveDialog.tsx';
import SellDialog from '../SellDialog.tsx';
import { moveNew, type Asked } from './calls.ts';
import ConvertDialog from './ConvertDialog.tsx';
import type { NewCarStore } from './store.ts';

/** The dialog that the head asked for. */
export default function Dialogs({
  dialog,
  store,
  said,
  name,
  onClose,
}: {
  dialog: Asked;
  store: NewCarStore;
  said: (failure: Promise<string | null>, done: string) => Promise<void>;
  name: string;
  onClose: () => void;
}) {
  const { id, version, reservation, price } = store.$car.get()!;
  const findsCustomers = store.may.findCustomers;
  const path = { params: { id } };
  if (dialog === 'reserve')
    return (
      <ReserveDialog
        car={{ name, reservation }}
        terms={store.terms}
        findsCustomers={findsCustomers}
        onClose={onClose}
        reserve={(body) => call('POST /stock/new/:id/reserve', { ...path, body })}
        onDone={({ reservation: now }) => store.$car.set({ ...store.$car.get()!, reservation: now })}
      />
    );
  if (dialog === 'sellByHand')
    return (
      <SellDialog
        name={name}
        price={price}
        reservation={reservation}
        today={store.today}
        findsCustomers={findsCustomers}
        onClose={onClose}
        sell={(body) => call('POST /stock/new/:id/sell', { ...path, version, body })}
        onDone={(sold) => store.adopt(sold)}
      />
    );
  if (dialog === 'turn') return <ConvertDialog store={store} name={name} onClose={onClose} />;
  const byHand = dialog === 'unsellByHand';
  const { label, reasons, noteFor, done } = byHand
    ? { ...machine.acts.unsellByHand, reasons: unsellReasons, noteFor: ['other'], done: words.unsold }
    : (machine.moves[dialog] as Move);
  return (
    <ReasonDialog
      title={words.why}
      verb={label}
      reasons={reasons!}
      noteFor={noteFor ?? []}
      onClose={onClose}
      onChosen={(why) =>
        said(
          store.attempt((seen) =>
            byHand
              ? call('POST /stock/new/:id/unsell', { ...path, version: seen.version, body: why as never })
              : moveNew(dialog, seen, why),
          ),
          done,
        )
      }
    />
  );
}
