import { money, percent } from '#domain/italian.ts';
import { withOwnRoles } from '#domain/quotes/approvals/own-roles.ts';
import { meanGiven, uncappedOf } from '#domain/quotes/setting-examples.ts';
import { quoteSettingFields as fields, type QuoteSettings } from '#domain/quotes/settings/fields.ts';
import type { QuoteSettingsAnswer } from '#domain/quotes/settings/schema.ts';
import { quoteSettings } from '#site/messages/it/quote-settings.ts';
import { TableWrap } from '#site/ui/TableWrap.tsx';

const words = quoteSettings;
const { charges: charge, caps: cap } = fields;

const own = (amount: number | null) =>
  amount === null ? <small className="muted">{words.asAll}</small> : money(amount);

/** Amounts of vehicle categories that differ from the general ones. */
export function Charges({ rows }: { rows: QuoteSettings['charges'] }) {
  const { category, ...amounts } = charge.fields;
  if (rows.length === 0) return <p className="muted">{words.noCharges}</p>;
  return (
    <TableWrap label={charge.label} className="as-cards">
      <table>
        <thead>
          <tr>
            <th scope="col">{category.label}</th>
            {Object.values(amounts).map(({ label }) => (
              <th scope="col" className="num" key={label}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((one) => (
            <tr key={one.category}>
              <td>{category.words[one.category]}</td>
              {(['roadCost', 'tyreFee', 'fees'] as const).map((name) => (
                <td className="num" data-label={amounts[name].label} key={name}>
                  {own(one[name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableWrap>
  );
}

/** The caps of discounts, and last the roles that have none. */
export function Caps({
  rows,
  makers,
  roles,
  ownRoles,
  given,
}: { rows: QuoteSettings['caps'] } & Pick<QuoteSettingsAnswer, 'makers' | 'roles' | 'ownRoles' | 'given'>) {
  const { role, makerId, usage, percent: most } = cap.fields;
  const peopleOf = (name: string | null) =>
    roles.reduce((sum, one) => sum + (name === null || one.role === name ? one.people : 0), 0);
  const mean = (row: Parameters<typeof meanGiven>[1]) => {
    const share = given && meanGiven(given, row);
    return (
      given && (
        <td className="num" data-label={words.mean}>
          {share === null ? '—' : percent(share)}
        </td>
      )
    );
  };
  const all = withOwnRoles(rows, ownRoles);
  const free = roles.flatMap((one) => {
    const cars = uncappedOf(all, one.role);
    return cars ? [{ ...one, cars }] : [];
  });
  return (
    <TableWrap label={cap.label} className="as-cards">
      <table>
        <thead>
          <tr>
            <th scope="col">{role.label}</th>
            <th scope="col">{makerId.label}</th>
            <th scope="col">{usage.label}</th>
            <th scope="col" className="num">
              {words.people}
            </th>
            {given && (
              <th scope="col" className="num" title={words.lately}>
                {words.mean}
              </th>
            )}
            <th scope="col" className="num">
              {most.label}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((one, index) => (
            <tr key={index}>
              <td>
                <b>{one.role ?? role.nullable}</b>
              </td>
              <td data-label={makerId.label}>
                {makers.find(({ id }) => id === one.makerId)?.name ?? makerId.nullable}
              </td>
              <td data-label={usage.label}>{one.usage ? usage.words[one.usage] : usage.nullable}</td>
              <td className="num" data-label={words.people}>
                {peopleOf(one.role)}
              </td>
              {mean(one)}
              <td className="num" data-label={most.label}>
                <b>{percent(one.percent)}</b>
              </td>
            </tr>
          ))}
          {free.map((one) => (
            <tr key={`free-${one.role}`}>
              <td>
                <b>{one.role}</b>
              </td>
              <td className="muted" data-label={makerId.label}>
                {words.noRow}
              </td>
              <td data-label={usage.label}>{one.cars === 'all' ? usage.nullable : usage.words[one.cars]}</td>
              <td className="num" data-label={words.people}>
                {one.people}
              </td>
              {mean({ role: one.role, makerId: null, usage: one.cars === 'all' ? null : one.cars })}
              <td className="num" data-label={most.label}>
                <span className="badge b-warn">{words.uncapped}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableWrap>
  );
}
