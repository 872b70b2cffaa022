// `npm run deploy`: the Workers that the service is bound to first, since its bindings need them, then the service.
// Options after `--` go to `wrangler deploy`.
import { spawnSync } from 'node:child_process';
import { boundWorkers, configsToDeploy } from './bound-workers.ts';

const WRANGLER = 'node_modules/wrangler/bin/wrangler.js';

for (const config of configsToDeploy()) {
  const args = [WRANGLER, 'deploy', `--config=${config}`, ...process.argv.slice(2)];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
const bound = boundWorkers();
if (!bound.includes('FACE'))
  console.log('No face Worker is bound: checks are measured on the device.');
if (!bound.includes('FACE') || !bound.includes('DOCUMENTS'))
  console.log('FACE and DOCUMENTS are not both bound: no check asks for a document.');
if (!bound.includes('WALLET')) console.log('WALLET is not bound: no proof from a wallet is taken.');
