import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { useThisRecord } from './context.ts';

/** Why the record may not be changed, once, when that is so of all its sections. `before` is what else there is to say then. */
export function LockNotice({ before }: { before?: ReactNode }) {
  const rows = useStore(useThisRecord().$index);
  const [reason, ...others] = new Set(rows.map(({ locked }) => locked));
  if (!reason || others.length > 0) return null;
  return (
    <p className="callout">
      {before} {reason}
    </p>
  );
}
