import { useId, useState } from 'react';
import { CallError } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { kit } from '#site/messages/it/kit.ts';
import { saveView as words } from '#site/messages/it/lists.ts';
import { Checkbox } from '#site/ui/Choice.tsx';
import { Dialog } from '#site/ui/Dialog.tsx';
import { Field } from '#site/ui/Field.tsx';

/** Asks for the name of a view and who sees it; `save` stores the current state under an idempotency key. */
export default function SaveView({
  save,
  onClose,
}: {
  save: (name: string, shared: boolean, key: string) => Promise<void>;
  onClose: () => void;
}) {
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [key, setKey] = useState(newKey);
  const formId = useId();
  const send = async () => {
    try {
      await save(name, shared, key);
      onClose();
    } catch (cause) {
      if (!(cause instanceof CallError)) throw cause;
      setError(cause.body.fields?.name ?? cause.body.fields?.state ?? cause.message);
      setKey(newKey());
    }
  };
  return (
    <Dialog
      open
      title={words.title}
      size="s"
      onClose={onClose}
      actions={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {kit.cancel}
          </button>
          <button type="submit" form={formId} className="btn primary" data-save>
            {kit.save}
          </button>
        </>
      }
    >
      <form
        id={formId}
        className="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <Field
          label={words.name}
          name="name"
          maxLength={60}
          required
          help={words.help}
          error={error}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Checkbox label={words.shared} checked={shared} onChange={(event) => setShared(event.currentTarget.checked)} />
      </form>
    </Dialog>
  );
}
