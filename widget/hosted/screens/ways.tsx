// The alternatives to the camera check, in the order that the session specifies: at most two are
// shown at once, and a button reveals the rest (D-156).
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useTexts } from '../i18n/context.ts';
import { Button } from '../parts/button.tsx';

/** The number of alternatives to the camera that are shown at once. */
const SHOWN = 2;

type Offers = Partial<Record<string, ComponentChildren>>;

/** Focuses the offer, which needs a `tabindex` because it is a region to read, not a control. */
function focusOn(way: HTMLElement | undefined): void {
  const offer = way?.querySelector<HTMLElement>('.offer');
  offer?.setAttribute('tabindex', '-1');
  offer?.focus();
}

/**
 * @param order the order of all ways to complete the check
 * @param offers the offers by way; most of them are empty at first, and some stay empty
 * @param children the camera check, shown at its position in the order
 */
export function Ways({
  order,
  offers,
  children,
}: {
  order: readonly string[];
  offers: Offers;
  children: ComponentChildren;
}) {
  const t = useTexts();
  const root = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [left, setLeft] = useState(0);
  useLayoutEffect(() => {
    const { current } = root;
    if (!current) return undefined;
    const fold = () => {
      const drawn = [...current.querySelectorAll<HTMLElement>('.way')].filter((way) =>
        way.querySelector('.offer'),
      );
      for (const [at, way] of drawn.entries()) way.hidden = !isOpen && at >= SHOWN;
      // The pressed button is gone, so the first offer that it revealed takes focus.
      if (isOpen && document.activeElement === document.body) focusOn(drawn[SHOWN]);
      setLeft(isOpen ? 0 : Math.max(0, drawn.length - SHOWN));
    };
    const watch = new MutationObserver(fold);
    watch.observe(current, { childList: true, subtree: true });
    fold();
    return () => watch.disconnect();
  }, [isOpen]);
  const camera = Math.max(0, order.indexOf(order.includes('face') ? 'face' : 'document'));
  const draw = (ways: readonly string[]) =>
    ways.map((way) => (
      <div key={way} class="way" data-way={way}>
        {offers[way]}
      </div>
    ));
  return (
    <div class="ways" ref={root}>
      {draw(order.slice(0, camera))}
      {children}
      {draw(order.slice(camera + 1))}
      {left > 0 && (
        <Button look="plain" onPress={() => setOpen(true)}>
          {t('welcome.more_ways')}
        </Button>
      )}
    </div>
  );
}
