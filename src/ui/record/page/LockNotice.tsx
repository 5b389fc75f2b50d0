import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { useThisRecord } from '../store/context.ts';

/**
 * Says once why the record is locked, when all its sections share the reason. `before` is an additional text above
 * the reason.
 */
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
