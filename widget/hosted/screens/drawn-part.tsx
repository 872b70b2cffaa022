// Where something is drawn that is a script of its own (hosted/document, hosted/wallet), which is loaded here and not before.
import { useEffect, useRef, useState } from 'preact/hooks';
import { useTexts } from '../i18n/context.ts';
import type * as key from '../key/mount.tsx';
import type * as passes from '../passes/mount.tsx';
import type { SessionView } from '../requests/wire.ts';
import type * as wallet from '../wallet/mount.tsx';
import type { MountedPart } from '../document/part.ts';
import { Loading } from './problem.tsx';

/** Of a part that draws one thing. */
export const mountPart = <P,>(
  { mount }: { mount: (place: Element) => MountedPart<P> },
  place: Element,
): MountedPart<P> => mount(place);

/**
 * @param part where its script is @param mount which of its steps @param onFault the script did not arrive; absent: what it would
 *   draw can be done without
 * @returns what to show, and whether it is drawn
 */
export function useDrawnPart<P>(
  { url }: { url: string },
  props: P,
  mount: (loaded: never, place: Element) => MountedPart<P>,
  onFault?: () => void,
) {
  const place = useRef<HTMLDivElement>(null);
  const [step, setStep] = useState<MountedPart<P>>();
  useEffect(() => {
    let mounted: MountedPart<P> | undefined;
    const load = async () => {
      const loaded = (await import(/* @vite-ignore */ url)) as never;
      // Once it is gone there is no place.
      if (!place.current) return;
      mounted = mount(loaded, place.current);
      setStep(mounted);
    };
    load().catch(() => onFault?.());
    return () => mounted?.leave();
  }, []);
  useEffect(() => step?.draw(props));
  const drawn = (
    <>
      {!step && onFault && <Loading />}
      <div ref={place} class="part" />
    </>
  );
  return { drawn, isDrawn: step !== undefined };
}

/** What such a script is. */
type Part = typeof wallet | typeof passes | typeof key;

/**
 * What a script of its own draws of a session: a wallet's offer and step, passes, and age keys.
 * @param onFault the script did not arrive; absent for an offer, which can be done without
 */
export function Drawn({
  part,
  onFault,
  ...props
}: {
  part: { url: string; of?: Part };
  view: SessionView;
  onView?: (view: SessionView) => void;
  onDecide?: () => void;
  onFault?: () => void;
}) {
  // Of the texts, which are called, it takes the language and the locale.
  return useDrawnPart(part, { ...useTexts(), ...props }, mountPart, onFault).drawn;
}
