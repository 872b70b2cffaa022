// How the tests start Chromium: headless, without background network traffic, and with a camera
// that needs permission.
import { fileURLToPath } from 'node:url';
import { chromium, type Browser } from 'playwright-core';
import {
  findChromium,
  findHeadlessShell,
  INSTALL_CHROMIUM,
} from '../../../scripts/setup/chromium.mjs';

/**
 * Features that make Chromium load two pages for the address bar with every window, each in its own
 * process. These pages account for half of the cost of opening a window.
 */
const ADDRESS_BAR_PAGES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];
/** A feature that keeps a spare process for the next site. No test visits another site. */
const PROCESS_IN_ADVANCE = 'SpareRendererForSitePerProcess';
/**
 * The features that Playwright disables. Chromium only reads the last `--disable-features` switch,
 * so ours repeats them (chromium-switches.test.ts).
 */
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
/**
 * A script that starts Chromium at the niceness of its test phase (scripts/check). It is needed
 * because Chromium starts its own session, whose autogroup does not inherit the phase's niceness.
 */
const NICELY = fileURLToPath(new URL('../../../scripts/check/nicely.sh', import.meta.url));
/**
 * The switch for a camera that shows a test picture. Each browser context decides whether its pages
 * may use the camera.
 */
export const FAKE_CAMERA = '--use-fake-device-for-media-stream';

/**
 * Finds Chromium's headless shell or, if it is not installed, the full Chromium. The shell draws
 * the same pages without windows, for about an eighth less work, but its pages cannot request a
 * camera.
 */
const findQuickest = () => findHeadlessShell() ?? findChromium();

/** Launches a browser with a camera, for which pages need permission as in real use. */
export function launchCameraBrowser(): Promise<Browser> {
  return launchBrowser([FAKE_CAMERA]);
}

/** Launches a separate browser, for tests that depend on its flags. */
export function launchBrowser(flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch(options(flags));
}

/** Launches a separate browser for pages that request no camera. */
export function launchQuickBrowser(flags: readonly string[]): Promise<Browser> {
  return chromium.launch(options(flags, findQuickest()));
}

/**
 * Launches a browser whose camera plays a clip in a loop.
 * @param clip path of an .mjpeg file
 */
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
