/** Sends pictures as soon as they are chosen; the form then has a row for each, which is saved with all that is typed. */
import { CallError, apiPath, whyOf, type CallAnswer } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { showChosen } from '#site/lib/native-form.client.ts';
import { upload } from '#site/lib/upload.ts';
import { catalog as words } from '#site/messages/it/catalog.ts';

showChosen();

const section = document.getElementById('images')!;
const list = section.querySelector('ul')!;
const template = section.querySelector('template')!;
const chooser = document.getElementById('image-files') as HTMLInputElement | null;
const said = document.getElementById('image-said');
const { version, most } = section.dataset;

/** The place after the last one. */
const nextPlace = () =>
  Math.max(0, ...[...list.querySelectorAll<HTMLInputElement>('[data-field=place]')].map(({ value }) => Number(value))) +
  1;

function add({ id, name }: CallAnswer<'POST /uploads'>): void {
  const row = (template.content.cloneNode(true) as DocumentFragment).querySelector('li')!;
  Object.assign(row.querySelector('img')!, {
    src: apiPath('GET /uploads/:id', { params: { id }, query: { size: 'small' } }),
    alt: name,
  });
  const key = `${version}:${id}`;
  for (const field of row.querySelectorAll('.field')) {
    const control = field.querySelector<HTMLInputElement | HTMLSelectElement>('[data-field]')!;
    control.id = control.name = `versionImages-${key}-${control.dataset.field}`;
    control.dataset.key = key;
    field.querySelector('label')!.htmlFor = control.id;
    const error = field.querySelector('.error')!;
    error.id = `${control.id}-error`;
    control.setAttribute('aria-describedby', error.id);
  }
  row.querySelector('input')!.value = String(nextPlace());
  row.querySelector('button')!.addEventListener('click', () => row.remove());
  list.append(row);
}

chooser?.addEventListener('change', async () => {
  const files = [...chooser.files!];
  chooser.value = '';
  const refused: string[] = [];
  for (const [at, file] of files.entries()) {
    said!.textContent = t(words.sendingImage, { n: at + 1, of: files.length });
    if (list.children.length >= Number(most)) {
      refused.push(t(words.mostImages, { most: Number(most) }));
      break;
    }
    try {
      add(await upload('POST /uploads', { purpose: 'catalog_image' }, file, () => undefined));
    } catch (cause) {
      if (!(cause instanceof CallError)) throw cause;
      refused.push(`${file.name}: ${whyOf(cause)}`);
    }
  }
  said!.textContent = refused.join(' · ') || words.imagesSent;
  said!.classList.toggle('error', refused.length > 0);
});
