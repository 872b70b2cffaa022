// `npm run deploy`: deploys an installation to production, or upgrades it (docs/deploy.md).
import { deploy, describeLeftovers } from './deploy/run.ts';
import { realSurroundings } from './deploy/surroundings.ts';

try {
  await deploy(process.argv.slice(2), realSurroundings(process.env));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  console.error(
    `${describeLeftovers(error)} You can run "npm run deploy" again. For its options, add "-- --help".`,
  );
  process.exitCode = 1;
}
