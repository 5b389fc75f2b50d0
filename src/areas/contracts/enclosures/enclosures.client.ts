/** Sends the pages of each enclosure one after the other; the page then shows what the server says. */
import { call, whyOf } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { upload } from '#site/lib/upload.ts';
import { enclosuresPage as words } from '#site/messages/it/enclosures-page.ts';

const page = document.querySelector<HTMLElement>('.enclosures')!;
const { token = '', most = '0' } = page.dataset;

/** Runs what a person asked for on one enclosure; what is wrong stands below it, and what went well is shown anew. */
async function act(card: HTMLElement, work: (say: (text: string) => void) => Promise<void>): Promise<void> {
  const said = card.querySelector<HTMLElement>('[data-said]')!;
  const controls = page.querySelectorAll<HTMLInputElement | HTMLButtonElement>('input, button');
  for (const control of controls) control.disabled = true;
  try {
    await work((text) => {
      said.className = 'muted';
      said.textContent = text;
    });
    location.reload();
  } catch (error) {
    said.className = 'callout bad';
    said.textContent = whyOf(error);
    for (const control of controls) control.disabled = false;
  }
}

for (const card of page.querySelectorAll<HTMLElement>('[data-enclosure]')) {
  const enclosure = Number(card.dataset.enclosure);
  for (const input of card.querySelectorAll('input'))
    input.addEventListener('change', () => {
      const files = [...(input.files ?? [])];
      // Lets the person choose the same photo again.
      input.value = '';
      void act(card, async (say) => {
        for (const [n, file] of files.entries()) {
          try {
            if (file.size > Number(most)) throw new Error(words.tooLarge);
            await upload('POST /links/enclosures', { token, enclosure }, file, (part) =>
              say(t(words.sending, { part: Math.round(part * 100) })),
            );
          } catch (error) {
            // Those before it need not be sent again.
            const why = whyOf(error);
            throw n > 0 ? new Error(t(words.partly, { n, all: files.length, why })) : error;
          }
        }
      });
    });
  card.querySelector('[data-again]')?.addEventListener('click', () => {
    void act(card, async () => void (await call('DELETE /links/enclosures', { query: { token, enclosure } })));
  });
}
