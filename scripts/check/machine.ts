// The properties of a machine that a phase's outcome depends on, apart from the project's files:
// programs, packages, fonts and variables.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { findPython } from './find-python.ts';
import { listInstalled } from './programs.ts';
import { findChromium, findHeadlessShell } from '../setup/chromium.mjs';

/**
 * Variables that change what a test, a tool or the service does. Others (paths of temporary
 * folders, the terminal's) change at every run and affect no result.
 */
const DECISIVE =
  /^(AGATE_.*|CHROMIUM|CI|CLOUDFLARE_.*|DEBUG|FORCE_COLOR|LANG|LANGUAGE|LC_.*|MINIFLARE_.*|NODE_ENV|NODE_EXTRA_CA_CERTS|NODE_OPTIONS|NODE_TLS_.*|NO_COLOR|OPENSSL_CONF|SSL_CERT_.*|TZ|VITE_.*|VITEST.*|WRANGLER_.*|(ALL|HTTPS?|NO)_PROXY)$/i;

export interface Machine {
  node: string;
  system: string;
  /** The path of each browser, with the version that it prints. */
  browsers: readonly string[];
  /** The fonts, which pictures of pages depend on. */
  fonts: string;
  /** The Python that tests the Python SDK; undefined without one. */
  python: string;
  /** The other programs that some tests need, with the versions that they print. */
  programs: readonly string[];
  /** npm's record of the installed packages. */
  packages: string;
  /** Lines of .dev.vars, with which the local service runs. */
  settings: readonly string[];
}

/**
 * The lines that `npm start` adds to .dev.vars: random secrets, on which no result depends, and the
 * setting LOCAL.
 */
const ADDED = /^(?:\w+="[\w+/]{43}="|LOCAL="true"|)$/;

/** Asks the programs for their versions, which takes a second. */
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

/** @returns the variables of `env` that affect results, by name */
export function decisiveVariables(env: NodeJS.ProcessEnv): [name: string, value: string][] {
  return Object.entries(env)
    .flatMap(([name, value = '']): [string, string][] =>
      DECISIVE.test(name) ? [[name, value]] : [],
    )
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** @returns an empty text when the program is absent or fails, which then is the input */
function printedBy(program: string, ...args: string[]): string {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return '';
  }
}
