/** The options of the server out of the settings of the editor. */

/** What the server takes; what is left out is as if never set. */
export interface Options {
  select?: string[];
  ignore?: string[];
  debounce?: number;
  inlayHints?: boolean;
}

/** Reads a setting of the section `jaxlint`. */
export type Read = <T>(key: string) => T | undefined;

/** Returns the options. Empty lists are left out: then the project's own settings count. */
export function options(read: Read): Options {
  const given: Options = {
    select: read<string[]>("select"),
    ignore: read<string[]>("ignore"),
    debounce: read<number>("debounce"),
    inlayHints: read<boolean>("inlayHints"),
  };
  const isSaid = (value: unknown): boolean => value !== undefined && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(given).filter(([, value]) => isSaid(value)));
}
