// `npm test`: finds a browser, installs missing packages, then runs the checks. `npm test -- --all`
// runs even those whose inputs have not changed.
import { INSTALL_CHROMIUM, findChromium } from './setup/chromium.mjs';
import { installMissingPackages, run } from './setup/packages.mjs';

if (findChromium() === undefined) {
  console.error(
    process.env.CHROMIUM
      ? `CHROMIUM names ${process.env.CHROMIUM}, which is not a program.`
      : `The browser tests need Chromium and found none. Install it with: ${INSTALL_CHROMIUM}`,
  );
  process.exit(1);
}
try {
  await installMissingPackages();
  process.exitCode = await run('npm', ['run', 'check', '--', ...process.argv.slice(2)]);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
