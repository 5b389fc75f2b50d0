/** What is typed of an answer goes through a reload, which a colleague's answer or another part of the page asks for. */
const typed = document.querySelector<HTMLTextAreaElement>('#text');
const kept = (history.state as { answer?: string } | null)?.answer;
if (typed && kept) typed.value = kept;
history.replaceState({ ...history.state, answer: undefined }, '');

/** Reloads the page with what is typed. */
export function reloadTyped(): void {
  history.replaceState({ ...history.state, answer: typed?.value }, '');
  location.reload();
}
