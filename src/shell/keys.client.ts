/**
 * Keyboard shortcuts of the whole site. A single key reaches the element with that `data-key`: a field gets the focus, anything else is
 * pressed. `g` and a letter open an area. Ctrl+S and Ctrl+Invio press `data-save`. Single keys can be switched off (WCAG 2.1.4).
 */
const GO_MS = 1500;
let goUntil = 0;

const typed =
  'textarea, select, input:not([type=checkbox], [type=radio], [type=range], [type=file]), [contenteditable], [contenteditable] *';
const typing = (target: EventTarget | null) => target instanceof HTMLElement && target.matches(typed);

const wakePanels = () => dispatchEvent(new Event('volante:panels'));

function open(id: string): void {
  wakePanels();
  const dialog = document.getElementById(id);
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
}

function reach(selector: string): boolean {
  const target = [...document.querySelectorAll<HTMLElement>(selector)].find((element) => element.checkVisibility());
  if (!target) return false;
  if (typing(target)) target.focus();
  else target.click();
  return true;
}

addEventListener('keydown', (event) => {
  const { key } = event;
  const control = event.ctrlKey || event.metaKey;
  if (control && key.toLowerCase() === 'k') {
    event.preventDefault();
    return open('palette');
  }
  if (control && (key.toLowerCase() === 's' || key === 'Enter')) {
    if (reach('[data-save]:not(:disabled)') || key !== 'Enter') event.preventDefault();
    return;
  }
  const single = !control && !event.altKey && key.length === 1 && !event.isComposing;
  if (!single || typing(event.target) || document.documentElement.dataset.shortcuts === 'off') return;
  if (document.querySelector('dialog:modal')) return;
  if (Date.now() < goUntil && /^[a-z]$/.test(key)) {
    goUntil = 0;
    // The second letter is no key of the page's own.
    event.preventDefault();
    wakePanels();
    const page = document.querySelector<HTMLAnchorElement>(`[data-go="${key}"]`);
    if (page) location.assign(page.href);
    return;
  }
  if (key === 'g') goUntil = Date.now() + GO_MS;
  else if (key === '?') open('keys');
  else if (reach(`[data-key="${CSS.escape(key)}"]`)) event.preventDefault();
});
