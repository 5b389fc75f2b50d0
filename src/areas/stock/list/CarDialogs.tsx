import { lazy, type ComponentProps } from 'react';
import { call } from '#site/lib/call.ts';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { pricedCalls } from '#site/ui/list/record/calls.ts';
import type { CarListDialog } from './rows.ts';

const ImportDialog = lazy(() => import('#site/parts/imports/ImportDialog.tsx'));
const RepriceDialog = lazy(() => import('#site/ui/list/bulk/RepriceDialog.tsx'));
const ReserveDialog = lazy(() => import('../ReserveDialog.tsx'));
const ReasonDialog = lazy(() => import('#site/ui/ReasonDialog.tsx'));

type Reserving = ComponentProps<typeof ReserveDialog>;

/** The dialogs of a list of cars: until when, why, by how much, from which file. */
export default function CarDialogs<Row extends { id: number } & Reserving['car']>({
  asked,
  kind,
  repriceHelp,
  onClose,
  onDone,
  ...rest
}: {
  asked: Exclude<CarListDialog<Row>, { what: 'new' | 'markdown' }>;
  kind: 'stock/used' | 'stock/new';
  repriceHelp: string;
  onDone: () => void;
} & Pick<Reserving, 'terms' | 'findsCustomers' | 'onClose'>) {
  const calls = pricedCalls(kind);
  return (
    <OnDemand>
      {asked.what === 'reserve' && (
        <ReserveDialog
          {...rest}
          onClose={onClose}
          onDone={onDone}
          car={asked.car}
          reserve={(body) => call(`POST /${kind}/:id/reserve`, { params: { id: asked.car.id }, body })}
        />
      )}
      {asked.what === 'why' && <ReasonDialog {...asked} onClose={onClose} onChosen={asked.run} />}
      {asked.what === 'reprice' && (
        <RepriceDialog
          count={asked.ids.length}
          help={repriceHelp}
          send={(percent, key) => calls.reprice!({ ids: [...asked.ids], percent }, key)}
          tell={(percent) => calls.reprice!({ ids: [...asked.ids], percent, dryRun: true })}
          onClose={onClose}
          onDone={async (done) => {
            onClose();
            onDone();
            (await import('#site/ui/list/bulk/undo.ts')).sayRepriced(done, calls, onDone);
          }}
        />
      )}
      {asked.what === 'import' && <ImportDialog kind={kind} calls={calls} onClose={onClose} onDone={onDone} />}
    </OnDemand>
  );
}
