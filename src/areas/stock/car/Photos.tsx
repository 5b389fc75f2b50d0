import { useStore } from '@nanostores/react';
import { lazy, useState, type DragEvent, type KeyboardEvent } from 'react';
import type { Photo } from '#domain/stock/album-schema.ts';
import { typesOf } from '#domain/uploads/kinds.ts';
import { apiPath } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { photos as words } from '#site/messages/it/used-cars.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { Section } from '#site/ui/record/page/Section.tsx';
import { useCar } from './store.ts';
import './photos.css';

const PhotoDialog = lazy(() => import('./PhotoDialog.tsx'));
const PhotosOnTheWay = lazy(() => import('./PhotosOnTheWay.tsx'));
const accept = typesOf(['picture']).join(',');

/** Opens the file chooser; with `shoot` the phone's camera. */
function Chooser({ label, className, shoot = false }: { label: string; className: string; shoot?: boolean }) {
  const { album } = useCar();
  return (
    <label className={className}>
      <input
        type="file"
        className="sr-only"
        accept={accept}
        multiple={!shoot}
        {...(shoot && { capture: 'environment' })}
        onChange={({ currentTarget }) => {
          void album.add([...(currentTarget.files ?? [])]);
          // Lets the person choose the same photo again.
          currentTarget.value = '';
        }}
      />
      <Icon name="plus" size={16} /> {label}
    </label>
  );
}

const altOf = ({ note, marks }: Photo, i: number, all: number) =>
  [
    i === 0 && words.cover,
    t(words.photo, { n: i + 1, all }),
    note,
    marks.length > 0 && (marks.length === 1 ? words.oneDamage : t(words.damageCount, { n: marks.length })),
  ]
    .filter(Boolean)
    .join(' · ');

/** The album of a car: its cover, its order, and uploads in progress. */
export function Photos() {
  const { album, $actions } = useCar();
  const { photos } = useStore(album.$album);
  const mayChange = useStore($actions).includes('save');
  const onTheWay = Object.keys(useStore(album.$sending)).length > 0;
  const [open, setOpen] = useState<number | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const all = photos.length;
  const move = (photo: number, to: number) => {
    if (to < 0 || to >= all || photos[to]!.id === photo) return;
    void album.move(photo, to);
    setSaid(t(words.moved, { n: to + 1, all }));
  };
  const onKeyDown = (event: KeyboardEvent, photo: number, i: number) => {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (!mayChange || !event.altKey || step === undefined) return;
    event.preventDefault();
    move(photo, i + step);
  };
  const dragging = (photo: number, i: number) =>
    mayChange && {
      draggable: true,
      onDragStart: () => setDragged(photo),
      onDragEnd: () => setDragged(null),
      onDragOver: (event: DragEvent) => dragged !== null && event.preventDefault(),
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        if (dragged !== null) move(dragged, i);
      },
    };
  const gallery = (
    <ul className="album">
      {photos.map((photo, i) => (
        <li key={photo.id} className={i === 0 ? 'cover' : undefined} {...dragging(photo.id, i)}>
          <button
            type="button"
            data-dragged={photo.id === dragged || undefined}
            onClick={() => setOpen(photo.id)}
            onKeyDown={(event) => onKeyDown(event, photo.id, i)}
          >
            <img
              src={apiPath('GET /uploads/:id', {
                params: { id: photo.uploadId },
                query: { size: i === 0 ? 'large' : 'small' },
              })}
              alt={altOf(photo, i, all)}
              width={photo.width}
              height={photo.height}
              loading={i > 8 ? 'lazy' : 'eager'}
              draggable={false}
            />
            {photo.marks.length > 0 && (
              <span className="badge b-warn" aria-hidden>
                {photo.marks.length}
              </span>
            )}
          </button>
        </li>
      ))}
      {mayChange && (
        <li className="more">
          <Chooser label={words.add} className="add" />
          <small className="muted">{words.phone}</small>
        </li>
      )}
    </ul>
  );
  return (
    <Section
      name="photos"
      note={all > 0 && String(all)}
      aside={mayChange && <Chooser label={words.shoot} className="btn small shoot" shoot />}
      document={all > 0 ? gallery : <p className="muted">{words.none}</p>}
    >
      {gallery}
      <OnDemand>{onTheWay && <PhotosOnTheWay />}</OnDemand>
      <p className="muted">{all > 0 ? words.order : words.none}</p>
      <p className="sr-only" role="status">
        {said}
      </p>
      <OnDemand>
        {open !== null && (
          <PhotoDialog
            photo={open}
            album={album}
            mayChange={mayChange}
            onOpen={setOpen}
            onClose={() => setOpen(null)}
          />
        )}
      </OnDemand>
    </Section>
  );
}
