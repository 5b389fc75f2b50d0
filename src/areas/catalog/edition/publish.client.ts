import { parseDay } from '#domain/italian.ts';
import { call } from '#site/lib/call.ts';
import { enhance, text } from '#site/lib/native-form.client.ts';
import { step } from './step.client.ts';

const section = document.querySelector<HTMLElement>('[data-publish]');
if (section) {
  const params = { id: Number(section.dataset.publish) };
  const version = Number(section.dataset.version);
  const alert = section.querySelector<HTMLElement>('[role=alert]')!;
  for (const button of section.querySelectorAll<HTMLButtonElement>('[data-move]'))
    button.addEventListener('click', () => {
      const move = button.dataset.move as 'ready' | 'publish' | 'reopen';
      void step(alert, () => call(`POST /catalog/editions/:id/${move}`, { params, version }));
    });
  const schedule = section.querySelector('form');
  if (schedule)
    enhance(schedule, async (data) => {
      // What is no day is refused at its field.
      const day = parseDay(text(data, 'day'), new Date().getFullYear()) ?? text(data, 'day');
      await call('POST /catalog/editions/:id/schedule', { params, version, body: { day } });
      location.reload();
    });
}
