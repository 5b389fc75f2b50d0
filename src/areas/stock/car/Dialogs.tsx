import type { Move } from '#domain/machine.ts';
import { usedCarMachine as machine } from '#domain/stock/rules.ts';
import { unsellReasons } from '#domain/stock/sale-fields.ts';
import { call } from '#site/lib/call.ts';
import { car as words } from '#site/messages/it/used-cars.ts';
import ReasonDialog from '#site/ui/ReasonDialog.tsx';
import ReserveDialog from '../ReserveDialog.tsx';
import SellDialog from '../SellDialog.tsx';
import type { Actions, Asked } from './actions.ts';
import type { CarStore } from './store.ts';

/** The dialog that the head asked for. */
export default function Dialogs({
  dialog,
  store,
  act,
  name,
  onClose,
}: {
  dialog: Asked;
  store: CarStore;
  act: () => Promise<Actions>;
  name: string;
  onClose: () => void;
}) {
  const car = store.$car.get()!;
  const { id, reservation, retailPrice, version } = car;
  const { findCustomers } = store.may;
  const path = { params: { id } };
  if (dialog === 'reserve')
    return (
      <ReserveDialog
        car={{ name, reservation }}
        terms={store.terms}
        findsCustomers={findCustomers}
        reserve={(body) => call('POST /stock/used/:id/reserve', { ...path, body })}
        onClose={onClose}
        onDone={({ reservation: now }) => store.$car.set({ ...store.$car.get()!, reservation: now })}
      />
    );
  if (dialog === 'sellByHand')
    return (
      <SellDialog
        name={name}
        reservation={reservation}
        today={store.today}
        findsCustomers={findCustomers}
        price={retailPrice}
        sell={(body) => call('POST /stock/used/:id/sell', { ...path, version, body })}
        onClose={onClose}
        onDone={(sold) => store.adopt(sold)}
      />
    );
  if (dialog === 'unsellByHand')
    return (
      <ReasonDialog
        title={words.why}
        verb={machine.acts.unsellByHand.label}
        reasons={unsellReasons}
        noteFor={['other']}
        onClose={onClose}
        onChosen={(body) =>
          act().then(({ attempt }) =>
            attempt(() => call('POST /stock/used/:id/unsell', { ...path, version, body: body as never }), words.unsold),
          )
        }
      />
    );
  const { label, reasons, noteFor = [] } = machine.moves[dialog] as Move;
  return (
    <ReasonDialog
      title={words.why}
      verb={label}
      reasons={reasons!}
      noteFor={noteFor}
      onClose={onClose}
      onChosen={(why) => act().then(({ move }) => move(dialog, why))}
    />
  );
}
