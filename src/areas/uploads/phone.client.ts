/** Sends the chosen files one after the other, and says of each what became of it. */
import { whyOf } from '#site/lib/call.ts';
import { upload } from '#site/lib/upload.ts';

const page = document.querySelector<HTMLElement>('.phone')!;
const { token = '', most = '0', texts = '{}' } = page.dataset;
const words = JSON.parse(texts) as Record<'sending' | 'sent' | 'left' | 'done' | 'tooLarge', string>;
const input = page.querySelector('input')!;
const status = page.querySelector('[role=status]')!;
const list = page.querySelector('.phone-files')!;
let before = Promise.resolve();

function say(left: number): void {
  status.textContent = left > 0 ? words.left.replace('{n}', String(left)) : words.done;
  input.disabled = left <= 0;
}

async function send(file: File, state: HTMLElement): Promise<void> {
  if (file.size > Number(most)) {
    state.textContent = words.tooLarge;
    return;
  }
  try {
    const { left } = await upload('POST /links/upload', { token }, file, (part) => {
      state.textContent = `${Math.round(part * 100)} %`;
    });
    state.textContent = words.sent;
    say(left);
  } catch (error) {
    state.textContent = whyOf(error);
  }
}

input.addEventListener('change', () => {
  for (const file of input.files ?? []) {
    const row = document.createElement('li');
    const name = document.createElement('span');
    const state = document.createElement('b');
    name.textContent = file.name;
    state.textContent = words.sending;
    row.append(name, state);
    list.append(row);
    before = before.then(() => send(file, state));
  }
  // Lets the person choose the same photo again.
  input.value = '';
});
