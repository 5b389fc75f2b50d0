import { useStore } from '@nanostores/react';
import { Suspense, useEffect, useState, type ComponentProps, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { t } from '#site/lib/intl.ts';
import { record as words } from '#site/messages/it/kit.ts';
import { StateBadge } from '../Bits.tsx';
import { Icon } from '../Icon.tsx';
import type { IslandIcon } from '../icon.ts';
import { RecordContext, useAbout, useThisRecord, type AnyRecord } from './context.ts';
import { showProblem } from './problems.ts';

/** An action on the record: a page to open, a function to run, or a dialog that asks first. */
export interface Step {
  /** Identifies the button, also for a press made before the page's scripts ran. */
  name: string;
  label: string;
  href?: string;
  run?: (() => unknown) | undefined;
  /** Asks for more in a dialog, which stays until it closes itself. */
  dialog?: ((close: () => void) => ReactNode) | undefined;
  /** May the dialog open now? If not, it reports the reason itself. */
  mayOpen?: (() => Promise<boolean>) | undefined;
  /** Gives the step a button beside the menu, which folds into the menu when there is no room. */
  bar?: 'before' | 'after' | undefined;
  /** The button folds before the others. */
  early?: boolean | undefined;
  /** The keyboard shortcut that presses it as the next step. */
  keys?: string | undefined;
  /** The icon of a document, which opens beside the page; its button, where it has one, never folds. */
  document?: IslandIcon;
}

const noOpener = { target: '_blank', rel: 'noopener' } as const;

/** A step as a link, or as a button that also has the attributes in `button`. */
function Pressed({
  step: { label, href, document: icon },
  className,
  button,
  onPress,
}: {
  step: Step;
  className?: string | undefined;
  button: ComponentProps<'button'> & { 'data-next'?: boolean | undefined };
  onPress: () => void;
}) {
  if (!href)
    return (
      <button type="button" className={className} onClick={onPress} {...button}>
        {label}
      </button>
    );
  return (
    <a href={href} className={className} {...(icon && noOpener)}>
      {icon && (
        <>
          <Icon name={icon} size={16} />{' '}
        </>
      )}
      {label}
    </a>
  );
}

/** The steps without a button of their own, or without room for it. A press closes the menu. */
function Menu({ steps, press }: { steps: readonly Step[]; press: (step: Step) => void }) {
  const folded = ({ bar, early }: Step) => (bar ? (early ? 'folded early' : 'folded') : undefined);
  return (
    <>
      <button
        type="button"
        className="icon"
        popoverTarget="record-more"
        aria-label={words.more}
        id="record-more-button"
      >
        <Icon name="ellipsis" />
      </button>
      <div id="record-more" className="menu-list" popover="auto">
        {steps.map((step) => (
          <Pressed
            key={step.name}
            step={step}
            className={folded(step)}
            button={{ popoverTarget: 'record-more', popoverTargetAction: 'hide' }}
            onPress={() => press(step)}
          />
        ))}
      </div>
    </>
  );
}

/** Everything that the server found missing for the last step; each entry leads to its field. */
function Missing() {
  const missing = useStore(useThisRecord().$missing);
  if (missing.length === 0) return null;
  return (
    <>
      <button type="button" className="btn" popoverTarget="record-missing">
        {t(words.missing, { n: missing.length })}
      </button>
      <div id="record-missing" className="menu-list" popover="auto">
        {missing.map(({ message, section, path }) => (
          <button
            key={message}
            type="button"
            popoverTarget="record-missing"
            popoverTargetAction="hide"
            onClick={() => showProblem(section, path)}
          >
            {message}
          </button>
        ))}
      </div>
    </>
  );
}

/** The head of a record in the top bar: customer and subject, state, next step, and the other steps. */
export function RecordHead({
  state,
  waits = null,
  steps,
  next,
}: {
  state: ReactNode;
  /** What somebody else must do first. */
  waits?: string | null;
  /** The steps in the order of the menu and of the buttons. */
  steps: readonly Step[];
  next: Step | null;
}) {
  const about = useAbout();
  const [dialog, setDialog] = useState<Step['dialog'] | null>(null);
  const press = async ({ run, dialog: asks, mayOpen }: Step) => {
    if (!asks) return run?.();
    if (!mayOpen || (await mayOpen())) setDialog(() => asks);
  };
  const pressed = (step: Step) => void press(step);
  useEffect(() => {
    // A board leaves the steps that ask for something to this page: `?move=cancel`.
    const address = new URL(location.href);
    const asked = [next, ...steps].find((step) => step !== null && step.name === address.searchParams.get('move'));
    if (!asked) return;
    address.searchParams.delete('move');
    history.replaceState(history.state, '', address);
    pressed(asked);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the page comes alive
  }, []);
  const inBar = (place: Step['bar']) =>
    steps
      .filter(({ bar }) => bar === place)
      .map((step) => (
        <Pressed
          key={step.name}
          step={step}
          className={step.document ? 'btn' : step.early ? 'btn foldable early' : 'btn foldable'}
          button={{ name: step.name }}
          onPress={() => pressed(step)}
        />
      ));
  return (
    <>
      <div className="whom">
        <b title={about.join(' · ')}>
          {about.map((part) => (
            <span key={part}>{part}</span>
          ))}
        </b>
        {state}
        {waits && (
          <span className="saved">
            <StateBadge tone="warn">{waits}</StateBadge>
          </span>
        )}
      </div>
      <Missing />
      {inBar('before')}
      <Menu steps={steps.filter(({ document: icon, bar }) => !(icon && bar))} press={pressed} />
      {inBar('after')}
      {next && (
        <Pressed
          step={next}
          className="btn primary"
          button={{ name: next.name, 'data-next': Boolean(next.keys) || undefined, title: next.keys }}
          onPress={() => pressed(next)}
        />
      )}
      {dialog && createPortal(<Suspense>{dialog(() => setDialog(null))}</Suspense>, document.body)}
    </>
  );
}

/** The head that the server draws in the top bar; the island replaces it. */
export const StaticHead = ({ record, children }: { record: AnyRecord; children: ReactNode }) => (
  <RecordContext value={record}>{children}</RecordContext>
);
