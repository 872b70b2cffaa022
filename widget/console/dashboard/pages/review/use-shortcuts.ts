import { useEffect } from 'react';

/**
 * Handles digit keys, which every keyboard has, while no dialog is open and nothing is being typed.
 * @param acts the actions by digit, starting at 1
 * @param isOn whether shortcuts are on. They can be switched off, because a single key can be
 *   triggered by accident or through speech input (WCAG 2.1.4)
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
