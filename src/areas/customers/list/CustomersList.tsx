import { lazy, useEffect, useState } from 'react';
import { customerFields as all } from '#domain/customers/fields.ts';
import type { CustomerInput, CustomerRow } from '#domain/customers/schema.ts';
import { call } from '#site/lib/call.ts';
import { customersList as words } from '#site/messages/it/customers.ts';
import { t } from '#site/lib/intl.ts';
import { priced } from '#site/messages/it/lists.ts';
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { archiving } from '#site/ui/list/bulk/archiving.ts';
import type { ListData } from '#site/ui/list/table/columns.ts';
import { DataList } from '#site/ui/list/DataList.tsx';
import { toast } from '#site/ui/toast.ts';
import { customersList, type CustomersListOptions } from './customers-list.ts';

const Assign = lazy(() => import('./Assign.tsx'));
const ImportDialog = lazy(() => import('#site/parts/imports/ImportDialog.tsx'));
const CustomerDialog = lazy(() => import('#site/parts/customers/CustomerDialog.tsx'));

export interface Props extends CustomersListOptions {
  data: ListData;
  /** True when the address asks for a new customer. */
  isNew: boolean;
  may: { change: boolean; manage: boolean; quote: boolean; import: boolean };
}

const open = (id: number) => location.assign(`/dealer/customers/${id}`);
const { phone, phone2, email, pec, sdi, address, cap, city, province } = all;
/** The fields that a cell can edit; codes and names need the whole form. */
const editable = { phone, phone2, email, pec, sdi, address, cap, city, province };

export function CustomersList({ data, isNew, may, ...given }: Props) {
  const [refresh, setRefresh] = useState(0);
  const [creating, setCreating] = useState(false);
  /** Who makes no quotes enters one customer after the other: each saved one opens an empty form. */
  const [entered, setEntered] = useState(0);
  const [assigning, setAssigning] = useState<readonly CustomerRow[] | null>(null);
  const [importing, setImporting] = useState(false);
  const again = () => setRefresh((before) => before + 1);
  // Opens after hydration, because a dialog needs JavaScript.
  useEffect(() => setCreating(isNew), [isNew]);
  const archive = archiving<CustomerRow, CustomerInput>({
    calls: { bulk: (body, key) => call('POST /customers/bulk', { body, key }) },
    nameOf: ({ name }) => name,
    again,
  });
  return (
    <ErrorBoundary what={words.title}>
      <DataList<CustomerRow>
        spec={customersList(given)}
        data={data}
        refresh={refresh}
        rowActions={(row) => [
          { label: priced.open, href: `/dealer/customers/${row.id}` },
          ...(may.quote ? [{ label: words.quote, href: `/quotation?customer=${row.id}` }] : []),
          ...(may.manage ? [archive([row])] : []),
        ]}
        {...(given.mayCreate && { onCreate: () => setCreating(true) })}
        {...(may.manage && {
          bulk: (rows: CustomerRow[]) => [{ label: words.assign, run: () => setAssigning(rows) }, archive(rows)],
        })}
        {...(may.change && {
          editing: {
            fields: editable,
            nameOf: ({ name }: CustomerRow) => name,
            // A save replaces the whole record, so the record is read first: the row holds only part of it.
            save: async (row: CustomerRow) => {
              const { id, version } = row;
              const typed = Object.fromEntries(
                Object.keys(editable).map((key) => [key, row[key as keyof CustomerRow]]),
              );
              const whole = await call('GET /customers/:id', { params: { id } });
              const saved = await call('PUT /customers/:id', { params: { id }, version, body: { ...whole, ...typed } });
              return { ...row, ...saved };
            },
          },
        })}
      >
        {may.import && (
          <button type="button" className="btn" onClick={() => setImporting(true)}>
            {priced.import}
          </button>
        )}
      </DataList>
      <OnDemand>
        {assigning && <Assign rows={assigning} onClose={() => setAssigning(null)} onDone={again} />}
        {importing && <ImportDialog kind="customers" calls={{}} onClose={() => setImporting(false)} onDone={again} />}
        {creating && (
          <CustomerDialog
            key={entered}
            id={null}
            typed=""
            asks="few"
            openIt
            provinces={given.provinces}
            onClose={() => setCreating(false)}
            onChosen={({ id }) => open(id)}
            {...(!may.quote && {
              onSaved: ({ id, name }) => {
                setEntered((before) => before + 1);
                again();
                void toast(t(words.savedNext, { name }), {
                  kind: 'ok',
                  duration: 8000,
                  action: { label: words.open, run: () => open(id) },
                });
              },
            })}
          />
        )}
      </OnDemand>
    </ErrorBoundary>
  );
}
