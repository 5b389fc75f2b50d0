import { Icon } from '../Icon.tsx';

/** Something that can be done with the record: a page to go to, or what to do. */
export interface Step {
  name: string;
  label: string;
  /** `folded` stands in the menu only where its button has no room in the bar. */
  className?: string | undefined;
  href?: string;
  run?: () => unknown;
}

/** In a record's head: what has no button there, or no room for one. A press closes it. */
export const HeadMenu = ({ id, label, steps }: { id: string; label: string; steps: readonly Step[] }) => (
  <>
    <button type="button" className="icon" popoverTarget={id} aria-label={label} id={`${id}-button`}>
      <Icon name="ellipsis" />
    </button>
    <div id={id} className="menu-list" popover="auto">
      {steps.map(({ name, label: said, className, href, run }) =>
        href ? (
          <a key={name} href={href} className={className}>
            {said}
          </a>
        ) : (
          <button
            key={name}
            type="button"
            className={className}
            popoverTarget={id}
            popoverTargetAction="hide"
            onClick={() => void run?.()}
          >
            {said}
          </button>
        ),
      )}
    </div>
  </>
);

/** What naturally comes next: the one primary button. */
export const NextButton = ({ name, label, run, keys }: Step & { keys?: string | undefined }) => (
  <button
    type="button"
    name={name}
    className="btn primary"
    data-next={Boolean(keys) || undefined}
    title={keys}
    onClick={() => void run?.()}
  >
    {label}
  </button>
);
