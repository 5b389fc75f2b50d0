import { useStore } from '@nanostores/react';
import { useEffect, type ComponentProps, type ReactNode } from 'react';
import { t } from '#site/lib/intl.ts';
import { record as words } from '#site/messages/it/kit.ts';
import { StateBadge } from '#site/ui/Bits.tsx';
import { Icon } from '#site/ui/Icon.tsx';
import { useThisRecord } from '../store/context.ts';
import { showProblem } from '../form/problems.ts';
import { useSteps, type Step } from './useSteps.tsx';
import '#site/ui/menu.css';
import './head.css';

const noOpener = { target: '_blank', rel: 'noopener' } as const;

/** A step as a link, or as a button that also has the attributes in `button`. */
function Pressed({ step: { label, href, document: icon }, ...button }: ComponentProps<'button'> & { step: Step }) {
  if (!href)
    return (
      <button type="button" {...button}>
        {label}
      </button>
    );
  return (
    <a href={href} className={button.className} {...(icon && noOpener)}>
      {icon && <Icon name={icon} size={16} />}
      {icon && ' '}
      {icon ? <span>{label}</span> : label}
    </a>
  );
}

/** A button that opens a menu of steps; a press of one closes the menu. */
function Menu({
  id,
  steps,
  press,
  ...button
}: ComponentProps<'button'> & { id: string; steps: readonly Step[]; press: (step: Step) => void }) {
  const folded = ({ bar, early }: Step) => (bar ? (early ? 'folded early' : 'folded') : undefined);
  return (
    <>
      <button type="button" id={`${id}-button`} popoverTarget={id} {...button} />
      <div id={id} className="menu-list" popover="auto">
        {steps.map((step) => (
          <Pressed
            key={step.name}
            step={step}
            className={folded(step)}
            popoverTarget={id}
            popoverTargetAction="hide"
            onClick={() => press(step)}
          />
        ))}
      </div>
    </>
  );
}

const NONE: readonly Step[] = [];

interface HeadProps {
  state: ReactNode;
  /** What somebody else must do first. */
  waits?: string | null;
  /** The steps in the order of the menu and of the buttons. */
  steps: readonly Step[];
  next: Step | null;
  /** Stands before the steps, such as the place in a queue. */
  children?: ReactNode;
}

/** The head of a record in the top bar: customer and subject, state, next step, and the other steps. */
export function Head({
  about,
  missing = NONE,
  state,
  waits = null,
  steps,
  next,
  children,
}: HeadProps & {
  about: readonly string[];
  /** What is missing for the last step; each leads to where it is entered. */
  missing?: readonly Step[];
}) {
  const { press, question } = useSteps();
  useEffect(() => {
    // A board leaves the steps that ask for something to this page: `?move=cancel`.
    const address = new URL(location.href);
    const asked = [next, ...steps].find((step) => step !== null && step.name === address.searchParams.get('move'));
    if (!asked) return;
    address.searchParams.delete('move');
    history.replaceState(history.state, '', address);
    press(asked);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the page comes alive
  }, []);
  const button = (key: string, step: Step, className: string, more: ComponentProps<'button'> = {}) => (
    <Pressed key={key} step={step} className={className} name={step.name} onClick={() => press(step)} {...more} />
  );
  const inBar = (place: Step['bar']) =>
    steps
      .filter(({ bar }) => bar === place)
      .map((step) =>
        button(step.name, step, step.document ? 'btn' : step.early ? 'btn foldable early' : 'btn foldable'),
      );
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
      {children}
      {missing.length > 0 && (
        <Menu id="record-missing" steps={missing} press={press} className="btn">
          {t(words.missing, { n: missing.length })}
        </Menu>
      )}
      {inBar('before')}
      <Menu
        id="record-more"
        steps={steps.filter(({ document: icon, bar }) => !(icon && bar))}
        press={press}
        className="icon"
        aria-label={words.more}
      >
        <Icon name="ellipsis" />
      </Menu>
      {inBar('after')}
      {/* One button in every state, so that it keeps the focus from one step to the next. */}
      {next && button('next', next, 'btn primary', { ...(next.keys && { 'data-next': true }), title: next.keys })}
      {question}
    </>
  );
}

/** The head of the surrounding record, with everything that the server found missing for the last step. */
export function RecordHead(props: HeadProps) {
  const record = useThisRecord();
  const about = useStore(record.$about);
  const missing = useStore(record.$missing).map(({ message, section, path }): Step => {
    return { name: message, label: message, run: () => showProblem(section, path) };
  });
  return <Head {...props} about={about} missing={missing} />;
}
