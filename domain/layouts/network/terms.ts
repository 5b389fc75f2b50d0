/** The most characters of the name of a layout for the network, and of what an edition says that it changes. */
export const [MOST_NAME, MOST_NOTE] = [80, 1000];

/** The most layouts of all kinds that are not withdrawn. */
export const MOST_LAYOUTS = 60;
