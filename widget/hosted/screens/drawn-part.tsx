// Where a step is drawn that is a script of its own (hosted/document), which is loaded here and not before.
import { useEffect, useRef, useState } from 'preact/hooks';
import type * as part from '../document/mount.tsx';
import type { MountedPart } from '../document/part.ts';
import { Loading } from './problem.tsx';

type Part = typeof part;

/** @param mount which of its steps @param onFault the script did not arrive @returns what to show, and whether it is drawn */
export function useDrawnPart<P>(
  props: P,
  mount: (loaded: Part, place: Element) => MountedPart<P>,
  onFault: () => void,
) {
  const place = useRef<HTMLDivElement>(null);
  const [step, setStep] = useState<MountedPart<P>>();
  useEffect(() => {
    let mounted: MountedPart<P> | undefined;
    let isHere = true;
    const load = async () => {
      const loaded = await loadPart();
      if (!isHere || !place.current) return;
      mounted = mount(loaded, place.current);
      setStep(mounted);
    };
    load().catch(onFault);
    return () => {
      isHere = false;
      mounted?.leave();
    };
  }, []);
  useEffect(() => step?.draw(props));
  const drawn = (
    <>
      {!step && <Loading />}
      <div ref={place} class="part" />
    </>
  );
  return { drawn, isDrawn: step !== undefined };
}

const loadPart = (): Promise<Part> => import(/* @vite-ignore */ DOCUMENT_PART.url) as Promise<Part>;
