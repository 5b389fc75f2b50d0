import { useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { resolveValue, toast as hot, useToaster } from 'react-hot-toast/headless';
import { live as words } from '../messages/it/shell.ts';
import { Icon } from './Icon.tsx';
import { placeToasts } from './toast-place.ts';

export interface ToastAction {
  label: string;
  run: () => unknown;
  primary?: boolean;
}

interface Message {
  message: string;
  kind: 'info' | 'ok' | 'bad';
  actions: ToastAction[];
  duration: number;
  focus: boolean;
}

const icons = { info: 'info', ok: 'circle-check', bad: 'circle-alert' } as const;

function Toasts() {
  const { toasts, handlers } = useToaster();
  const { startPause, endPause } = handlers;
  const shown = toasts.filter(({ visible }) => visible);
  const names = shown.map(({ id }) => id).join(' ');
  useLayoutEffect(() => {
    if (names) placeToasts(box);
  }, [names]);
  return (
    <div onMouseEnter={startPause} onMouseLeave={endPause} onFocus={startPause} onBlur={endPause}>
      {shown.map((toast) => (
        <div key={toast.id} className={`toast ${toast.className}`} {...toast.ariaProps}>
          {resolveValue(toast.message, toast)}
        </div>
      ))}
    </div>
  );
}

const take = (button: HTMLElement | null) => button?.focus();

function Body({ id, message, kind, actions, focus, from }: Message & { id: string; from: Element | null }) {
  const leave = () => {
    hot.dismiss(id);
    if (focus && from instanceof HTMLElement) from.focus();
  };
  return (
    <>
      <Icon name={icons[kind]} />
      <p>{message}</p>
      {actions.length > 0 && (
        <span>
          {actions.map(({ label, run, primary }, index) => (
            <button
              key={label}
              ref={focus && index === 0 ? take : null}
              onKeyDown={({ key }) => key === 'Escape' && leave()}
              type="button"
              className={`btn ${primary ? 'primary' : ''}`}
              onClick={() => {
                leave();
                void run();
              }}
            >
              {label}
            </button>
          ))}
        </span>
      )}
      {actions.length === 0 && (
        <button type="button" className="icon" aria-label={words.close} onClick={leave}>
          <Icon name="x" size={16} />
        </button>
      )}
    </>
  );
}

const box = document.getElementById('toasts')!;
createRoot(box).render(<Toasts />);
/** What was scrolled or resized has brought other actions below the toasts. */
const again = () => box.childElementCount > 0 && box.matches(':popover-open') && placeToasts(box);
for (const event of ['scrollend', 'resize']) addEventListener(event, again, { capture: true });

const home = box.parentElement!;
/**
 * Puts the box over everything: into the uppermost dialog, because outside of it nothing can be pressed, and into the page again
 * when that dialog closes.
 */
function settle(): void {
  const within = [...document.querySelectorAll('dialog:modal')].at(-1) ?? home;
  if (box.matches(':popover-open')) box.hidePopover();
  if (box.parentElement !== within) {
    within.append(box);
    if (within !== home) within.addEventListener('close', settle, { once: true });
  }
  box.showPopover();
}

export function show(given: Message): void {
  settle();
  const from = document.activeElement;
  const live = given.kind === 'bad' ? ('assertive' as const) : ('polite' as const);
  hot(({ id }) => <Body {...given} id={id} from={from} />, {
    id: given.message,
    duration: given.duration,
    className: given.kind,
    ariaProps: { role: given.kind === 'bad' ? 'alert' : 'status', 'aria-live': live },
  });
}
