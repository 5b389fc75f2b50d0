import { useState } from 'react';
import type { SavedView } from '#domain/users/schema.ts';
import { lists as words } from '#site/messages/it/lists.ts';
import { call, CallError } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { counted, t } from '#site/lib/intl.ts';
import { toast } from '#site/shell/toast.ts';
import { Checkbox } from '../Choice.tsx';
import { Dialog } from '../Dialog.tsx';
import { Field } from '../Field.tsx';
import type { ListData, ListSpec } from './columns.ts';
import { isView, readState, searchOf, stateParams, type ListState } from './state.ts';

/** Views as tabs: those of the list, own ones and those shared with the company. What no view shows can be saved as one. */
export function ListViews({
  spec,
  state,
  data,
  total,
  columns,
  onGo,
}: {
  spec: ListSpec;
  state: ListState;
  data: ListData;
  /** Rows of what is shown. */
  total: number;
  /** Keys of the columns shown. */
  columns: readonly string[];
  onGo: (state: ListState) => void;
}) {
  const [saved, setSaved] = useState(data.saved);
  const [saving, setSaving] = useState<{ name: string; shared: boolean; error?: string; key: string } | null>(null);
  const stateOf = (view: Record<string, string>): ListState => ({
    ...readState(spec, new URLSearchParams(view).toString()),
    mode: state.mode,
  });
  const own = saved.find((view) => view.own && isView(spec, state, view.state));
  const known = [...spec.views, ...saved].some((view) => isView(spec, state, view.state));
  const tab = (key: string, name: string, view: Record<string, string>, note?: string) => (
    <a
      key={key}
      href={searchOf(spec, stateOf(view))}
      aria-current={isView(spec, state, view) ? 'true' : undefined}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        onGo(stateOf(view));
      }}
    >
      {name}
      {note && <span>{note}</span>}
    </a>
  );
  const create = async (name: string, shared: boolean, view: Record<string, string>, key: string) => {
    const added = await call('POST /users/me/views', { body: { area: spec.area, name, shared, state: view }, key });
    setSaved((before) => [...before, added]);
  };
  const save = async () => {
    if (!saving) return;
    try {
      await create(saving.name, saving.shared, { ...stateParams(spec, state), columns: columns.join(',') }, saving.key);
      setSaving(null);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setSaving({ ...saving, error: error.body.fields?.name ?? error.message, key: newKey() });
    }
  };
  const remove = async (view: SavedView) => {
    try {
      await call('DELETE /users/me/views/:id', { params: { id: view.id } });
    } catch (error) {
      return void toast((error as Error).message, { kind: 'bad' });
    }
    setSaved((before) => before.filter(({ id }) => id !== view.id));
    void toast(t(words.viewDeleted, { name: view.name }), {
      kind: 'ok',
      duration: 8000,
      action: { label: words.cancel, run: () => create(view.name, view.shared, view.state, newKey()) },
    });
  };
  return (
    <div className="list-views">
      <nav className="tabs" aria-label={words.views}>
        {spec.views.map((view, index) =>
          tab(
            view.name,
            view.name,
            view.state,
            counted(isView(spec, state, view.state) ? total : (data.counts[index] ?? 0)),
          ),
        )}
        {saved.map((view) => tab(`saved-${view.id}`, view.name, view.state, view.shared ? words.shared : undefined))}
      </nav>
      {!known && (
        <button
          type="button"
          className="btn ghost small"
          onClick={() => setSaving({ name: '', shared: false, key: newKey() })}
        >
          {words.saveView}
        </button>
      )}
      {own && (
        <button type="button" className="btn ghost small" onClick={() => void remove(own)}>
          {words.deleteView}
        </button>
      )}
      <Dialog
        open={saving !== null}
        title={words.saveViewTitle}
        size="s"
        onClose={() => setSaving(null)}
        actions={
          <>
            <button type="button" className="btn" onClick={() => setSaving(null)}>
              {words.cancel}
            </button>
            <button type="submit" form="save-view" className="btn primary" data-save>
              {words.save}
            </button>
          </>
        }
      >
        {saving && (
          <form
            id="save-view"
            className="dialog-form"
            onSubmit={(event) => {
              event.preventDefault();
              void save();
            }}
          >
            <Field
              label={words.saveViewName}
              name="name"
              maxLength={60}
              required
              help={words.saveViewHelp}
              error={saving.error}
              value={saving.name}
              onChange={(event) => setSaving({ ...saving, name: event.currentTarget.value })}
            />
            <Checkbox
              label={words.saveViewShared}
              checked={saving.shared}
              onChange={(event) => setSaving({ ...saving, shared: event.currentTarget.checked })}
            />
          </form>
        )}
      </Dialog>
    </div>
  );
}
