// Deploys an installation to production, or upgrades it (docs/deploy.md). `npm run deploy` runs it
// once the packages are installed (deploy.mjs).
import { isRehearsal, rehearse } from './deploy/rehearse.ts';
import { deploy, describeFailure } from './deploy/run.ts';
import { realSurroundings } from './deploy/surroundings.ts';

const args = process.argv.slice(2);
try {
  await (isRehearsal(args)
    ? rehearse(args, process.env)
    : deploy(args, realSurroundings(process.env)));
} catch (error) {
  console.error(describeFailure(error));
  process.exitCode = 1;
}
