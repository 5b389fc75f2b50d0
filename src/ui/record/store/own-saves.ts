export interface Versioned {
  version: number;
}

/** The saves of this page: what else changed the record came from elsewhere. */
export function createOwnSaves() {
  const made = new Set<number>();
  return {
    /** This page saved: nobody else did in between, where its answer is the next version. */
    note(before: Versioned, now: Versioned): void {
      if (now.version === before.version + 1) made.add(now.version);
    },
    /** Do only saves of this page lie between two versions? */
    between(left: Versioned, now: Versioned): boolean {
      for (let at = left.version + 1; at <= now.version; at += 1) if (!made.has(at)) return false;
      return true;
    },
  };
}
