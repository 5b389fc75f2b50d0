import { useEffect, useState } from 'react';
import type { EventRecord } from '#domain/calendars/schema.ts';
import { LOOK_SECONDS } from '#domain/record/presence.ts';
import type { Signature } from '#domain/signatures/schema.ts';
import { apiPath, call } from '#site/lib/call.ts';
import { event as words } from '#site/messages/it/calendars.ts';
import { Signatures } from '#site/parts/signatures/Signatures.tsx';
import { useLooks } from '#site/ui/useLooks.ts';

interface Props {
  event: EventRecord;
  mayWrite: boolean;
  today: string;
  onChanged: () => Promise<void>;
}

/** The agreement of a test drive: printed, and signed by link or on paper. */
export default function Agreement({ event: { id, state, endedAs }, mayWrite, today, onChanged }: Props) {
  const [rounds, setRounds] = useState<readonly Signature[] | null>(null);
  const read = (quiet = false) =>
    call('GET /signatures', { query: { entity: 'event', recordId: id } }, { quiet }).then(setRounds);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- read once for each appointment
  useEffect(() => void read(), [id]);
  // A colleague may have sent it meanwhile.
  useLooks(LOOK_SECONDS * 1000, () => read(true));
  return (
    <div className="cal-agreement">
      <p>
        <a
          className="btn"
          href={apiPath('GET /calendars/events/:id/agreement', { params: { id } })}
          target="_blank"
          rel="noopener"
        >
          {words.print}
        </a>
      </p>
      {rounds && (
        <Signatures
          of={{ entity: 'event', recordId: id }}
          rounds={rounds}
          mayWrite={mayWrite}
          isOpen={endedAs === null && (state === 'not_started' || state === 'in_progress')}
          today={today}
          onChanged={async (now) => {
            // Who reads that somebody has signed has the record as that left it.
            await onChanged();
            setRounds(now);
          }}
        />
      )}
    </div>
  );
}
