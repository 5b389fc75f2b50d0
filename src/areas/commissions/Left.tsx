import { manyLeft as words } from '#site/messages/it/commissions.ts';
import type { CallAnswer } from '#site/lib/call.ts';
import { Dialog } from '#site/ui/Dialog.tsx';

export interface Row {
  id: number;
  version: number;
  /** Whose it is, as it is said of one that is left. */
  user: string;
}

/** Of whom it was not done, and why. */
export const leftOf = (
  rows: readonly Row[],
  { results }: CallAnswer<'POST /commissions/statements/confirm'>,
): readonly string[] =>
  results.flatMap(({ id, done, message }) =>
    done ? [] : `${rows.find((row) => row.id === id)!.user}: ${message ?? ''}`,
  );

const reload = () => location.reload();

/** Says what of many was not done; the list is read again then. */
export const Left = ({ texts }: { texts: readonly string[] }) => (
  <Dialog
    open
    title={words.title}
    onClose={reload}
    size="s"
    actions={
      <button type="button" className="btn" onClick={reload}>
        {words.close}
      </button>
    }
  >
    <div role="alert">
      <p>{words.left}</p>
      <ul>
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  </Dialog>
);
