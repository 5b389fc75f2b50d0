/** Says who else is at this place of the edition, and once somebody has saved what it shows. */
import { versionSections, type VersionSection } from '#domain/catalog/editions/sections.ts';
import { LOOK_SECONDS } from '#domain/record/presence.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { keepLooking } from '#site/lib/looks.ts';
import { catalog as words } from '#site/messages/it/catalog.ts';

const said = document.querySelector<HTMLElement>('[data-presence]');
if (said) {
  const [people, changed] = said.querySelectorAll<HTMLElement>('p');
  const params = { id: Number(said.dataset.presence) };
  const [version, model] = [said.dataset.version, said.dataset.model].map((one) => (one ? Number(one) : undefined));
  const names: Record<VersionSection, string> = {
    data: words.data,
    price: words.prices,
    options: words.options,
    packs: words.packs,
    looks: words.looks,
    rules: words.rules,
    images: words.images,
  };
  /** The section in which something is typed. */
  const here = () => {
    const field = document.activeElement;
    const id = field?.matches('input, select, textarea') ? field.closest('section')?.id : undefined;
    return versionSections.find((one) => one === id);
  };
  let stamp: string | undefined;
  let last: string | undefined;
  const look = async () => {
    const query = { version, model, section: (last = here()) };
    const answer = await call('GET /catalog/editions/:id/presence', { params, query }, { quiet: true });
    people!.textContent = answer.people
      .map(({ name, section }) =>
        section ? t(words.isIn, { name, section: names[section] }) : t(words.isHere, { name }),
      )
      .join(' ');
    people!.hidden = answer.people.length === 0;
    stamp ??= answer.stamp;
    changed!.hidden = stamp === answer.stamp;
  };
  const lookNow = () => void look().catch(console.info);
  lookNow();
  document.addEventListener('focusin', () => {
    if (here() !== last) lookNow();
  });
  changed!.querySelector('button')!.addEventListener('click', () => location.reload());
  keepLooking(LOOK_SECONDS * 1000, look);
}
