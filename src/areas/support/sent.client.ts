import { CallError } from '#site/lib/call.ts';

/** Files that were sent already: a second press after a refusal sends none twice. */
const kept = new Map<File, number>();

const tooLarge = (message: string) =>
  new CallError(422, { error: 'invalid', message, fields: { fileIds: message }, requestId: '' });

/**
 * The ids of the files that are chosen in the form, which it sends first; without `mayLeave` none leaves, and the ids only
 * say that there are files, so that the server refuses them at their place. Throws like a call.
 */
export async function sentFiles(form: HTMLFormElement, mayLeave = true): Promise<number[]> {
  const input = form.querySelector<HTMLInputElement>('[name=fileIds]')!;
  const files = [...(input.files ?? [])];
  if (files.some(({ size }) => size > Number(input.dataset.most))) throw tooLarge(input.dataset.tooLarge!);
  if (files.length > 0 && mayLeave) {
    const { upload } = await import('#site/lib/upload.ts');
    const purpose = input.dataset.purpose as 'ticket' | 'ticket_answer';
    for (const file of files)
      if (!kept.has(file)) kept.set(file, (await upload('POST /uploads', { purpose }, file, () => {})).id);
  }
  return files.map((file, at) => kept.get(file) ?? at + 1);
}
