// `npm run storm -- --sessions=5000 --kills=10`: runs a storm and prints how much data was lost,
// duplicated or reordered.
import { readOptions } from '../../scripts/read-options.ts';
import { runStorm } from './run-storm.ts';

const USAGE = 'npm run storm [-- --sessions=500] [--kills=4]';

const values = readOptions(USAGE, {
  sessions: { type: 'string', default: '500' },
  kills: { type: 'string', default: '4' },
});
const report = await runStorm({
  sessions: Number(values.sessions),
  kills: Number(values.kills),
  log: (line) => console.log(line),
});
console.log(JSON.stringify(report, null, 2));
const { lost, doubled, reordered, forgedPosts, pending } = report;
const faults = [...Object.values(lost), ...Object.values(doubled), reordered, forgedPosts, pending];
process.exitCode = faults.some((count) => count !== 0) ? 1 : 0;
