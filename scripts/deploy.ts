// `npm run deploy`: deploys an installation to production, or upgrades it (docs/deploy.md).
import { deploy, describeLeftovers } from './deploy/run.ts';
import { realSurroundings } from './deploy/surroundings.ts';

try {
  await deploy(process.argv.slice(2), realSurroundings(process.env));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  console.error(
    `${describeLeftovers(error)} "npm run deploy" can be run again; --help says what it takes.`,
  );
  process.exitCode = 1;
}
