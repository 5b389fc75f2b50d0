import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { Icon } from '#site/ui/Icon.tsx';
import { useThisRecord } from '../store/context.ts';

/** Why sections are locked, each reason with the sections that share it. */
function useReasons(): { reason: string; labels: string[]; isWhole: boolean }[] {
  const rows = useStore(useThisRecord().$index);
  const reasons = new Set(rows.flatMap(({ locked }) => locked ?? []));
  return [...reasons].map((reason) => {
    const labels = rows.flatMap(({ label, locked }) => (locked === reason ? [label] : []));
    return { reason, labels, isWhole: labels.length === rows.length };
  });
}

/**
 * Says once why the record is locked, when all its sections share the reason. `before` is an additional text above
 * the reason.
 */
export function LockNotice({ before }: { before?: ReactNode }) {
  const whole = useReasons().find(({ isWhole }) => isWhole);
  return (
    whole && (
      <p className="callout">
        {before} {whole.reason}
      </p>
    )
  );
}

/** Says once why some sections are locked, naming them: below the index. */
export const LockReasons = () =>
  useReasons().map(
    ({ reason, labels, isWhole }) =>
      !isWhole && (
        <p key={reason} className="locks">
          <Icon name="info" size={16} />
          <span>
            <b>{labels.join(', ')}</b>. {reason}
          </span>
        </p>
      ),
  );
