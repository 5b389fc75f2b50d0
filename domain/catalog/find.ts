/** The options that have all words of a search in their code or name, wherever they stand there. */
export function optionsWith<O extends { code: string; name: string }>(options: readonly O[], search: string): O[] {
  const words = search.toLowerCase().split(' ');
  return options.filter(({ code, name }) => words.every((word) => `${code} ${name}`.toLowerCase().includes(word)));
}
