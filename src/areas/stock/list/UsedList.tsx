import { lazy } from 'react';
import { usedCarFields } from '#domain/stock/fields.ts';
import type { UsedCarRow } from '#domain/stock/schema.ts';
import { call } from '#site/lib/call.ts';
import { usedList as words } from '#site/messages/it/used-list.ts';
import { CarList, type CarListProps } from './CarList.tsx';
import { usedList, type UsedListOptions } from './used-list.ts';

const MarkDown = lazy(() => import('../MarkDown.tsx'));
const NewCar = lazy(() => import('./NewCar.tsx'));

const { retailPrice, b2bPrice, minPrice } = usedCarFields;

interface Props extends UsedListOptions, CarListProps {
  may: { quote: boolean; b2b: boolean; value: boolean; findCustomers: boolean };
}

export function UsedList({ data, isNew, may, ...given }: Props) {
  const { mayManage, held, userId, locations, terms } = given;
  const who = { id: userId, privileges: held };
  return (
    <CarList<UsedCarRow>
      kind="used"
      spec={usedList(given)}
      words={words}
      data={data}
      isNew={isNew}
      terms={terms}
      mayManage={mayManage}
      findsCustomers={may.findCustomers}
      more={(rows) =>
        may.b2b ? [{ label: words.offer, run: async () => (await import('./row-actions.ts')).offerB2b(rows) }] : []
      }
      isComing={({ state }) => state === 'scheduled'}
      arrive={async (row) => (await import('../calls.ts')).move('arrive', row)}
      rowActions={async (row, list) => (await import('./row-actions.ts')).rowActions(row, who, may, list)}
      editing={{
        fields: { retailPrice, b2bPrice, minPrice },
        save: async (row) => {
          const body = { retailPrice: row.retailPrice, b2bPrice: row.b2bPrice ?? null, minPrice: row.minPrice };
          const { id, version } = row;
          const saved = await call('PUT /stock/used/:id/prices', { params: { id }, version, body });
          return { ...row, ...body, version: saved.version, profit: saved.margin?.net ?? null };
        },
      }}
      renderMarkdown={(row, onClose, onDone) => (
        <MarkDown car={row} name={row.name} terms={terms} onClose={onClose} onDone={onDone} />
      )}
    >
      {(close) => <NewCar locations={locations} onClose={close} />}
    </CarList>
  );
}
