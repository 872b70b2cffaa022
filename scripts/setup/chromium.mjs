// Finds the browser for the browser tests. Nothing is downloaded: a browser must be installed with
// the system's package manager.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const SHELL_NAMES = ['chromium-headless-shell', 'chrome-headless-shell'];
const MAC_PATHS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Installation commands, for the error message. */
export const INSTALL_CHROMIUM =
  process.platform === 'darwin'
    ? 'brew install --cask chromium'
    : 'sudo apt-get update && sudo apt-get install chromium';

/**
 * @returns the program's path; undefined when there is none. If $CHROMIUM is set, it is the only
 *   candidate
 */
export function findChromium(env = process.env) {
  if (env.CHROMIUM) return isProgram(env.CHROMIUM) ? env.CHROMIUM : undefined;
  const others = process.platform === 'darwin' ? MAC_PATHS : [];
  return [...inPath(NAMES, env), ...others].find(isProgram);
}

/**
 * Finds the headless build of Chromium. It renders the same pages with less overhead, but cannot
 * deny a page access to the camera.
 * @returns the program's path; undefined when there is none, or when $CHROMIUM names the browser to
 *   use
 */
export function findHeadlessShell(env = process.env) {
  return env.CHROMIUM ? undefined : inPath(SHELL_NAMES, env).find(isProgram);
}

function inPath(names, env) {
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
