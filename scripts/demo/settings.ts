// Reads the demo's ports and directories from the environment.
import { resolve } from 'node:path';

export interface Settings {
  servicePort: number;
  shopPort: number;
  walletPort: number;
  baseUrl: string;
  shopUrl: string;
  walletUrl: string;
  /**
   * Wrangler's --persist-to. The default is wrangler's own, so that plain `wrangler dev` sees the
   * same data.
   */
  stateDirectory: string;
  /** The file with the URLs and keys, for people and tests. */
  demoFile: string;
}

const DEFAULT_STATE_DIRECTORY = '.wrangler/state';
const DEFAULT_DEMO_FILE = '.agate/demo.json';

/** @throws Error that names the variable when a port is invalid or two are equal */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const servicePort = readPort('PORT', env['PORT'], 8787);
  const shopPort = readPort('SHOP_PORT', env['SHOP_PORT'], 8788);
  const walletPort = readPort('WALLET_PORT', env['WALLET_PORT'], 8790);
  if (servicePort === shopPort)
    throw new Error(`PORT and SHOP_PORT are both ${servicePort}. Give the shop another port.`);
  if ([servicePort, shopPort].includes(walletPort))
    throw new Error(`WALLET_PORT is ${walletPort} as well. Give the demo wallet another port.`);
  return {
    servicePort,
    shopPort,
    walletPort,
    baseUrl: `http://localhost:${servicePort}`,
    shopUrl: `http://localhost:${shopPort}`,
    walletUrl: `http://localhost:${walletPort}`,
    stateDirectory: resolve(env['STATE_DIR'] || DEFAULT_STATE_DIRECTORY),
    demoFile: resolve(env['DEMO_FILE'] || DEFAULT_DEMO_FILE),
  };
}

function readPort(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined || text === '') return fallback;
  const port = /^\d+$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535) throw new Error(`${name} must be a port number, not "${text}".`);
  return port;
}
