import { t } from '#site/lib/intl.ts';
import { network as words } from '#site/messages/it/files-network.ts';

/** How many have read a file of the network, in words. */
export const readersOf = (n: number): string => (n === 1 ? words.oneReader : t(words.readers, { n }));
