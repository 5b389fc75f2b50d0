import { call } from '../../lib/call.ts';
import { settings } from '../../messages/it/settings.ts';
import { toast } from '../../shell/toast.ts';
import { Cropper } from './crop.ts';

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
let cropper: Cropper | undefined;

/** The bar shows the picture too, so the page is drawn again. */
async function change(work: Promise<unknown>): Promise<void> {
  try {
    await work;
    location.reload();
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
    void toast(settings.picture.unreadable, { kind: 'bad' });
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
  if (cropper) void change(call('PUT /users/me/picture', { body: { base64: cropper.toBase64() } }));
});
section
  .querySelector('[data-remove]')
  ?.addEventListener('click', () => void change(call('DELETE /users/me/picture', {})));
