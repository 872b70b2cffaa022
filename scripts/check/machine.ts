// Everything other than the project's files that affects the outcome of a test phase: the machine's
// programs, packages, fonts and environment variables.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { findPython } from './find-python.ts';
import { listInstalled } from './programs.ts';
import { findChromium, findHeadlessShell } from '../setup/chromium.mjs';

/**
 * Environment variables that are known to change what a test, a tool or the service does. All
 * others, such as the paths of temporary folders, are assumed not to affect any result.
 */
const DECISIVE =
  /^(AGATE_.*|CHROMIUM|CI|CLOUDFLARE_.*|DEBUG|DNS_OVER_HTTPS|FORCE_COLOR|LANG|LANGUAGE|LC_.*|MINIFLARE_.*|NODE_ENV|NODE_EXTRA_CA_CERTS|NODE_OPTIONS|NODE_TLS_.*|NO_COLOR|OPENSSL_CONF|SSL_CERT_.*|TURNSTILE_.*|TZ|VITE_.*|VITEST.*|WRANGLER_.*|(ALL|HTTPS?|NO)_PROXY)$/i;

export interface Machine {
  node: string;
  system: string;
  /** The path of each browser, with the version that it prints. */
  browsers: readonly string[];
  /** The fonts that screenshots of pages depend on. */
  fonts: string;
  /** The version of the Python that runs the tests of the Python SDK; empty if there is none. */
  python: string;
  /** The names and versions of the remaining programs that some tests need. */
  programs: readonly string[];
  /** npm's record of the installed packages. */
  packages: string;
  /** The lines of .dev.vars that configure the local service. */
  settings: readonly string[];
}

/**
 * The lines that `npm start` adds to .dev.vars: random secrets, which no result depends on, and the
 * setting LOCAL.
 */
const ADDED = /^(?:\w+="[\w+/]{43}="|LOCAL="true"|)$/;

/** Queries the versions of the programs, which takes a second. */
export function examineMachine(): Machine {
  const browsers = [findChromium(), findHeadlessShell()].flatMap((program) =>
    program === undefined ? [] : [`${program} ${printedBy(program, '--version')}`],
  );
  return {
    node: process.version,
    system: `${process.platform} ${process.arch}`,
    browsers,
    fonts: printedBy('fc-list').split('\n').toSorted().join('\n'),
    python: printedBy(findPython() ?? '', '--version'),
    programs: listInstalled(),
    packages: readFileSync('node_modules/.package-lock.json', 'utf8'),
    settings: ownSettings(existsSync('.dev.vars') ? readFileSync('.dev.vars', 'utf8') : ''),
  };
}

/**
 * @param text the content of .dev.vars
 * @returns the lines that a person wrote
 */
export const ownSettings = (text: string): string[] =>
  text.split('\n').filter((line) => !ADDED.test(line));

/** @returns the variables of `env` that affect results, sorted by name */
export function decisiveVariables(env: NodeJS.ProcessEnv): [name: string, value: string][] {
  return Object.entries(env)
    .flatMap(([name, value = '']): [string, string][] =>
      DECISIVE.test(name) ? [[name, value]] : [],
    )
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/**
 * @returns the output of the program; empty when the program is absent or fails, so that installing
 *   it later changes the inputs of the phases
 */
function printedBy(program: string, ...args: string[]): string {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return '';
  }
}
