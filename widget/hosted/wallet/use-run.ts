// What asks a wallet and waits for it: one way at a time, which can be left. What the answer leads to, the session says.
import { useEffect, useRef, useState } from 'preact/hooks';
import { connectTo, Follower } from '../handoff/follower.ts';
import { peekSession } from '../requests/api.ts';
import { askBrowser } from './ask-browser.ts';
import type { AwaitedWallet } from './awaited.ts';
import type { Kept } from './kept-offer.ts';
import type { WalletProps } from './part.ts';
import { leaveOffer, type OpenOffer, orAsItIs, sendAnswer } from './requests.ts';
import { takeReturnCode } from './return-code.ts';
import { type Way, waysHere } from './ways.ts';

interface RunProps extends Pick<WalletProps, 'view' | 'onView'> {
  kept: Kept;
}

type Fault = 'failed' | 'no_answer';

export interface Run {
  asked: AwaitedWallet | undefined;
  fault: Fault | undefined;
  isBusy: boolean;
  /** Makes the offer that a press needs at once. */
  prepare: () => Promise<void>;
  ask: (way: Way) => Promise<void>;
  leave: () => Promise<void>;
}

export function useRun({ view, kept, onView }: RunProps): Run {
  const { id } = view;
  const awaited = view.wallet?.awaits_return ? ({ way: 'return' } as const) : undefined;
  const [asked, setAsked] = useState<AwaitedWallet | undefined>(awaited);
  const [fault, setFault] = useState<Fault>();
  const [isBusy, setBusy] = useState(false);
  const [, draw] = useState(0);
  const waiting = useRef<AbortController>(undefined);
  const show = (next: AwaitedWallet | undefined, why?: Fault) => {
    setAsked(next);
    setFault(why);
  };
  const attempt = async (task: () => Promise<void>) => {
    setBusy(true);
    try {
      await task();
    } catch {
      show(undefined, 'failed');
    } finally {
      setBusy(false);
    }
  };
  const finish = async (answer: object) => {
    kept.forget();
    setAsked({ way: 'checking' });
    onView(await orAsItIs(id, () => sendAnswer(id, answer)));
    setAsked(undefined);
  };
  const prepare = async () => {
    draw((n) => n + 1);
    if (waysHere()[0] === 'browser') await kept.offer(view, 'browser').catch(() => undefined);
  };
  const askByBrowser = async () => {
    const offer = kept.ready(view, 'browser') ?? (await kept.offer(view, 'browser'));
    waiting.current = new AbortController();
    const { signal } = waiting.current;
    show({ way: 'browser' });
    const end = setTimeout(() => waiting.current?.abort(), offer.endsAtMs - performance.now());
    const answer = await askBrowser(offer, signal);
    clearTimeout(end);
    if (answer) return finish(answer);
    if (signal.reason !== LEFT) show(undefined, 'no_answer');
  };
  const askByLink = async (way: 'same_device' | 'other_device') => {
    const offer = await kept.offer(view, way);
    const link = linkOf(offer);
    show({ way, link, isOver: false });
    if (way === 'same_device') location.assign(link);
  };
  useEffect(() => {
    const code = takeReturnCode();
    if (code !== undefined) void attempt(() => finish({ response_code: code }));
    else if (!awaited) void prepare();
    return () => waiting.current?.abort(LEFT);
  }, []);
  useFollowing(id, asked, onView);
  useEnd(kept, asked, setAsked);
  return {
    asked,
    fault,
    isBusy,
    prepare,
    ask: (way) => attempt(() => (way === 'browser' ? askByBrowser() : askByLink(way))),
    leave: () =>
      attempt(async () => {
        waiting.current?.abort(LEFT);
        kept.forget();
        show(undefined);
        onView(await orAsItIs(id, () => leaveOffer(id)));
      }),
  };
}

/** Why a wait was ended. */
const LEFT = 'left';

/** The EU's app has a scheme of its own. */
const linkOf = ({ credential, links: { av, openid4vp } }: OpenOffer): string =>
  (credential === 'eu_av' ? av : openid4vp) ?? '';

/** A wallet answers the service, which says that the session has changed. */
function useFollowing(
  id: string,
  asked: AwaitedWallet | undefined,
  onView: RunProps['onView'],
): void {
  const isElsewhere = asked !== undefined && asked.way !== 'browser' && asked.way !== 'checking';
  useEffect(() => {
    if (!isElsewhere) return undefined;
    const read = async () => {
      const now = await peekSession(id);
      if (now.step !== 'wallet' || now.wallet?.awaits_return || now.problem) onView(now);
    };
    const follower = new Follower(
      () => connectTo(id),
      () => void read().catch(() => undefined),
    );
    follower.start();
    return () => follower.stop();
  }, [isElsewhere]);
}

/** A code that nobody has scanned in time is over. */
function useEnd(
  kept: Kept,
  asked: AwaitedWallet | undefined,
  setAsked: (asked: AwaitedWallet | undefined) => void,
): void {
  const isTimed = asked?.way === 'same_device' || asked?.way === 'other_device';
  const link = isTimed ? asked.link : undefined;
  useEffect(() => {
    if (!isTimed || asked.isOver) return undefined;
    const end = setTimeout(() => {
      kept.forget();
      setAsked({ ...asked, isOver: true });
    }, kept.leftMs());
    return () => clearTimeout(end);
  }, [link]);
}
