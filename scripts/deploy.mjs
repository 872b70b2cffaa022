// `npm run deploy`: installs missing packages, then deploys under the pinned Node (deploy.ts).
import { PINNED_NODE, installMissingPackages, run } from './setup/packages.mjs';

try {
  await installMissingPackages();
  process.exitCode = await run(PINNED_NODE, ['scripts/deploy.ts', ...process.argv.slice(2)]);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
