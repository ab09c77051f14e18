/** What the status bar says. */

export type State =
  | { kind: "starting" }
  | { kind: "running"; version: string; python: string }
  | { kind: "failed"; why: string };

export interface Shown {
  text: string;
  tooltip: string;
  isError: boolean;
}

/** Returns what is shown, given how many findings the file in front has. */
export function shown(state: State, findings: number): Shown {
  switch (state.kind) {
    case "starting":
      return { text: "$(sync~spin) jaxlint", tooltip: "jaxlint is starting", isError: false };
    case "failed":
      return { text: "$(error) jaxlint", tooltip: state.why, isError: true };
    case "running": {
      const count = findings === 0 ? "$(check)" : `$(warning) ${findings}`;
      const tooltip = `jaxlint ${state.version}, run by ${state.python}`;
      return { text: `${count} jaxlint`, tooltip, isError: false };
    }
  }
}
