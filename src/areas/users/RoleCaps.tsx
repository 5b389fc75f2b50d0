import { useState } from 'react';
import { dayInRome } from '#domain/dates.ts';
import { percent as shown } from '#domain/italian.ts';
import { quoteSettingFields, type DiscountCap } from '#domain/quotes/settings/fields.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { roleCaps as words } from '#site/messages/it/users.ts';
import { NumberField } from '#site/ui/NumberField.tsx';
import { useRaise } from '#site/ui/raise/useRaise.tsx';
import { toast } from '#site/ui/toast.ts';

/** The discount caps in force, and the brands that they may be for. */
export interface CapsInForce {
  caps: readonly DiscountCap[];
  makers: readonly { id: number; name: string }[];
  /** The role of the product that each role was copied from. */
  bases: Readonly<Record<string, string>>;
  mayChange: boolean;
}
type Place = Omit<DiscountCap, 'percent'>;

const { usage: usages, percent: most } = quoteSettingFields.caps.fields;
const isAt = (place: Place) => (one: Place) =>
  one.role === place.role && one.makerId === place.makerId && one.usage === place.usage;
const percentAt = (caps: readonly DiscountCap[], place: Place) => caps.find(isAt(place))?.percent ?? null;

/** The caps with this one in its place; null takes it away. */
function withCap(caps: readonly DiscountCap[], place: Place, percent: number | null): DiscountCap[] {
  const at = caps.findIndex(isAt(place));
  if (percent === null) return caps.filter((_, index) => index !== at);
  const cap = { ...place, percent };
  return at < 0 ? [...caps, cap] : caps.with(at, cap);
}

/** Writes one cap from today on into the settings as they are now; returns the caps in force. */
async function write(
  place: Place,
  percent: number | null,
  raising: ReturnType<typeof useRaise>['raising'],
): Promise<readonly DiscountCap[]> {
  const { version, periods } = await call('GET /quotes/settings', {});
  const { values } = periods[0]!;
  const body = { ...values, caps: withCap(values.caps, place, percent), from: dayInRome(new Date()) };
  const saved = await raising((raise) => call('PUT /quotes/settings', { version, body: { ...body, raise } }));
  return saved.periods[0]!.values.caps;
}

/**
 * The discount caps of the chosen role: each is kept when its field is left, and can be taken back. Where a role of the
 * company's own has none, those hold that it was copied from.
 */
export default function RoleCaps({ role, caps: inForce, makers, bases, mayChange }: CapsInForce & { role: string }) {
  const [caps, setCaps] = useState(inForce);
  const { raising, question } = useRaise();
  const base = bases[role] ?? role;
  const own: readonly Place[] = caps.filter((cap) => cap.role === role);
  const inherited = own.length > 0 || base === role ? [] : caps.filter((cap) => cap.role === base);
  const places = own.length > 0 ? own : [{ role, makerId: null, usage: null }];
  const everybody = caps.filter((cap) => cap.role === null);
  const labelOf = ({ makerId, usage }: Place) =>
    [usage ? usages.words[usage] : words.all, makers.find(({ id }) => id === makerId)?.name]
      .filter(Boolean)
      .join(' · ');
  const keep = (place: Place, percent: number | null, before?: number | null) =>
    void write(place, percent, raising).then(
      (after) => {
        setCaps(after);
        const action = { label: words.undo, run: () => keep(place, before!) };
        const text = percent === null ? words.gone : t(words.kept, { most: shown(percent), role });
        void toast(text, { kind: 'ok', ...(before !== undefined && { action }) });
      },
      (error: Error) => toast(error.message, { kind: 'bad' }),
    );
  return (
    <fieldset>
      <legend>{t(words.title, { role })}</legend>
      <div className="row">
        {places.map((place) => (
          <NumberField
            key={`${place.makerId} ${place.usage}`}
            name={`cap-${place.makerId}-${place.usage}`}
            label={labelOf(place)}
            value={percentAt(caps, place)}
            nullable
            suffix="%"
            min={most.min}
            max={most.max}
            decimals={most.decimals}
            readOnly={!mayChange}
            onChange={(percent) => keep(place, percent, percentAt(caps, place))}
          />
        ))}
      </div>
      <p className="muted">
        {base === role ? words.free : t(words.ownRole, { role: base })}
        {inherited.map(({ percent, ...place }) =>
          t(words.inherited, { cars: labelOf(place), most: shown(percent) }),
        )}{' '}
        {mayChange && words.about}
        {everybody.map(({ percent, makerId, usage }) =>
          t(words.everybody, { cars: labelOf({ role: null, makerId, usage }), most: shown(percent) }),
        )}{' '}
        <a className="link" href="/dealer/preferences/quoteParams">
          {words.more}
        </a>
      </p>
      {question}
    </fieldset>
  );
}
