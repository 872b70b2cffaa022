// `npm run -s totp`: prints the current TOTP code of the demo's operator, using the secret in
// .agate/demo.json (DEMO_FILE, as for npm start).
import { readFileSync } from 'node:fs';
import { codeOf } from './demo/authenticator.ts';
import type { DemoStaff } from './demo/demo-staff.ts';
import { readSettings } from './demo/settings.ts';

const { demoFile } = readSettings(process.env);
const { admin } = JSON.parse(readFileSync(demoFile, 'utf8')) as DemoStaff;
console.log(codeOf(admin.totp_secret));
