/** Addresses as documents write them; not in italian.ts, because every page loads that, and this names all countries. */
import { countryWords, isItalian } from './countries.ts';

/** An address in one line, abroad with its country; '' when nothing of it is known. */
export function addressLine({
  address,
  cap,
  city,
  province,
  country,
}: Record<'address' | 'cap' | 'city' | 'province', string | null> & { country?: string | null | undefined }): string {
  const town = [cap, city, province && `(${province})`].filter(Boolean).join(' ');
  return [address, town, !isItalian(country) && countryWords[country!]].filter(Boolean).join(', ');
}
