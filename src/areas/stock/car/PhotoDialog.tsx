import { useStore } from '@nanostores/react';
import { useState, type MouseEvent } from 'react';
import type { Mark, Photo } from '#domain/stock/album-schema.ts';
import { MARK_SCALE, MOST_MARKS } from '#domain/stock/damages.ts';
import { apiPath } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { photoWork as words } from '#site/messages/it/used-cars.ts';
import { Dialog } from '#site/ui/Dialog.tsx';
import { Field } from '#site/ui/Field.tsx';
import type { AlbumStore } from './album.ts';
import { MarkRows } from './MarkRows.tsx';

/** The place of a press, in thousandths of the picture. */
function placeOf({ currentTarget, clientX, clientY }: MouseEvent): Pick<Mark, 'x' | 'y'> {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  const part = (at: number, whole: number) => Math.min(MARK_SCALE, Math.max(0, Math.round((at / whole) * MARK_SCALE)));
  return { x: part(clientX - left, width), y: part(clientY - top, height) };
}

const RADIUS = 0.022;

/** One photo in large size, with its damages. Changes are saved before another photo is shown. */
export default function PhotoDialog({
  photo: id,
  album,
  mayChange,
  onOpen,
  onClose,
}: {
  photo: number;
  album: AlbumStore;
  mayChange: boolean;
  onOpen: (photo: number) => void;
  onClose: () => void;
}) {
  const { photos } = useStore(album.$album);
  const at = photos.findIndex((one) => one.id === id);
  const photo = photos[at];
  if (!photo) return null;
  return (
    <Shown
      key={id}
      photo={photo}
      at={at}
      album={album}
      mayChange={mayChange}
      onClose={onClose}
      all={photos.length}
      onStep={(step) => onOpen(photos[(at + step + photos.length) % photos.length]!.id)}
    />
  );
}

function Shown({
  photo,
  at,
  all,
  album,
  mayChange,
  onStep,
  onClose,
}: {
  photo: Photo;
  at: number;
  all: number;
  album: AlbumStore;
  mayChange: boolean;
  onStep: (step: number) => void;
  onClose: () => void;
}) {
  const [note, setNote] = useState(photo.note);
  const [marks, setMarks] = useState(photo.marks);
  const dirty = note !== photo.note || JSON.stringify(marks) !== JSON.stringify(photo.marks);
  /** Saves what was typed, then goes on; if saving fails, the photo stays open. */
  const then = async (go: () => unknown) => {
    if (!dirty || (await album.write(photo.id, { note, marks }))) await go();
  };
  const add = (place: Pick<Mark, 'x' | 'y'>) =>
    marks.length < MOST_MARKS && setMarks([...marks, { ...place, kind: 'scratch', note: '' }]);
  return (
    <Dialog
      open
      size="l"
      title={[at === 0 && words.cover, t(words.photo, { n: at + 1, all })].filter(Boolean).join(' · ')}
      onClose={() => void then(onClose)}
      actions={
        <>
          {all > 1 && (
            <>
              <button type="button" className="btn" onClick={() => void then(() => onStep(-1))}>
                {words.previous}
              </button>
              <button type="button" className="btn" onClick={() => void then(() => onStep(1))}>
                {words.next}
              </button>
            </>
          )}
          {mayChange && (
            <button type="button" className="btn primary" data-save onClick={() => void then(onClose)}>
              {words.save}
            </button>
          )}
        </>
      }
    >
      <Picture photo={photo} marks={marks} onMark={(place) => mayChange && add(place)} />
      {mayChange ? (
        <>
          <p className="muted">{words.markHelp}</p>
          <p className="row">
            <Places at={at} all={all} onMove={(to) => void then(() => album.move(photo.id, to))} />
            <button type="button" className="btn small" onClick={() => add({ x: MARK_SCALE / 2, y: MARK_SCALE / 2 })}>
              {words.addMark}
            </button>
            <button
              type="button"
              className="btn small danger"
              onClick={() => {
                onClose();
                void album.remove(photo);
              }}
            >
              {words.remove}
            </button>
          </p>
          <Field
            name="note"
            label={words.note}
            maxLength={200}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </>
      ) : (
        photo.note && <p>{photo.note}</p>
      )}
      <MarkRows marks={marks} mayChange={mayChange} onChange={setMarks} />
    </Dialog>
  );
}

/** The photo as large as it can be, with the numbers of its damages. */
function Picture({
  photo: { width, height, uploadId, note },
  marks,
  onMark,
}: {
  photo: Photo;
  marks: readonly Mark[];
  onMark: (place: Pick<Mark, 'x' | 'y'>) => void;
}) {
  const radius = RADIUS * Math.max(width, height);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- by keyboard a damage is added by the button below
    <div className="photo-large" onClick={(event) => onMark(placeOf(event))}>
      <img
        src={apiPath('GET /uploads/:id', { params: { id: uploadId } })}
        alt={note || words.cover}
        width={width}
        height={height}
      />
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden>
        {marks.map(({ x, y }, i) => (
          <g key={i}>
            <circle cx={(x / MARK_SCALE) * width} cy={(y / MARK_SCALE) * height} r={radius} />
            <text x={(x / MARK_SCALE) * width} y={(y / MARK_SCALE) * height} fontSize={radius * 1.2}>
              {i + 1}
            </text>
          </g>
        ))}
      </svg>
    </div>
  );
}

/** Other places in the album: the cover, one earlier, one later. */
function Places({ at, all, onMove }: { at: number; all: number; onMove: (to: number) => void }) {
  const places = [
    { label: words.makeCover, to: 0, shown: at > 0 },
    { label: words.earlier, to: at - 1, shown: at > 0 },
    { label: words.later, to: at + 1, shown: at < all - 1 },
  ];
  return places
    .filter(({ shown }) => shown)
    .map(({ label, to }) => (
      <button key={label} type="button" className="btn small" onClick={() => onMove(to)}>
        {label}
      </button>
    ));
}
