import { useState } from 'react';
import type { ShownCalendar } from '#domain/calendars/schema.ts';
import { apiPath, call } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { calendar as words } from '#site/messages/it/calendars.ts';
import { Checkbox } from '#site/ui/Choice.tsx';
import { Dialog } from '#site/ui/Dialog.tsx';
import { attempt } from '#site/ui/attempt.ts';
import type { DialogProps } from './asked.ts';

/** The days that are shown as a file, and a private address that other programs read again and again. */
export function Feed({ of, userId, mayManage, look, days, onClose }: DialogProps & { of: ShownCalendar | null }) {
  const [names, setNames] = useState(false);
  const [url, setUrl] = useState<string | null>(null);
  const query = { from: days[0]!, to: days.at(-1)!, calendarIds: look.ids.join(','), names: String(names) };
  const isMine = of !== null && (mayManage || of.userId === userId);
  const make = () =>
    attempt(async () =>
      setUrl((await call('POST /calendars/:id/feed', { key: newKey(), params: { id: of!.id }, body: { names } })).url),
    );
  const end = () =>
    attempt(
      async () => {
        await call('DELETE /calendars/:id/feed', { params: { id: of!.id } });
        setUrl(null);
      },
      { done: words.feedEnded },
    );
  return (
    <Dialog
      open
      title={of ? `${words.feedTitle}: ${of.name}` : words.feedTitle}
      onClose={onClose}
      actions={
        isMine && (
          <>
            <button type="button" className="btn" onClick={() => void end()}>
              {words.feedEnd}
            </button>
            <button type="button" className="btn primary" onClick={() => void make()}>
              {words.feedMake}
            </button>
          </>
        )
      }
    >
      <Checkbox label={words.feedNames} checked={names} onChange={(event) => setNames(event.currentTarget.checked)} />
      <p>
        <a className="link" href={apiPath('GET /calendars/ics', { query })} download>
          {words.file}
        </a>
      </p>
      {isMine && <p className="muted">{words.feedText}</p>}
      {url && (
        <p>
          <code className="cal-url">{url}</code>
        </p>
      )}
    </Dialog>
  );
}
