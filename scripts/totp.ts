// `npm run -s totp`: prints the current TOTP code of the demo's operator, using the secret in
// .agate/demo.json (DEMO_FILE, as for npm start).
import { existsSync, readFileSync } from 'node:fs';
import { codeOf } from './demo/authenticator.ts';
import type { DemoStaff } from './demo/demo-staff.ts';
import { readSettings } from './demo/settings.ts';
import { readOptions } from './read-options.ts';

readOptions(
  'npm run -s totp\n\nPrints the current sign-in code of the operator of the demo, which npm start sets up.',
  {},
);
const { demoFile } = readSettings(process.env);
if (!existsSync(demoFile)) {
  console.error(`There is no ${demoFile}: run npm start first.`);
  process.exit(1);
}
const { admin } = JSON.parse(readFileSync(demoFile, 'utf8')) as DemoStaff;
console.log(codeOf(admin.totp_secret));
