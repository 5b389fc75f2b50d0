/** Saves what a maker or a model is itself in the open edition. */
import { call } from '#site/lib/call.ts';
import { askBeforeLeaving, enhance } from '#site/lib/native-form.client.ts';
import { controlsOf, isTouched, rowsOf, showConflicts, showRefusal } from './controls.client.ts';

const form = document.querySelector<HTMLFormElement>('form[data-own]');
if (form) {
  const touched = () => controlsOf(form).filter(isTouched);
  const letGo = askBeforeLeaving(() => touched().length > 0);
  enhance(form, async () => {
    const rows = rowsOf(touched());
    if (rows.length === 0) return;
    try {
      const answer = await call('POST /catalog/editions/:id/rows', {
        params: { id: Number(form.dataset.own) },
        body: { rows },
      });
      if (answer.conflicts.length > 0) return showConflicts(form, answer);
      letGo();
      location.reload();
    } catch (cause) {
      showRefusal(form, cause, rows);
    }
  });
}
