import { lazy, Suspense, useState } from 'react';
import type { UploadPurpose } from '#domain/upload-purposes.ts';
import { phone as words } from '#site/messages/it/uploads.ts';
import type { Found } from './form.ts';

const FromPhone = lazy(() => import('./FromPhone.tsx'));

/** The button of a QR code by which a phone sends up to `most` files, which arrive one by one or together. */
export function PhoneFiles({
  purpose,
  most,
  small = false,
  onFiles,
}: {
  purpose: UploadPurpose;
  most: number;
  small?: boolean;
  onFiles: (files: readonly Found[]) => void;
}) {
  /** How many may come by the code that is shown, decided when it appears; null: none is shown. */
  const [room, setRoom] = useState<number | null>(null);
  if (most <= 0 && room === null) return null;
  return (
    <>
      <p>
        <button
          type="button"
          className={small ? 'btn small' : 'btn'}
          aria-expanded={room !== null}
          onClick={() => setRoom(room === null ? most : null)}
        >
          {room === null ? words.open : words.close}
        </button>
      </p>
      {room !== null && (
        <Suspense>
          <FromPhone
            purpose={purpose}
            room={room}
            onFiles={(files, isOpen) => {
              onFiles(files);
              if (!isOpen) setRoom(null);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
