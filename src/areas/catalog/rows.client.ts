/** Turns the changed controls of a page into rows of the open edition. */
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { askBeforeLeaving, enhance, showErrors } from '#site/lib/native-form.client.ts';
import { catalog as words } from '#site/messages/it/catalog.ts';
import { controlsOf, isTouched, newRule, optionRows, rowsOf, showRefusal } from './controls.client.ts';

const form = document.querySelector<HTMLFormElement>('form[data-edition]');
if (form) {
  const letGo = askBeforeLeaving(() => controlsOf(form).some(isTouched));
  enhance(form, async () => {
    const isChoosing = form.querySelector('[data-maker]') !== null;
    const wanted = controlsOf(form).filter((one) => isTouched(one) || /(^|:)-/.test(one.dataset.key ?? ''));
    const typed = rowsOf(wanted);
    const rule = newRule(form);
    if (!rule) return showErrors(form, words.ruleThere);
    const rows = [...(isChoosing ? optionRows(form, typed) : typed), ...rule];
    if (rows.length === 0) return;
    try {
      const params = { id: Number(form.dataset.edition) };
      const { conflicts } = await call('POST /catalog/editions/:id/rows', { params, body: { rows } });
      if (conflicts.length === 0) {
        letGo();
        return location.assign(form.dataset.then!);
      }
      showErrors(form, t(words.conflict, { count: conflicts.length }));
    } catch (cause) {
      showRefusal(form, cause, rows);
    }
  });
}
