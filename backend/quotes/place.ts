interface Address {
  address: string | null;
  cap: string | null;
  city: string | null;
  province: string | null;
}

/** An address in one line; '' where nothing of it is known. */
export const place = ({ address, cap, city, province }: Address): string => {
  const town = [cap, city, province && `(${province})`].filter(Boolean).join(' ');
  return [address, town].filter(Boolean).join(', ');
};
