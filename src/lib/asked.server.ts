/** What the address of a page asks for. */

/** The id under a name of an address, as text; undefined: none, or what is no id. */
export const idIn = (params: URLSearchParams, name: string): string | undefined => {
  const asked = Number(/^\d{1,15}$/.exec(params.get(name) ?? '')?.[0]);
  return asked > 0 ? String(asked) : undefined;
};
