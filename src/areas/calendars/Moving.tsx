import { useEffect, useRef, useState } from 'react';
import type { EventRecord } from '#domain/calendars/schema.ts';
import { scopes, type Scope } from '#domain/calendars/event-terms.ts';
import { keysOf } from '#domain/record/machine.ts';
import { call } from '#site/lib/call.ts';
import { calendar as words } from '#site/messages/it/calendars.ts';
import { Dialog } from '#site/ui/Dialog.tsx';
import { whyRefused } from '#site/ui/attempt.ts';
import { toast } from '#site/ui/toast.ts';
import type { DialogProps, When } from './asked.ts';
import { movedTo } from './undo.ts';

/** Moves an event to where it was dropped; of a series it asks which ones. */
export function Moving({
  id,
  when,
  scope: only,
  ask,
  onChanged,
}: DialogProps & { id: number; when: When; scope: Scope | undefined }) {
  const [of, setOf] = useState<EventRecord | null>(null);
  const begun = useRef(false);
  const move = async (event: EventRecord, scope: Scope) => {
    try {
      const moved = await call('POST /calendars/events/:id/reschedule', {
        params: { id },
        version: event.version,
        body: { ...when, scope },
      });
      movedTo(moved, event, scope, () => void onChanged());
    } catch (error) {
      // What is in the way, and what is free instead: the form offers it.
      void toast(whyRefused(error), { kind: 'bad', duration: 10_000 });
    }
    ask(null);
    await onChanged();
  };
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void call('GET /calendars/events/:id', { params: { id } }).then((event) =>
      event.seriesId === null || only ? move(event, only ?? 'one') : setOf(event),
    );
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, []);
  return (
    <Dialog
      open={of !== null}
      title={words.scopeTitle}
      size="s"
      onClose={() => ask(null)}
      actions={keysOf(scopes).map((scope) => (
        <button key={scope} type="button" className="btn" onClick={() => void move(of!, scope)}>
          {scopes[scope]}
        </button>
      ))}
    >
      <p>{words.scopeText}</p>
    </Dialog>
  );
}
