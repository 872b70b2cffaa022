// `npm start` and `npm run dev` (--watch): installs missing packages and starts
// scripts/demo/main.ts under the pinned Node. Until the packages are installed, this script runs
// under the system's Node. Once the demo has started, it only forwards signals and cleans up after
// a crash.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { PINNED_NODE, ROOT, installMissingPackages } from './setup/packages.mjs';

try {
  await installMissingPackages();
  handOver();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

function handOver() {
  const main = spawn(PINNED_NODE, ['scripts/demo/main.ts', ...process.argv.slice(2)], {
    cwd: ROOT,
    // With the compile cache, Wrangler, a large program, loads in half the time.
    env: { NODE_COMPILE_CACHE: join(ROOT, '.cache', 'node'), ...process.env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const groups = new Set();
  main.on('message', ({ group }) => groups.add(group));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => main.kill(signal));
  const watch = stopWhenAbandoned(main);
  main.on('exit', (code) => {
    clearInterval(watch);
    for (const group of groups) endGroup(group);
    process.exitCode = code ?? 1;
  });
}

/**
 * Stops the demo when npm has been killed: npm then forwards no signal, but the id of this
 * process's parent changes.
 */
function stopWhenAbandoned(main) {
  if (process.env.npm_lifecycle_event === undefined) return undefined;
  const parent = process.ppid;
  return setInterval(() => process.ppid !== parent && main.kill('SIGTERM'), 1000).unref();
}

function endGroup(group) {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // The group has already ended, which is the usual case.
  }
}
