/** Which Python runs jaxlint, and what it has. */

import { execFile } from "node:child_process";

/** What a Python says of itself; `null` stands for a package that it does not have. */
export interface Found {
  python: [number, number];
  jaxlint: string | null;
  pygls: string | null;
}

/** Where a Python was named, for messages. */
export type Source = "the setting jaxlint.interpreter" | "the Python extension" | "the path";

export interface Interpreter {
  path: string;
  source: Source;
}

const OLDEST: [number, number] = [3, 11];

const PROBE = `
import json, sys
from importlib import metadata
def version(name):
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None
print(json.dumps({"python": sys.version_info[:2], "jaxlint": version("jaxlint-proven"), "pygls": version("pygls")}))
`;

/**
 * Returns the Python to use: that of the setting, else that of the Python extension, else the one on
 * the path. In a folder that is not trusted nothing of the folder's is asked for.
 */
export async function choose(
  setting: string,
  active: () => Promise<string | undefined>,
  isTrusted: boolean,
  platform: NodeJS.Platform = process.platform,
): Promise<Interpreter> {
  if (setting !== "") {
    return { path: setting, source: "the setting jaxlint.interpreter" };
  }
  const path = isTrusted ? await active() : undefined;
  if (path !== undefined) {
    return { path, source: "the Python extension" };
  }
  return { path: platform === "win32" ? "python" : "python3", source: "the path" };
}

/** Returns what a Python has. It runs in a folder of ours, whose modules are known. Rejects if it cannot be run. */
export function probe(python: string, folder: string): Promise<Found> {
  return new Promise((resolve, reject) => {
    execFile(python, ["-c", PROBE], { cwd: folder, timeout: 30_000 }, (failed, out) => {
      if (failed) {
        reject(failed);
        return;
      }
      resolve(JSON.parse(out) as Found);
    });
  });
}

/** Returns what a Python lacks to run the server, in a sentence, or nothing if it lacks nothing. */
export function lacking(found: Found, interpreter: Interpreter): string | undefined {
  const which = `${interpreter.path} (${interpreter.source})`;
  const [major, minor] = found.python;
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
    return `${which} is Python ${major}.${minor}; jaxlint needs ${OLDEST.join(".")} or newer.`;
  }
  const install = "In a clone of jaxlint: pip install '.[server]'";
  if (found.jaxlint === null) {
    return `${which} does not have jaxlint. ${install}`;
  }
  if (found.pygls === null) {
    return `${which} has jaxlint without its server. ${install}`;
  }
  return undefined;
}
