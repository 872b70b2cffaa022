// Runs the wallet Worker in workerd as it is deployed, behind a Worker that calls it in the same
// way as the service does.
import type {
  AnchorReading,
  JudgeRequest,
  OfferAnswer,
  OfferRequest,
  StatusListReading,
  StatusListRequest,
  WalletJudge,
  WalletVerdict,
} from '../../../src/wallet/wallet-wire.ts';
import { startBehindCaller } from './worker-host.ts';

/**
 * A Worker that calls a method of the wallet Worker. Each request is a JSON array of the method's
 * name and its argument.
 */
const CALLER = `
export default {
  async fetch(request, { WALLET }) {
    if (request.method === 'GET') return WALLET.fetch(request);
    const [method, argument] = await request.json();
    return Response.json(await WALLET[method](argument));
  },
};`;

export interface WalletHost extends WalletJudge {
  /** The origin of the calling Worker, which forwards GET requests to the wallet Worker's fetch. */
  origin: string;
  stop: () => Promise<void>;
}

/**
 * @param folder the folder for the bundle
 * @param inspectorPort the port for the runtime's inspector, if one is wanted
 */
export async function startWalletHost(folder: string, inspectorPort?: number): Promise<WalletHost> {
  const { origin, stop } = await startBehindCaller({
    config: 'wrangler.wallet.toml',
    folder,
    worker: 'agate-wallet',
    binding: 'WALLET',
    caller: CALLER,
    inspectorPort,
  });
  const call = async <Answer>(method: keyof WalletJudge, argument?: unknown): Promise<Answer> => {
    const body = JSON.stringify([method, argument]);
    const response = await fetch(origin, { method: 'POST', body });
    if (!response.ok) throw new Error(`The wallet Worker failed: ${await response.text()}`);
    return (await response.json()) as Answer;
  };
  return {
    origin,
    makeOffer: (request: OfferRequest) => call<OfferAnswer>('makeOffer', request),
    judge: (request: JudgeRequest) => call<WalletVerdict>('judge', request),
    readAnchor: (certificate: string) => call<AnchorReading>('readAnchor', certificate),
    readStatusList: (request: StatusListRequest) =>
      call<StatusListReading>('readStatusList', request),
    health: () => call<{ ok: boolean }>('health'),
    stop,
  };
}
