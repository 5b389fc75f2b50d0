import { useState } from 'react';
import { endings as words } from '#site/messages/it/future-tables-parts.ts';
import { DateField } from '#site/ui/DateField.tsx';

/** The last day of a table in force. */
export default function Ending({ onEnd }: { onEnd: (validTo: string) => void }) {
  const [ending, setEnding] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);
  return (
    <div className="row ending">
      <DateField
        name="endOn"
        label={words.endOn}
        value={ending}
        error={missing && !ending ? words.endMissing : null}
        onChange={setEnding}
      />
      <button type="button" className="btn" onClick={() => (ending ? onEnd(ending) : setMissing(true))}>
        {words.end}
      </button>
    </div>
  );
}
