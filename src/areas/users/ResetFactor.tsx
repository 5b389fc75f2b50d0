import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { resetFactor as words } from '#site/messages/it/users.ts';
import { toast } from '#site/ui/toast.ts';
import { Confirm } from '#site/ui/Dialog.tsx';

/**
 * Dialog that confirms the reset of a second factor: it cannot be undone, and the person can then log in with the password alone. Loaded
 * when it is opened.
 */
export default function ResetFactor({ id, name, onClose }: { id: number; name: string; onClose(): void }) {
  const reset = async () => {
    onClose();
    try {
      await call('DELETE /users/:id/second-factor', { params: { id } });
      void toast(t(words.done, { name }), { kind: 'ok' });
    } catch (error) {
      void toast((error as Error).message, { kind: 'bad' });
    }
  };
  return (
    <Confirm
      open
      title={words.title}
      text={t(words.text, { name })}
      verb={words.verb}
      onClose={onClose}
      onConfirm={() => void reset()}
    />
  );
}
