import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { Saved } from './autosave.ts';
import { RecordContext } from './context.ts';
import { Index } from './Index.tsx';
import { LockNotice } from './LockNotice.tsx';
import type { RecordStore } from './record.ts';
import { useHead } from './useHead.ts';
import { useLife } from './useLife.ts';
import './head.css';
import './record.css';

/** A large record: head in the top bar, index, sections, and at the right what stays in view. */
export function RecordPage<Value extends object, Head extends Saved, Current extends Head>({
  record,
  about,
  head,
  notice,
  children,
  aside,
  ...data
}: {
  record: RecordStore<Value, Head, Current>;
  /** Whom and what, as far as they are known: heading, name of the tab. */
  about: readonly string[];
  head: ReactNode;
  /** What there is to say of a locked record before the reason. */
  notice?: ReactNode;
  /** The sections. */
  children: ReactNode;
  aside?: ReactNode;
  [data: `data-${string}`]: unknown;
}) {
  const title = about.join(' · ');
  const place = useHead(title);
  useLife(record);
  return (
    <RecordContext value={record}>
      <div className="record" {...data}>
        <h1>{title}</h1>
        <Index />
        <div className="sections">
          <LockNotice before={notice} />
          {children}
        </div>
        {aside}
      </div>
      {place && createPortal(head, place)}
    </RecordContext>
  );
}
