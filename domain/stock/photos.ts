/** Rules for photos of a used car, and the days from arrival to photos online. */
import { dayInRome, daysBetween } from '../dates.ts';
import { ownedStates, type UsedState } from './terms.ts';

export const MOST_PHOTOS = 60;
/** States in which a car is shown to buyers, so that it needs photos. */
export const shownStates = [...ownedStates, 'consignment'] as const satisfies readonly UsedState[];

interface Photographed {
  state: UsedState;
  acquiredOn: string | null;
  photos: number;
  photosSince: string | null;
}

/** Whether the car should have photos and has none. */
export const lacksPhotos = ({ state, photos }: Pick<Photographed, 'state' | 'photos'>): boolean =>
  photos === 0 && (shownStates as readonly UsedState[]).includes(state);

/** Days from the car's arrival to its first photo, 0 when the photo came first; null before either. */
export const daysToPhotos = ({ acquiredOn, photos, photosSince }: Photographed): number | null =>
  acquiredOn === null || photos === 0 || photosSince === null
    ? null
    : Math.max(0, daysBetween(acquiredOn, dayInRome(new Date(photosSince))));
