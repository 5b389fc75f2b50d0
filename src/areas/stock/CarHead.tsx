import { dayInRome } from '#domain/dates.ts';
import { day, time } from '#domain/italian.ts';
import type { UsedCar } from '#domain/stock/schema.ts';
import { t } from '#site/lib/intl.ts';
import { car as words } from '#site/messages/it/used-cars.ts';
import { StateBadge, type Tone } from '#site/ui/Bits.tsx';
import { HeadMenu, NextButton, type Step } from '#site/ui/record/HeadMenu.tsx';
import { SaveBadge } from '#site/ui/record/SaveBadge.tsx';
import { Whom } from '#site/ui/record/Whom.tsx';

/** Who holds the car, until when. */
function Held({ reservation }: Pick<UsedCar, 'reservation'>) {
  if (!reservation) return null;
  const { by, until, lapsed } = reservation;
  const said = { by, day: day(dayInRome(new Date(until))), time: time(until) };
  return <StateBadge tone={lapsed ? 'bad' : 'warn'}>{t(lapsed ? words.lapsedBy : words.reservedBy, said)}</StateBadge>;
}

/** What the top bar holds for a car, new or used: which one, its state, what can be done with it. */
export function CarHead({
  about,
  state,
  reservation,
  saves,
  reserve,
  quote,
  offer = null,
  next,
  more,
  list,
}: {
  about: readonly string[];
  state: { label: string; tone: Tone };
  reservation: UsedCar['reservation'];
  saves: boolean;
  /** Null where it cannot be done. */
  reserve: Step | null;
  /** Address of the builder. */
  quote: string | null;
  /** Address of a wholesale offer. */
  offer?: string | null;
  /** What naturally comes next: the one primary button. */
  next: Step | null;
  more: readonly Step[];
  list: { href: string; label: string };
}) {
  return (
    <>
      <Whom about={about}>
        <span className="saved">
          <StateBadge tone={state.tone}>{state.label}</StateBadge>
          <Held reservation={reservation} />
          {saves && <SaveBadge />}
        </span>
      </Whom>
      {reserve && (
        <button type="button" name="reserve" className="btn foldable" onClick={reserve.run}>
          {reserve.label}
        </button>
      )}
      <HeadMenu
        id="car-more"
        label={words.more}
        steps={[
          ...(reserve ? [{ ...reserve, className: 'folded' }] : []),
          ...(quote && next ? [{ name: 'quote', label: words.quote, className: 'folded', href: quote }] : []),
          ...(offer ? [{ name: 'offer', label: words.offer, href: offer }] : []),
          ...more,
          { name: 'list', ...list },
        ]}
      />
      {quote && (
        <a className={next ? 'btn foldable' : 'btn primary'} href={quote}>
          {words.quote}
        </a>
      )}
      {next && <NextButton {...next} />}
    </>
  );
}
