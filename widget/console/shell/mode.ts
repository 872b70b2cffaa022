// Live or test data, for the pages that show one of them. Kept in the browser, the same in all tabs opened later.
import { createContext, useContext } from 'react';

export type Mode = 'live' | 'test';

interface ChosenMode {
  mode: Mode;
  choose: (mode: Mode) => void;
}

export const ChosenModeContext = createContext<ChosenMode>({
  mode: 'live',
  choose: () => undefined,
});

export const useMode = (): Mode => useContext(ChosenModeContext).mode;
export const useChosenMode = (): ChosenMode => useContext(ChosenModeContext);
