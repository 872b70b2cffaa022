// `npm run deploy`: the face Worker first where one is bound, since the service's binding needs it, then the service.
// Options after `--` go to `wrangler deploy`.
import { spawnSync } from 'node:child_process';
import { configsToDeploy, FACE_CONFIG } from './face-binding.ts';

const WRANGLER = 'node_modules/wrangler/bin/wrangler.js';

const configs = configsToDeploy();
for (const config of configs) {
  const args = [WRANGLER, 'deploy', `--config=${config}`, ...process.argv.slice(2)];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
if (!configs.includes(FACE_CONFIG))
  console.log('No face Worker is bound: checks are measured on the device.');
