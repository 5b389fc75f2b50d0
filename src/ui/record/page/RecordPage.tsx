import { useStore } from '@nanostores/react';
import { lazy, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { RecordContext, type AnyRecord } from '../store/context.ts';
import { Index, type IndexMore } from './Index.tsx';
import { LockNotice } from './LockNotice.tsx';
import { useHead } from './useHead.ts';
import { useLife } from './useLife.ts';
import './record.css';

const Conflict = lazy(() => import('./Conflict.tsx'));

/** Opens the dialog when somebody else saved first, so that the person decides. */
function Disputed({ record }: { record: AnyRecord }) {
  const saving = useStore(record.$save);
  return <OnDemand>{saving.kind === 'conflict' && saving.shown && <Conflict record={record} />}</OnDemand>;
}

/** The page of a large record: head in the top bar, index, sections, and at the right a column that stays in view. */
export function RecordPage({
  record,
  head,
  isSaid = false,
  notice,
  top,
  index,
  children,
  aside,
}: {
  record: AnyRecord;
  head: ReactNode;
  /** Whether what stands above all columns says why the record is locked. */
  isSaid?: boolean;
  /** Shown before the reason when the record is locked. */
  notice?: ReactNode;
  /** Above all columns. */
  top?: ReactNode;
  index?: IndexMore;
  /** The sections. */
  children: ReactNode;
  /** Comes before the sections, as they are long: the first picture shows both. */
  aside?: ReactNode;
}) {
  const title = useStore(record.$about).join(' · ');
  const place = useHead(title);
  useLife(record);
  return (
    <RecordContext value={record}>
      <div className="record">
        <h1>{title}</h1>
        {top && <div className="over">{top}</div>}
        <Index {...index} />
        {aside}
        <div className="sections">
          {!isSaid && <LockNotice before={notice} />}
          {children}
          <Disputed record={record} />
        </div>
      </div>
      {place && createPortal(head, place)}
    </RecordContext>
  );
}
