import { lazy, useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import type { UploadPurpose } from '#domain/upload-purposes.ts';
import { phone as words } from '#site/messages/it/uploads.ts';
import type { Found } from './form.ts';
import { OnDemand } from '#site/ui/OnDemand.tsx';

const FromPhone = lazy(() => import('./FromPhone.tsx'));

/** The button in a line of its own. */
const alone = (button: ReactNode) => button && <p>{button}</p>;

/**
 * The button of a QR code by which a phone sends up to `most` files, which arrive one by one or together; `children` draw it
 * among others.
 */
export function PhoneFiles({
  purpose,
  most,
  small = false,
  taken,
  onFiles,
  children = alone,
}: {
  purpose: UploadPurpose;
  most: number;
  small?: boolean;
  /** The files that the form has already. */
  taken: readonly number[];
  onFiles: (files: readonly Found[]) => void;
  children?: (button: ReactNode) => ReactNode;
}) {
  /** How many may come by the code that is shown, decided when it appears; null: none is shown. */
  const [room, setRoom] = useState<number | null>(null);
  // What arrives while the code is being closed goes to the form as it is then.
  const latest = useRef(onFiles);
  useEffect(() => {
    latest.current = onFiles;
  });
  const take = useCallback((files: readonly Found[], isOpen: boolean) => {
    latest.current(files);
    if (!isOpen) setRoom(null);
  }, []);
  return (
    <>
      {children(
        (most > 0 || room !== null) && (
          <button
            type="button"
            className={small ? 'btn small' : 'btn'}
            aria-expanded={room !== null}
            onClick={() => setRoom(room === null ? most : null)}
          >
            {room === null ? words.open : words.close}
          </button>
        ),
      )}
      {room !== null && (
        <OnDemand>
          <FromPhone purpose={purpose} room={room} taken={taken} onFiles={take} />
        </OnDemand>
      )}
    </>
  );
}
