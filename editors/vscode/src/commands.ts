/** How jaxlint is started: as the server, and for single commands. */

/** A program with its arguments. */
export interface Command {
  command: string;
  args: string[];
}

/** A rule as `jaxlint rules --json` lists it. */
export interface Rule {
  code: string;
  name: string;
  outcome: string;
  page: string;
}

// With -P the current folder, which is linted, gives Python no modules.
function jaxlint(python: string, ...args: string[]): Command {
  return { command: python, args: ["-P", "-m", "jaxlint", ...args] };
}

export const server = (python: string): Command => jaxlint(python, "server");

export const rules = (python: string): Command => jaxlint(python, "rules", "--json");

export const prove = (python: string, code: string): Command => jaxlint(python, "prove", code);

/** Lines are counted from 1. */
export const explain = (python: string, file: string, line: number): Command =>
  jaxlint(python, "explain", `${file}:${line}`);

/** Returns the page of a rule as Markdown; what is indented in it is Python. */
export function page(rule: Rule): string {
  return `# ${rule.code} ${rule.name}\n\n**${rule.outcome}**\n\n${rule.page}\n`;
}

/** Returns the code of jaxlint's first finding on a line, among what all linters say; lines count from 0. */
export function codeOn(
  line: number,
  told: readonly { source?: string; code?: unknown; range: { start: { line: number }; end: { line: number } } }[],
): string | undefined {
  for (const one of told) {
    if (one.source !== "jaxlint" || line < one.range.start.line || line > one.range.end.line) {
      continue;
    }
    const code = typeof one.code === "object" && one.code !== null ? (one.code as { value?: unknown }).value : one.code;
    if (typeof code === "string") {
      return code;
    }
  }
  return undefined;
}
