/** Leads a signer through reading, approving and signing. Each step is stored by the server, so that the page may be left at any time. */
import { time } from '#domain/italian.ts';
import { call, CallError, whyOf } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { signing as words } from '#site/messages/it/signatures.ts';
import { drawingIn } from './drawing.client.ts';

const page = document.querySelector<HTMLElement>('.signing')!;
const { token = '' } = page.dataset;
const one = <T extends HTMLElement>(selector: string, within: ParentNode = page) => within.querySelector<T>(selector);
const all = <T extends HTMLElement>(selector: string) => [...page.querySelectorAll<T>(selector)];

/** Reports the opening only when the page is visible: a prefetch or a link checker is no reader. */
function opened(): void {
  if (document.hidden || !token) return;
  document.removeEventListener('visibilitychange', opened);
  call('POST /signing/opened', { body: { token } }).catch(console.info);
}
document.addEventListener('visibilitychange', opened);
opened();

/** Whether the page shows what is no more: in another tab, or at the dealer's, the signature went on, or a part was taken back. */
async function isOther({ status, body }: CallError): Promise<boolean> {
  if (body.fields?.blocks !== undefined) return one('[data-sign]') !== null;
  if (status !== 409) return false;
  const now = await call('GET /signing', { query: { token } }).catch(() => null);
  return now !== null && (now.state !== 'open' || now.signer.state !== 'asked');
}

/** Runs a step; what is wrong stands in the form, and the page shows what the server says afterwards. */
async function step(form: HTMLElement, work: () => Promise<unknown>): Promise<void> {
  const buttons = [...form.querySelectorAll('button')];
  for (const button of buttons) button.disabled = true;
  try {
    await work();
    // What the step has led to stands at the top: that it is signed, or the next thing to do.
    history.scrollRestoration = 'manual';
    location.reload();
  } catch (failure) {
    if (!(failure instanceof CallError)) throw failure;
    if (await isOther(failure)) return location.reload();
    for (const button of buttons) button.disabled = false;
    const ofDrawing = failure.body.fields?.drawing === undefined ? null : one('[data-draw] [role=alert]', form);
    const error = ofDrawing ?? one('[data-error]', form);
    if (!error) return;
    for (const told of form.querySelectorAll<HTMLElement>('[role=alert]')) told.hidden = told !== error;
    error.textContent = whyOf(failure);
    if (ofDrawing) return ofDrawing.scrollIntoView({ block: 'center' });
    // Who mistyped the code types over it.
    const code = one<HTMLInputElement>('[name=code]', form);
    code?.focus();
    code?.select();
  }
}

/** Offers to load a page again that did not come: the address is asked anew, in its place. */
function offerAgain(picture: HTMLImageElement): void {
  const told = Object.assign(document.createElement('p'), { className: 'callout bad', role: 'alert' });
  const button = Object.assign(document.createElement('button'), { type: 'button', className: 'link' });
  button.textContent = words.pageAgain;
  button.addEventListener('click', () => {
    told.remove();
    const { src } = picture;
    picture.src = src;
  });
  told.append(`${t(words.pageFailed, { page: picture.alt })} `, button);
  picture.before(told);
}
const pictures = all<HTMLImageElement>('.pages img');
for (const picture of pictures) {
  picture.addEventListener('error', () => offerAgain(picture));
  // It failed before this script ran; one that has not begun is not complete.
  if (picture.complete && picture.naturalWidth === 0) offerAgain(picture);
}

type Progress = Parameters<typeof call<'POST /signing/progress'>>[1]['body'];
type Blocks = NonNullable<Progress['blocks']>;
const boxes = all<HTMLInputElement>('[name=block]');
const ticked = () => boxes.filter(({ checked }) => checked).map(({ value }) => value) as Blocks;

/** One after the other, each with what holds when it leaves: a later word is never overtaken by an earlier one. */
let keeping: Promise<unknown> = Promise.resolve();
function keep(what: () => Omit<Progress, 'token'>): void {
  keeping = keeping
    .then(() => call('POST /signing/progress', { body: { token, ...what() } }))
    .then(({ approved }) => {
      for (const told of all('[data-at]')) {
        const at = approved.find(({ kind }) => kind === told.dataset.at)?.at;
        told.textContent = at === undefined ? '' : time(at);
      }
    })
    // What did not arrive goes with the call for the code.
    .catch(console.info);
}
for (const box of boxes)
  box.addEventListener('change', () => {
    one('[data-step=ticked]')!.classList.toggle('done', boxes.every(({ checked }) => checked)); // prettier-ignore
    keep(() => ({ blocks: ticked() }));
  });

const forms = all('.form');
let isRead = one('[data-read]') !== null;
/** Milliseconds after a page was on the screen until it is kept, with those of meanwhile; the last one is at once. */
const KEPT_MS = 800;

/** By its form: shows the first page that was not on the screen. */
const goOn = new Map<HTMLElement, () => void>();

/** Counts the pages of a form whose end was on the screen; the document is read once all of one form were. */
function watchPages(of: HTMLElement): void {
  const box = one('.pages', of)!;
  const ends = [...box.querySelectorAll('[data-end]')];
  const bar = [...one('.read-bar', of)!.children];
  const seen = new Set((box.dataset.seen ?? '').split(' ').filter(Boolean).map(Number));
  let timer = 0;
  const tell = () => {
    clearTimeout(timer);
    if (timer !== 0) keep(() => ({ form: of.dataset.form as Progress['form'], pages: [...seen] }));
    timer = 0;
  };
  // Who leaves the page has read what they have read.
  document.addEventListener('visibilitychange', tell);
  const show = () => {
    isRead ||= seen.size === ends.length;
    // Read in one form, it is read.
    for (const told of isRead ? all('[data-progress]') : [one('[data-progress]', of)!])
      told.textContent = isRead
        ? words.readAll
        : seen.size === 0
          ? words.readOn
          : t(words.progress, { n: seen.size, pages: ends.length });
    one('[data-step=read]')!.classList.toggle('done', isRead);
  };
  // In the window, not in the box of the pages: a box that is scrolled below it shows nothing to anybody.
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target: end } of entries) {
      const page = ends.indexOf(end) + 1;
      const { naturalWidth } = end.previousElementSibling as HTMLImageElement;
      // What is not drawn, not yet or because it failed, was not read.
      if (!isIntersecting || naturalWidth === 0 || seen.has(page)) continue;
      seen.add(page);
      bar[page - 1]!.classList.add('seen');
      if (timer === 0) timer = window.setTimeout(tell, KEPT_MS);
    }
    show();
    if (isRead) tell();
  });
  ends.forEach((end, at) => {
    observer.observe(end);
    const picture = end.previousElementSibling!;
    // An end that was on the screen before its page was drawn is looked for again.
    picture.addEventListener('load', () => [observer.unobserve(end), observer.observe(end)]);
    // Nobody waits for the next page; those of the form that is not shown never begin.
    const further = ends[at + 1]?.previousElementSibling as HTMLImageElement | undefined;
    for (const came of ['load', 'error'])
      picture.addEventListener(came, () => {
        if (further) further.loading = 'eager';
      });
  });
  goOn.set(of, () => {
    const next = ends.findIndex((_, at) => !seen.has(at + 1));
    const before = ends[next - 1] as HTMLElement | undefined;
    box.scrollTop = before ? before.offsetTop - box.offsetTop : 0;
  });
  // Who comes back goes on where they were.
  if (seen.size > 0) goOn.get(of)!();
}
if (!isRead) for (const form of forms) watchPages(form);

function askCode(form: HTMLElement, channel: string | undefined): void {
  if (!isRead) {
    const error = one('[data-error]', form);
    if (error) Object.assign(error, { textContent: words.readOn, hidden: false });
    const shown = forms.find(({ offsetParent }) => offsetParent !== null)!;
    one<HTMLDetailsElement>('.paper', shown)!.open = true;
    one('.pages', shown)!.focus();
    goOn.get(shown)!();
    return;
  }
  void step(form, async () => {
    // What is on its way arrives before: later it would take back what the code stands on.
    await keeping;
    const body = { token, read: true as const, blocks: ticked(), channel: channel as 'sms' | 'mail' | undefined };
    await call('POST /signing/code', { body });
  });
}

one<HTMLFormElement>('[data-ask]')?.addEventListener('submit', (event) => {
  event.preventDefault();
  askCode(event.currentTarget as HTMLElement, (event.submitter as HTMLButtonElement | null)?.value);
});
const signForm = one<HTMLFormElement>('[data-sign]');
const pad = one('[data-draw]');
const readDrawing = pad ? drawingIn(pad) : () => '';
signForm?.addEventListener('submit', (event) => {
  event.preventDefault();
  const code = String(new FormData(signForm).get('code'));
  void step(signForm, () => call('POST /signing/sign', { body: { token, code, drawing: readDrawing() } }));
});
one<HTMLFormElement>('[data-refuse]')?.addEventListener('submit', (event) => {
  event.preventDefault();
  const form = event.currentTarget as HTMLFormElement;
  const reason = String(new FormData(form).get('reason'));
  void step(form, () => call('POST /signing/refuse', { body: { token, reason } }));
});

one<HTMLFormElement>('[data-revoke]')?.addEventListener('submit', (event) => {
  event.preventDefault();
  void step(event.currentTarget as HTMLElement, () => call('POST /signing/revoke', { body: { token } }));
});

/** Milliseconds between two looks for the signed copy, which is sealed within seconds, and how many looks there are. */
const [LOOK_MS, LOOKS] = [2000, 60];
const copy = one('[data-copy]');
async function awaitCopy(left: number): Promise<void> {
  const { sealed } = await call('GET /signing', { query: { token } });
  if (sealed) {
    copy!.hidden = false;
    one('[data-copy-soon]')!.hidden = true;
  } else if (left > 1) setTimeout(() => void awaitCopy(left - 1).catch(console.info), LOOK_MS);
}
if (copy?.hidden) void awaitCopy(LOOKS).catch(console.info);

/** A further code can be asked for after a minute, counted down on the first button. */
const again = all<HTMLButtonElement>('[data-again]');
for (const button of again) button.addEventListener('click', () => askCode(signForm!, button.dataset.again));
let wait = Number(again[0]?.dataset.wait ?? 0);
function countDown(): void {
  for (const button of again) button.disabled = wait > 0;
  if (again[0]) again[0].textContent = wait > 0 ? t(words.againIn, { n: wait }) : words.again;
  if (wait > 0) setTimeout(countDown, 1000);
  wait -= 1;
}
if (wait > 0) countDown();

/** The code stands in its boxes as digits alone, however it is pasted; the box that is next is marked. */
function showCode(field: HTMLInputElement): void {
  const boxes = [...field.nextElementSibling!.children];
  const show = (text: string) => {
    const digits = text.replace(/\D/g, '').slice(0, boxes.length);
    if (digits !== field.value) field.value = digits;
    const next = Math.min(digits.length, boxes.length - 1);
    for (const [at, box] of boxes.entries()) box.classList.toggle('now', at === next);
  };
  field.addEventListener('input', () => show(field.value));
  field.addEventListener('paste', (event) => {
    const pasted = event.clipboardData?.getData('text') ?? '';
    const [found] = /\d{3}\s?\d{3}/.exec(pasted) ?? [];
    if (!found) return;
    event.preventDefault();
    show(found);
  });
  show(field.value);
  field.focus();
}
const codeField = one<HTMLInputElement>('[name=code]');
if (codeField) showCode(codeField);
