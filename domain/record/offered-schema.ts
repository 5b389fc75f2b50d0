import { z } from 'zod';

/** What answers contain beside the ids of `offeredFields`: names of makers and locations; empty: no limit. */
export const offeredNames = { makers: z.array(z.string()), locations: z.array(z.string()) };
