/**
 * On a page that is seen on behalf of a company every call says so. The few pages of this kind do it here, so that no other
 * page loads a word for it.
 */
export function sayBehalf({ header, company }: DOMStringMap): void {
  const plainly = window.fetch.bind(window);
  window.fetch = (input, init) => {
    if (typeof input !== 'string' || !input.startsWith('/api/')) return plainly(input, init);
    const headers = new Headers(init?.headers);
    headers.set(header!, company!);
    return plainly(input, { ...init, headers });
  };
}
