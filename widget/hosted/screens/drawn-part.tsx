// An element into which a separate script renders, such as hosted/document or hosted/wallet. The
// script is loaded only when this element is shown.
import { useEffect, useRef, useState } from 'preact/hooks';
import { useTexts } from '../i18n/context.ts';
import type * as key from '../key/mount.tsx';
import type * as passes from '../passes/mount.tsx';
import type { SessionView } from '../requests/wire.ts';
import type * as wallet from '../wallet/mount.tsx';
import type { MountedPart } from '../document/part.ts';
import { Loading } from './problem.tsx';

/** Mounts a part whose script exports a `mount` function that needs only the element. */
export const mountPart = <P,>(
  { mount }: { mount: (place: Element) => MountedPart<P> },
  place: Element,
): MountedPart<P> => mount(place);

/**
 * @param part the URL of the part's script
 * @param mount mounts the part once its script has loaded
 * @param onFault called when the script did not load; absent when the page works without the part
 * @returns the element to show, and whether the part has been mounted in it
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
      // After unmounting there is no element to render into.
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

/** The interface of a separate script that renders into the page. */
type Part = typeof wallet | typeof passes | typeof key;

/**
 * The part of the page that a separate script renders for a session: a wallet's offer and step,
 * passes, and age keys.
 * @param onFault called when the script did not load; absent for an offer that the page can do
 * without
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
  // The texts are a function. Spreading it passes only its language and locale, which are all that
  // the part needs.
  return useDrawnPart(part, { ...useTexts(), ...props }, mountPart, onFault).drawn;
}
