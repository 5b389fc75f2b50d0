import { eventMachine, openBefore } from '#domain/calendars/rules.ts';
import type { EventRecord } from '#domain/calendars/schema.ts';
import { call } from '#site/lib/call.ts';
import { event as words } from '#site/messages/it/calendars.ts';
import { attempt } from '#site/ui/attempt.ts';
import { Dialog } from '#site/ui/Dialog.tsx';
import type { DialogProps } from './asked.ts';

/** Asks whether a test drive begins although something is still to be done before it. */
export function Start({ of, ask, onChanged }: DialogProps & { of: EventRecord }) {
  const back = () => ask({ open: of.id });
  const goOn = () =>
    attempt(
      async () => {
        const sent = { params: { id: of.id }, version: of.version, body: { anyway: true } };
        await call('POST /calendars/events/:id/start', sent);
        await onChanged();
        back();
      },
      { done: eventMachine.moves.start.done },
    );
  return (
    <Dialog
      open
      title={words.startTitle}
      onClose={back}
      actions={
        <>
          <button type="button" className="btn" onClick={back}>
            {words.startBack}
          </button>
          <button type="button" className="btn primary" onClick={() => void goOn()}>
            {words.startAnyway}
          </button>
        </>
      }
    >
      <p>{words.startOpen}</p>
      <ul>
        {openBefore(of).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p className="muted">{words.startTold}</p>
    </Dialog>
  );
}
