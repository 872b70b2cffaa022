import { useEffect } from 'react';

/**
 * Digits, where every keyboard has them, while no dialog is open and nothing is typed.
 * @param acts by digit, the first is 1 @param isOn a key alone can be pressed by accident or by speech, so it can be off (WCAG
 * 2.1.4)
 */
export function useShortcuts(acts: readonly (() => void)[], isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const press = (event: KeyboardEvent) => {
      if (event.repeat || event.ctrlKey || event.altKey || event.metaKey || isTaken(event)) return;
      const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1];
      const act = acts[Number(digit) - 1];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [acts, isOn]);
}

const isTaken = ({ target }: KeyboardEvent): boolean =>
  document.querySelector('[role=dialog]') !== null ||
  (target instanceof Element && target.matches('input:not([type=checkbox]), select, textarea'));
