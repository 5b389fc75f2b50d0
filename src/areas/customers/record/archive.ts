import { call } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { t } from '#site/lib/intl.ts';
import { customer as words } from '#site/messages/it/customers.ts';
import { toast } from '#site/ui/toast.ts';
import type { CustomerStore } from './store.ts';

/** Archives the customer or brings it back; what was typed is saved first. The last step can be taken back for 8 seconds. */
export async function setArchived(store: CustomerStore, archived: boolean): Promise<void> {
  const { $customer, autosave, adopt } = store;
  try {
    if (autosave.unsaved() && !(await autosave.flush())) return;
    const { id, version, name } = $customer.get()!;
    const action = archived ? 'archive' : 'restore';
    const { results } = await call('POST /customers/bulk', {
      body: { action, rows: [{ id, version }] },
      key: newKey(),
    });
    const current = await call('GET /customers/:id', { params: { id } });
    adopt(current);
    if (results[0]?.outcome !== 'done') return void toast(words.changedMeanwhile, { kind: 'bad' });
    void toast(t(archived ? words.didArchive : words.didRestore, { name }), {
      kind: 'ok',
      duration: 8000,
      action: { label: words.undo, run: () => void setArchived(store, !archived) },
    });
  } catch (error) {
    void toast((error as Error).message, { kind: 'bad' });
  }
}
