// A wallet in the camera's place, drawn by a script of its own: the offer before the check, and the step.
import { useTexts } from '../i18n/context.ts';
import type { WalletProps } from '../wallet/part.ts';
import { mountPart, useDrawnPart } from './drawn-part.tsx';

/** @param onFault the script did not arrive; absent for the offer, which can be done without */
export function Wallet({
  onFault,
  ...props
}: Pick<WalletProps, 'view' | 'onView'> & { onFault?: () => void }) {
  const { language, locale } = useTexts();
  return useDrawnPart(WALLET_PART, { ...props, language, locale }, mountPart<WalletProps>, onFault)
    .drawn;
}
