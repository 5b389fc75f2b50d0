/** Granting and refusing a discount that waits: on the dashboard and under the bell. Loaded by the first press. */
import { approvalMachine, refuseReasons } from '#domain/quotes/approvals/terms.ts';
import { call, CallError } from '#site/lib/call.ts';
import { atLeast } from '#site/lib/delayed.ts';
import { kit } from '#site/messages/it/kit.ts';
import { toast } from '#site/ui/toast.ts';

interface Seen {
  id: number;
  version: number;
}
type Reason = keyof typeof refuseReasons;
const { grant: granting, refuse: refusing } = approvalMachine.moves;
const seen = ({ id, version }: Seen) => ({ params: { id }, version });
/** It waits no longer: somebody else has decided it, or it went with its quote. */
const isOver = (error: unknown) => error instanceof CallError && (error.status === 412 || error.status === 404);

/** Grants it; true when it waits no longer, because somebody else was first, too. */
export async function grant(asked: Seen): Promise<boolean> {
  try {
    await call('POST /approvals/:id/grant', seen(asked));
    void toast(granting.done, { kind: 'ok' });
    return true;
  } catch (error) {
    void toast((error as Error).message, { kind: 'bad' });
    return isOver(error);
  }
}

function element<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, more: object, ...inside: (Node | string)[]) {
  const made = Object.assign(document.createElement(tag), more);
  made.append(...inside);
  return made;
}

/**
 * Asks for the reason in a dialog within `host` and refuses: each reason is a button, so that one press says both. True
 * when it waits no longer, false when the dialog was closed.
 */
export function refuse(asked: Seen, title: string, host: HTMLElement): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const error = element('small', { className: 'error', id: 'refuse-error', role: 'alert' });
  const note = element('textarea', { maxLength: 500, rows: 2, id: 'refuse-note' });
  note.setAttribute('aria-describedby', error.id);
  const reasons = (Object.keys(refuseReasons) as Reason[]).map((reason) => {
    const button = element('button', { type: 'button', className: 'btn' }, refuseReasons[reason]);
    button.addEventListener('click', () => void send(reason, button));
    return button;
  });
  const cancel = element('button', { type: 'button', className: 'btn ghost' }, kit.cancel);
  const heading = element('h2', { id: 'refuse-title' }, title);
  const dialog = element(
    'dialog',
    { className: 'refuse' },
    element('header', {}, heading),
    element('label', { className: 'field' }, kit.note, note, error),
    element('div', { className: 'field', role: 'group', ariaLabel: kit.reason }, kit.reason, ...reasons),
    element('div', { className: 'head' }, element('span', { className: 'grow' }), cancel),
  );
  dialog.setAttribute('aria-labelledby', heading.id);
  function end(isGone: boolean) {
    resolve(isGone);
    dialog.close();
  }
  async function send(reason: Reason, button: HTMLButtonElement) {
    // One answer, whatever else is pressed while it is on its way.
    if (reasons.some(({ ariaBusy }) => ariaBusy === 'true')) return;
    if (reason === 'other' && !note.value.trim()) {
      error.textContent = kit.writeNote;
      note.setAttribute('aria-invalid', 'true');
      return note.focus();
    }
    button.ariaBusy = 'true';
    try {
      await atLeast(call('POST /approvals/:id/refuse', { ...seen(asked), body: { reason, note: note.value } }));
      void toast(refusing.done, { kind: 'ok' });
      end(true);
    } catch (cause) {
      button.ariaBusy = null;
      const { message } = cause as Error;
      if (!isOver(cause)) return void (error.textContent = message);
      void toast(message, { kind: 'bad' });
      end(true);
    }
  }
  cancel.addEventListener('click', () => end(false));
  dialog.addEventListener('close', () => {
    resolve(false);
    dialog.remove();
  });
  host.append(dialog);
  dialog.showModal();
  reasons[0]!.focus();
  return promise;
}
