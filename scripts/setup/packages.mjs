// Installs the packages of package-lock.json and locates the pinned Node. Runs under Node 20 and
// later before anything has been installed, so it imports only from Node itself.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);

/** The root directory of the repository. */
export const ROOT = fileURLToPath(root);
/** The pinned Node, which runs everything except start.mjs, test.mjs and deploy.mjs. */
export const PINNED_NODE = fileURLToPath(new URL('node_modules/node/bin/node', root));

/** Runs `npm ci` unless node_modules matches package-lock.json. */
export async function installMissingPackages() {
  if (packagesMatchLock()) return;
  console.log('Installing packages (npm ci) ...');
  // Includes dev and optional dependencies explicitly, because NODE_ENV=production or omit=dev
  // would leave out tools that are needed.
  const code = await run('npm', ['ci', '--include=dev', '--include=optional', '--loglevel=error']);
  if (code !== 0) throw new Error('npm ci failed; its own words are above.');
  if (!existsSync(PINNED_NODE)) {
    throw new Error(
      'The package "node" did not install its program. Install scripts must be allowed: npm config delete ignore-scripts',
    );
  }
}

/**
 * Compares npm's record of its last complete install with the lock file, entry by entry, so that
 * timestamps are irrelevant and an incomplete install is not mistaken for a complete one. Packages
 * for other platforms may be absent.
 */
function packagesMatchLock() {
  const installed = readPackages('node_modules/.package-lock.json');
  const locked = readPackages('package-lock.json');
  if (installed === undefined || locked === undefined || !existsSync(PINNED_NODE)) return false;
  delete locked[''];
  return (
    Object.keys(installed).every((path) => path in locked) &&
    Object.entries(locked).every(([path, { integrity, optional, devOptional }]) => {
      const found = installed[path];
      if (found === undefined) return optional === true || devOptional === true;
      return found.integrity === integrity;
    })
  );
}

function readPackages(file) {
  const url = new URL(file, root);
  return existsSync(url) ? JSON.parse(readFileSync(url, 'utf8')).packages : undefined;
}

/**
 * Runs a command in the root directory with this process's stdio, and forwards signals to it.
 * @returns the command's exit code; 1 when a signal ended the command or it could not start
 */
export async function run(command, args, env = process.env) {
  const child = spawn(command, args, { cwd: ROOT, env, stdio: 'inherit' });
  const forward = (signal) => child.kill(signal);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, forward);
  try {
    return await new Promise((resolve) => {
      child.on('error', (error) => {
        console.error(error.message);
        resolve(1);
      });
      child.on('exit', (code) => resolve(code ?? 1));
    });
  } finally {
    for (const signal of signals) process.off(signal, forward);
  }
}
