// `npm run deploy`: deploys an installation to production, or upgrades it (docs/deploy.md).
import { deploy, describeFailure } from './deploy/run.ts';
import { realSurroundings } from './deploy/surroundings.ts';

try {
  await deploy(process.argv.slice(2), realSurroundings(process.env));
} catch (error) {
  console.error(describeFailure(error));
  process.exitCode = 1;
}
