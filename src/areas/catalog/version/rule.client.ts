/** Proposes options of a version for a new rule, while their words are typed. */
import { call } from '#site/lib/call.ts';

/** After how many milliseconds without typing is searched. */
const PAUSE = 250;

/**
 * Follows one of the fields, once; the id of an option that is chosen stands in its `data-option`. Answers what finds the one
 * that is typed, for who saves before it was found.
 */
export function propose(input: HTMLInputElement, versionId: number, edition: number): () => Promise<void> {
  const known = new Map<string, number>();
  let [timer, turn]: [ReturnType<typeof setTimeout> | undefined, number] = [undefined, 0];
  /** An option of the list, or one whose code is typed. */
  const choose = () => {
    const id = known.get(input.value.trim().toLowerCase());
    if (id === undefined) delete input.dataset.option;
    else input.dataset.option = String(id);
  };
  const find = async () => {
    const mine = ++turn;
    const query = { edition, q: input.value.trim() };
    const { options } = await call('GET /catalog/lists/versions/:id/choice', { params: { id: versionId }, query });
    if (mine !== turn) return;
    for (const { id, code, name } of options)
      for (const text of [code, `${code} ${name}`]) known.set(text.toLowerCase(), id);
    input.list!.replaceChildren(...options.map(({ code, name }) => new Option('', `${code} ${name}`)));
    choose();
  };
  input.addEventListener('input', () => {
    choose();
    clearTimeout(timer);
    // What cannot be found now is said when it is saved.
    timer = setTimeout(() => void find().catch(() => {}), PAUSE);
  });
  void find().catch(() => {});
  return async () => {
    // A search that begins now would put this one out of date.
    clearTimeout(timer);
    if (input.value.trim() !== '' && input.dataset.option === undefined) await find();
  };
}
