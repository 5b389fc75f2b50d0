import { lazy, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { valuesIn, whole, type Fields, type Values } from '#domain/record/fields.ts';
import { t } from '#site/lib/intl.ts';
import { priced as words } from '#site/messages/it/lists.ts';
import { toast } from '#site/ui/toast.ts';
import { ErrorBoundary } from '../ErrorBoundary.tsx';
import { OnDemand } from '../OnDemand.tsx';
import type { Layout } from '../record/form/form-of.ts';
import { archiving } from './bulk/archiving.ts';
import type { ArchiveWords, ListedRecord, ListImport, RecordCalls } from './record/calls.ts';
import { hrefOf, type Action, type Editing, type ListData, type ListSpec, type Row } from './table/columns.ts';
import { DataList } from './DataList.tsx';
import type Dialog from './record/RecordDialog.tsx';
import { useRecord } from './record/useRecord.ts';

// These load when they are needed. `lazy` loses the type parameters of a component, so a cast restores them.
const RecordDialog = lazy(() => import('./record/RecordDialog.tsx')) as unknown as typeof Dialog;
const RepriceDialog = lazy(() => import('./bulk/RepriceDialog.tsx'));

export interface RecordListProps<F extends Fields, R extends ListedRecord & Row> {
  spec: ListSpec;
  data: ListData;
  /** The record that the address opens. */
  record: R | 'new' | null;
  mayManage: boolean;
  /** Privileges of the person: they decide which fields are visible. */
  held: readonly number[];
  fields: F;
  /**
   * The part of the dialog's form that the fields do not describe, for a record (null: a new one). Without it each
   * record has a page of its own, to which the rows link.
   */
  layout?: Layout<F> | ((record: R | null) => Layout<F>);
  calls: RecordCalls<R, Values<F>>;
  /** The dialog that fills the list from a file, where it is filled so. */
  importing?: ComponentType<ListImport>;
  /** The record's name in sentences, such as its code. */
  nameOf: (record: R) => string;
  titleOf: (record: R) => ReactNode;
  /** The dialog stands beside the list, where there is room for both. */
  beside?: boolean;
  /** Further buttons above the list. */
  buttons?: ReactNode;
  /** Explains a price change that is not a percentage of the price. */
  repriceHelp?: string;
  /** Words for archiving where it has a further meaning. */
  archiveWords?: ArchiveWords;
  /** Further actions on a row for people who manage the list; `again` reads the list again. */
  actions?: (row: R, again: () => void) => Action[];
  /** Further actions on chosen rows. */
  bulkActions?: (rows: readonly R[], again: () => void) => Action[];
  /** The note above the fields of a record (null: a new record), and whether the person may only read it. */
  about?: (row: R | null) => { note: string; readOnly: boolean } | null;
  /**
   * Drawn below the fields of a record (null: a new one), from their values; `again` reads list and record again, after
   * what changed it here.
   */
  below?: (values: Values<F>, record: R | null, again: () => void) => ReactNode;
}

/**
 * The page of a list of plain records: list, record dialog, archiving of one or many; priced records also have price
 * changes and imports.
 */
export function RecordList<F extends Fields, R extends ListedRecord & Row>(props: RecordListProps<F, R>) {
  const {
    spec,
    mayManage,
    layout,
    calls,
    nameOf,
    archiveWords,
    actions,
    bulkActions,
    about,
    importing: Import,
  } = props;
  const [refresh, setRefresh] = useState(0);
  const [repricing, setRepricing] = useState<readonly number[] | null>(null);
  const [importing, setImporting] = useState(false);
  const again = () => setRefresh((before) => before + 1);
  const record = useRecord<R>(props.record, calls.read);
  const archive = archiving<R, Values<F>>({ calls, nameOf, again, words: archiveWords });
  const { reprice } = calls;
  // Scripts open the dialog in the browser: React would complete a large one drawn on the server by an inline script,
  // which the content security policy refuses.
  const pages = layout === undefined;
  const opened = record.current === 'new' ? null : record.current;
  const [alive, setAlive] = useState(!props.record);
  useEffect(() => setAlive(true), []);

  return (
    <ErrorBoundary what={spec.title}>
      <DataList<R>
        spec={spec}
        data={props.data}
        refresh={refresh}
        opened={opened?.id}
        {...(!pages && { onOpen: (row) => record.open(row.id) })}
        {...(mayManage && {
          ...(!pages && { onCreate: record.create }),
          editing: editingOf(props),
          rowActions: (row) => [
            pages
              ? { label: words.open, href: hrefOf(spec, row) }
              : { label: words.open, run: () => record.open(row.id) },
            ...(about?.(row)?.readOnly ? [] : [...(actions?.(row, again) ?? []), archive([row])]),
          ],
          bulk: (rows) => [
            ...(bulkActions?.(rows, again) ?? []),
            ...(reprice ? [{ label: words.reprice, run: () => setRepricing(rows.map(({ id }) => id)) }] : []),
            archive(rows),
          ],
        })}
      >
        {props.buttons}
        {mayManage && Import && (
          <button type="button" className="btn" onClick={() => setImporting(true)}>
            {words.import}
          </button>
        )}
      </DataList>
      <OnDemand>
        {alive && record.current && layout && (
          <RecordDialog<F, R>
            key={opened ? `${opened.id} ${opened.version}` : 'new'}
            {...shownIn(props, opened)}
            below={(values, row) =>
              props.below?.(values, row, () => {
                again();
                if (row) record.again(row.id);
              })
            }
            onClose={record.close}
            onArchive={(row) => {
              record.close();
              void archive([row]).run();
            }}
            onSaved={(row) => {
              record.close();
              again();
              void toast(t(words.saved, { code: nameOf(row) }), { kind: 'ok' });
            }}
          />
        )}
        {repricing && (
          <Repricing
            ids={repricing}
            calls={calls}
            help={props.repriceHelp}
            again={again}
            onClose={() => setRepricing(null)}
          />
        )}
        {importing && Import && <Import calls={calls} onClose={() => setImporting(false)} onDone={again} />}
      </OnDemand>
    </ErrorBoundary>
  );
}

/** What the dialog of a record (null: a new one) shows; the list has a layout. */
function shownIn<F extends Fields, R extends ListedRecord & Row>(
  { spec, fields, layout, calls, held, beside, mayManage, archiveWords, titleOf, about }: RecordListProps<F, R>,
  record: R | null,
) {
  const said = about?.(record);
  return {
    record,
    fields,
    layout: typeof layout === 'function' ? layout(record) : layout!,
    calls,
    held,
    archiveWords,
    size: beside ? ('side' as const) : undefined,
    mayManage: mayManage && !said?.readOnly,
    note: said?.note,
    title: record ? titleOf(record) : spec.create!.label,
  };
}

/** The grid can edit every field that a person types. */
const editingOf = <F extends Fields, R extends ListedRecord & Row>({
  fields,
  nameOf,
  calls,
  held,
}: RecordListProps<F, R>): Editing<R> => ({
  fields,
  nameOf,
  save: (row) => {
    return calls.save(row.id, row.version, whole(fields, held, valuesIn(fields, row)));
  },
});

/** Asks for a percentage and changes the prices of these records by it; the toast undoes the change. */
function Repricing<R extends ListedRecord, V>({
  ids,
  calls,
  help,
  again,
  onClose,
}: {
  ids: readonly number[];
  calls: RecordCalls<R, V>;
  help: string | undefined;
  again: () => void;
  onClose: () => void;
}) {
  const { reprice } = calls;
  if (!reprice) return null;
  return (
    <RepriceDialog
      count={ids.length}
      help={help}
      send={(percent, key) => reprice({ ids: [...ids], percent }, key)}
      tell={(percent) => reprice({ ids: [...ids], percent, dryRun: true })}
      onClose={onClose}
      onDone={async (done) => {
        onClose();
        again();
        (await import('./bulk/undo.ts')).sayRepriced(done, calls, again);
      }}
    />
  );
}
