import { day } from '#domain/italian.ts';
import { numberIn } from '#domain/signatures/evidence.ts';
import type { Verified } from '#domain/signatures/schema.ts';
import { call, CallError } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { showChosen } from '#site/lib/native-form.client.ts';
import { verifying as words } from '#site/messages/it/signatures.ts';

showChosen();

const MOST_BYTES = 50_000_000;
const form = document.querySelector<HTMLFormElement>('[data-verify]')!;
const error = form.querySelector<HTMLElement>('[data-error]')!;
const result = document.querySelector<HTMLElement>('[data-result]')!;
const number = form.elements.namedItem('number') as HTMLInputElement;
const tones = { genuine: 'ok', changed: 'bad', voided: 'warn', unknown: 'bad' } as const;

const line = (text: string, tag = 'p') => Object.assign(document.createElement(tag), { textContent: text });

function show({ verdict, signedOn, file, key }: Verified): void {
  const { title, text } = words.results[verdict];
  const box = Object.assign(document.createElement('div'), { className: `callout ${tones[verdict]}` });
  box.append(line(title, 'b'), line(t(text, { day: signedOn ? day(signedOn) : '' })));
  if (file) box.append(line(words[file]));
  if (key) box.append(line(t(words.key, { key })));
  result.replaceChildren(box);
}

function refuse(message: string): void {
  error.textContent = message;
  error.hidden = false;
}

async function verify(): Promise<void> {
  error.hidden = true;
  result.replaceChildren();
  const chosen = new FormData(form).get('file');
  if (!(chosen instanceof File) || chosen.size === 0) return refuse(words.noFile);
  if (chosen.size > MOST_BYTES) return refuse(words.tooLarge);
  const bytes = await chosen.arrayBuffer();
  const said = numberIn(new Uint8Array(bytes));
  if (said) number.value = said;
  if (number.value.trim() === '') {
    number.focus();
    return refuse(words.noNumber);
  }
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const hash = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  try {
    show(await call('GET /verify', { query: { number: number.value, hash } }));
  } catch (failure) {
    if (!(failure instanceof CallError)) throw failure;
    refuse(failure.body.message);
  }
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void verify();
});
