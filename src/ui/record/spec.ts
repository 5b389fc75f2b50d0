export interface SectionSpec<Value, Section extends string = string> {
  name: Section;
  label: string;
  /** First words of the paths that stand in it: keys of the value, and what the rules name beside them. */
  holds: readonly string[];
  /** Does it say something? */
  done(value: Value): boolean;
}

/** What a large record is made of. */
export interface RecordSpec<Value, Section extends string = string> {
  /** In their order on the page. What no section holds belongs to the first that holds anything. */
  sections: readonly SectionSpec<Value, Section>[];
  /** Paths whose message stands at a field of their own. */
  ownField: RegExp;
  /** Has each section a version of its own on the server? */
  versionBySection?: boolean;
  words: {
    /** Name of the index. */
    index: string;
    /** Not yet on the server; `saved` has the time. */
    fresh: string;
    saved: string;
  };
}

/** A line of the index. */
export interface IndexRow {
  name: string;
  label: string;
  state: 'open' | 'done' | 'wrong';
  locked: string | undefined;
}
