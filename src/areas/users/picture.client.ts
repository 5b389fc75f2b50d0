import { HEIC_REFUSED } from '#domain/uploads/heic.ts';
import { call } from '#site/lib/call.ts';
import { settings } from '#site/messages/it/users.ts';
import { toast } from '#site/ui/toast.ts';
import { Cropper } from './crop.client.ts';

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-8, 0],
  ArrowRight: [8, 0],
  ArrowUp: [0, -8],
  ArrowDown: [0, 8],
};

const section = document.getElementById('picture')!;
const dialog = document.getElementById('crop') as HTMLDialogElement;
const canvas = dialog.querySelector('canvas')!;
const zoom = dialog.querySelector<HTMLInputElement>('[type=range]')!;
const file = section.querySelector<HTMLInputElement>('[type=file]')!;
const remove = section.querySelector<HTMLButtonElement>('[data-remove]')!;
let cropper: Cropper | undefined;

/** Saves a picture, shows it in the bar, and keeps what is typed in other forms. */
async function change(work: Promise<unknown>, picture: Element): Promise<void> {
  try {
    await work;
    for (const old of document.querySelectorAll('.avatar')) {
      const shown = picture.cloneNode(true) as Element;
      for (const side of ['width', 'height']) shown.setAttribute(side, old.getAttribute(side)!);
      old.replaceWith(shown);
    }
    file.focus();
    remove.hidden = picture.tagName !== 'IMG';
    void toast(settings.saved, { kind: 'ok' });
  } catch (cause) {
    void toast((cause as Error).message, { kind: 'bad' });
  }
}

file.addEventListener('change', async () => {
  const [chosen] = file.files ?? [];
  file.value = '';
  if (!chosen) return;
  try {
    zoom.value = '1';
    cropper = new Cropper(canvas, await createImageBitmap(chosen));
    dialog.showModal();
  } catch {
    const isHeic = /\.hei[cf]$/i.test(chosen.name);
    void toast(isHeic ? HEIC_REFUSED : settings.picture.unreadable, { kind: 'bad' });
  }
});
canvas.addEventListener('pointerdown', (event) => canvas.setPointerCapture(event.pointerId));
canvas.addEventListener('pointermove', (event) => event.buttons && cropper?.move(event.movementX, event.movementY));
canvas.addEventListener('keydown', (event) => {
  const step = ARROWS[event.key];
  if (!step) return;
  event.preventDefault();
  cropper?.move(...step);
});
zoom.addEventListener('input', () => cropper?.zoom(Number(zoom.value)));
dialog.querySelector('[data-use]')!.addEventListener('click', () => {
  dialog.close();
  if (!cropper) return;
  const base64 = cropper.toBase64();
  const picture = Object.assign(new Image(), { className: 'avatar', alt: '', src: `data:image/jpeg;base64,${base64}` });
  void change(call('PUT /users/me/picture', { body: { base64 } }), picture);
});
remove.addEventListener('click', () => {
  const letter = section.querySelector('template')!.content.firstElementChild!;
  void change(call('DELETE /users/me/picture', {}), letter);
});
