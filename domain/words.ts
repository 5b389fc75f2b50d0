/** Names of other programs for one thing, written one after the other. */
export const words = (text: string): readonly string[] => text.split(', ');
