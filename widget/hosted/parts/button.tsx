// Buttons that share one size and one behaviour. They are never `disabled`, so that they can always
// take focus and a press can explain why an action is unavailable.
import type { ComponentChildren } from 'preact';
import type { IconName } from '../../icon-paths.ts';
import { Icon } from './icon.tsx';

export function Button({
  children,
  onPress,
  look = 'main',
  icon,
  isBusy = false,
  isOff = false,
  isPressed,
  describedBy,
}: {
  children: ComponentChildren;
  onPress: () => void;
  look?: 'main' | 'soft' | 'plain';
  icon?: IconName;
  isBusy?: boolean;
  /**
   * Whether the button is shown as unavailable. A press still reaches `onPress`, which explains
   * why.
   */
  isOff?: boolean;
  /** The state of a toggle button. */
  isPressed?: boolean;
  describedBy?: string | undefined;
}) {
  return (
    <button
      type="button"
      class="button"
      data-look={look}
      data-busy={isBusy}
      aria-pressed={isPressed}
      aria-disabled={isBusy || isOff}
      aria-describedby={describedBy}
      onClick={() => {
        if (!isBusy) onPress();
      }}
    >
      {isBusy && <span class="spinner" aria-hidden="true" />}
      {icon && !isBusy && <Icon name={icon} />}
      <span>{children}</span>
    </button>
  );
}
