// How the tests start Chromium: headless, silent on the network, with a camera that needs permission.
import { fileURLToPath } from 'node:url';
import { chromium, type Browser } from 'playwright-core';
import {
  findChromium,
  findHeadlessShell,
  INSTALL_CHROMIUM,
} from '../../../scripts/setup/chromium.mjs';

/**
 * Two pages that Chromium would load with every window for its address bar, in processes of their own: half of what
 * opening a window costs.
 */
const ADDRESS_BAR_PAGES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];
/** A process in advance for a next site, which no test visits. */
const PROCESS_IN_ADVANCE = 'SpareRendererForSitePerProcess';
/** What playwright switches off: of two such switches the last one counts (chromium-switches.test.ts). */
export const OFF_FOR_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];
const FLAGS = [
  `--disable-features=${[...OFF_FOR_PLAYWRIGHT, ...ADDRESS_BAR_PAGES, PROCESS_IN_ADVANCE].join(',')}`,
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** Starts it with the niceness of the phase, where that is not the browser's (scripts/check). */
const NICELY = fileURLToPath(new URL('../../../scripts/check/nicely.sh', import.meta.url));
/** A camera that shows a test picture. Whether a page may have it is each context's permission. */
export const FAKE_CAMERA = '--use-fake-device-for-media-stream';

/**
 * Chromium's headless shell draws the same pages without windows around them, for about an eighth less work; where there is
 * none, the whole Chromium. Pages in the shell cannot ask for a camera.
 */
const findQuickest = () => findHeadlessShell() ?? findChromium();

/** One with a camera, which a page has or is refused as in front of people. */
export function launchCameraBrowser(): Promise<Browser> {
  return launchBrowser([FAKE_CAMERA]);
}

/** A browser of one's own, for what only its flags decide. */
export function launchBrowser(flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch(options(flags));
}

/** The same for pages that ask for no camera. */
export function launchQuickBrowser(flags: readonly string[]): Promise<Browser> {
  return chromium.launch(options(flags, findQuickest()));
}

/** A browser whose camera plays a clip over and over. @param clip path of an .mjpeg file */
export function launchWithClip(clip: string): Promise<Browser> {
  return launchBrowser([FAKE_CAMERA, `--use-file-for-fake-video-capture=${clip}`]);
}

function options(flags: readonly string[], executablePath = findChromium()) {
  if (executablePath === undefined)
    throw new Error(`No Chromium was found. Install it with: ${INSTALL_CHROMIUM}`);
  const how = { headless: true, chromiumSandbox: false, args: [...FLAGS, ...flags] };
  const { NICENESS: niceness = '0' } = process.env;
  if (niceness === '0') return { ...how, executablePath };
  const env = { ...process.env, CHROMIUM_PROGRAM: executablePath };
  return { ...how, executablePath: NICELY, env };
}
