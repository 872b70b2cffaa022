// The outcome of an account's offer, shown instead of the offer.
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { IconName } from '../../icon-paths.ts';
import { Icon } from '../parts/icon.tsx';

export function OfferEnd({ name, icon, text }: { name: string; icon: IconName; text: string }) {
  const ref = useRef<HTMLParagraphElement>(null);
  // This element replaces the pressed button and takes its focus before the browser renders, unless
  // the focus has moved elsewhere.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) ref.current?.focus();
  }, []);
  return (
    <aside class="offer" aria-labelledby={`${name}-text`} data-offer={name}>
      <Icon name={icon} />
      <p id={`${name}-text`} ref={ref} tabIndex={-1}>
        {text}
      </p>
    </aside>
  );
}
