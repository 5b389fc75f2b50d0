/** A phone as typed (digits with an optional country code) in E.164: without a code it is Italian (domain.md §2.11). */
export const e164 = (phone: string): string =>
  phone.startsWith('+') ? phone : phone.startsWith('00') ? `+${phone.slice(2)}` : `+39${phone}`;
