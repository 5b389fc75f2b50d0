import { lazy, Suspense, useState } from 'react';
import { call } from '#site/lib/call.ts';
import { integer, t } from '#site/lib/intl.ts';
import { reference as words } from '#site/messages/it/reference.ts';
import { toast } from '#site/shell/toast.ts';
import { ErrorBoundary } from '../ErrorBoundary.tsx';
import type { FormField } from '../FormFields.tsx';
import type { ListData, ListSpec } from './columns.ts';
import { DataList } from './DataList.tsx';
import { useRecord } from './useRecord.ts';

// Loaded when they are asked for.
const ReferenceForm = lazy(() => import('./ReferenceForm.tsx'));
const ImportDialog = lazy(() => import('../ImportDialog.tsx').then((file) => ({ default: file.ImportDialog })));
const RepriceDialog = lazy(() => import('./RepriceDialog.tsx'));

/** A record of any reference area, with what they all have. */
export type Priced = { id: number; version: number; code: string; price: number; archived: boolean };

/** What a person types of one. */
export interface PricedInput {
  code: string;
  price: number;
  cost: number;
  taxRate: number;
}

/** Calls of reference areas differ in the first word of the path, which is the area's, and in the fields of the record. */
export const areaOf = (spec: ListSpec) => spec.area as 'accessories';

export interface ReferenceProps<R extends Priced, V extends PricedInput> {
  spec: ListSpec;
  data: ListData;
  /** What the address asks to open. */
  record: R | 'new' | null;
  mayManage: boolean;
  fields: readonly FormField<V>[];
  /** A new record before anything is typed. */
  blank: V;
  titleOf: (record: R) => string;
}

/** Everything of a reference area's page: list, record dialog, archive, price change, import. */
export function ReferenceList<R extends Priced, V extends PricedInput>(props: ReferenceProps<R, V>) {
  const { spec, data, record: asked, mayManage, fields, blank, titleOf } = props;
  const area = areaOf(spec);
  const [refresh, setRefresh] = useState(0);
  const [repricing, setRepricing] = useState<readonly number[] | null>(null);
  const [importing, setImporting] = useState(false);
  const again = () => setRefresh((before) => before + 1);
  const record = useRecord<R>(asked, async (id) => {
    const found: unknown = await call(`GET /${area}/:id` as const, { params: { id } });
    return found as R;
  });

  const put = (rows: readonly Priced[], archived: boolean): Promise<Priced[]> =>
    Promise.all(
      rows.map(({ id, version }) =>
        call(`PUT /${area}/:id/archived` as const, { params: { id }, body: { archived }, version }),
      ),
    ).finally(again);
  const archive = async (rows: readonly Priced[], archived: boolean) => {
    try {
      const done = await put(rows, archived);
      const [one] = done;
      const text =
        done.length === 1
          ? t(archived ? words.didArchive : words.didRestore, { code: one!.code })
          : t(archived ? words.didArchiveMany : words.didRestoreMany, { n: integer(done.length) });
      const undo = () => put(done, !archived);
      void toast(text, { kind: 'ok', duration: 8000, action: { label: words.undo, run: undo } });
    } catch (error) {
      void toast((error as Error).message, { kind: 'bad' });
    }
  };
  const archiving = (rows: readonly Priced[]) => {
    const archived = !rows.every((row) => row.archived);
    return { label: archived ? words.archive : words.restore, run: () => void archive(rows, archived) };
  };

  return (
    <ErrorBoundary what={spec.title}>
      <DataList<R>
        {...{ spec, data, refresh }}
        onOpen={(row) => void record.open(row.id)}
        {...(mayManage && {
          onCreate: record.create,
          rowActions: (row) => [{ label: words.open, run: () => void record.open(row.id) }, archiving([row])],
          bulk: (rows) => [
            { label: words.reprice, run: () => setRepricing(rows.map(({ id }) => id)) },
            archiving(rows),
          ],
        })}
      >
        {mayManage && (
          <button type="button" className="btn" onClick={() => setImporting(true)}>
            {words.import}
          </button>
        )}
      </DataList>
      <Suspense>
        {record.current && (
          <ReferenceForm
            key={record.current === 'new' ? 'new' : record.current.id}
            record={record.current === 'new' ? null : record.current}
            {...{ spec, mayManage }}
            fields={fields as readonly FormField<PricedInput>[]}
            blank={blank}
            title={record.current === 'new' ? spec.create!.label : titleOf(record.current)}
            onClose={record.close}
            onArchive={(row) => {
              record.close();
              void archive([row], !row.archived);
            }}
            onSaved={({ code }) => {
              record.close();
              again();
              void toast(t(words.saved, { code }), { kind: 'ok' });
            }}
          />
        )}
        {repricing && (
          <RepriceDialog
            count={repricing.length}
            send={(percent, key) =>
              call(`POST /${area}/reprice` as const, { body: { ids: [...repricing], percent }, key })
            }
            onClose={() => setRepricing(null)}
            onDone={(changed) => {
              setRepricing(null);
              again();
              void toast(t(words.repriced, { n: integer(changed) }), { kind: 'ok' });
            }}
          />
        )}
        {importing && (
          <ImportDialog
            title={words.importTitle}
            help={words.importHelp}
            send={(body) => call(`POST /${area}/import` as const, { body })}
            onClose={() => setImporting(false)}
            onDone={again}
          />
        )}
      </Suspense>
    </ErrorBoundary>
  );
}
